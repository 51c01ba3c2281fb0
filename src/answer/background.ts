import { detectLanguage } from "../core/language.ts";
import type { Embedder } from "../ports/embedder.ts";

/** Cosines of questions about nothing in particular to passages of the index taken at random. */
export interface Background {
  readonly mean: number;
  readonly deviation: number;
  readonly samples: number;
}

/**
 * Everyday things of many kinds. It does not matter when a base knows about one of them: over a sample of its
 * passages their mean cosine lay between .36 and .41 in 17 bases of every sort, each single one's within .05 of it.
 */
const PROBES: Readonly<Record<"en" | "ko", readonly string[]>> = {
  en: [
    "How tall is Mount Everest?",
    "Who painted the ceiling of the Sistine Chapel?",
    "What do penguins eat in winter?",
    "Which team won the football final?",
    "How is wine made from grapes?",
    "When was the first railway opened?",
    "Why do leaves turn red in autumn?",
    "Where can I buy a second-hand piano?",
  ],
  ko: [
    "에베레스트산의 높이는 얼마인가?",
    "시스티나 성당의 천장화는 누가 그렸나?",
    "펭귄은 겨울에 무엇을 먹나?",
    "축구 결승에서는 어느 팀이 이겼나?",
    "포도로 와인을 어떻게 만드나?",
    "첫 철도는 언제 개통되었나?",
    "가을에는 왜 나뭇잎이 붉어지나?",
    "중고 피아노는 어디에서 살 수 있나?",
  ],
};

/**
 * What a question of this language has in common with any passage: a model's cosines start at .4 or at .75, and
 * mean nothing without it. Null where the model does not know the question's script, or there is no passage.
 */
export async function measureBackground(
  question: string,
  embedder: Embedder,
  passages: readonly Float32Array[],
): Promise<Background | null> {
  if (passages.length === 0 || !embedder.covers(question, "query")) return null;
  return toBackground(await embedProbes(detectLanguage(question) === "ko" ? "ko" : "en", embedder), passages);
}

/**
 * What a question over a bridge has in common with one passage. A Korean question's Latin words are read by the model
 * itself, and lift its cosine to any English passage from .1 to .4: so the probes are as far English as it is.
 */
export async function measureBackgroundAcross(
  englishShare: number,
  embedder: Embedder,
  passage: Float32Array,
): Promise<Background> {
  const korean = englishShare === 1 ? [] : await embedProbes("ko", embedder);
  const english = englishShare === 0 ? [] : await embedProbes("en", embedder);
  const probes = PROBES.en.map((_, at) => mix(korean[at], english[at], englishShare));
  return toBackground(probes, [passage]);
}

async function embedProbes(language: "en" | "ko", embedder: Embedder): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const probe of PROBES[language]) vectors.push(await embedder.embedQuery(probe));
  return vectors;
}

function toBackground(probes: readonly Float32Array[], passages: readonly Float32Array[]): Background {
  const cosines = probes.flatMap((probe) => passages.map((passage) => dot(probe, passage)));
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length;
  return { mean, deviation: Math.sqrt(variance), samples: passages.length };
}

/** One question in two languages: each by its share, at length 1. */
function mix(one: Float32Array | undefined, other: Float32Array | undefined, share: number): Float32Array {
  if (one === undefined || other === undefined) return one ?? other ?? new Float32Array();
  const sum = one.map((value, at) => (1 - share) * value + share * (other[at] ?? 0));
  const length = Math.sqrt(dot(sum, sum));
  return length === 0 ? sum : sum.map((value) => value / length);
}

/** Both are of length 1. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
