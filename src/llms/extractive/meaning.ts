import { crossesBridge } from "../../core/crosses-bridge.ts";
import { isLeftToWords } from "../../core/left-to-words.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { ScoredUnit } from "./score.ts";

/**
 * Some 25 ms each with the bundled model, and more for a longer one. Of the questions to the sample notes none is
 * answered better with 60.
 */
const MAX_EMBEDDED = 24;
const LONGEST_EMBEDDED = 500;
/** A cosine between sentences of one topic differs by some tenths: less than a rare word that one of them lacks. */
const GAIN = 1.2;

/**
 * Adds how near the best units by words lie to the question in meaning, where the model can read both. Taken against
 * their own mean: every sentence of a passage that was found lies near. Others keep their score.
 */
export async function addMeaning(
  scored: readonly ScoredUnit[],
  question: string,
  options: { readonly embedder: Embedder | null; readonly signal?: AbortSignal },
): Promise<ScoredUnit[]> {
  const { embedder, signal } = options;
  if (embedder === null || !embedder.covers(question, "query")) return [...scored];
  const read = scored
    .filter(({ unit }) => embedder.covers(unit.text) && !isLeftToWords(question, unit.text, embedder))
    .sort((a, b) => b.score - a.score || a.unit.source - b.unit.source || a.unit.position - b.unit.position)
    .slice(0, MAX_EMBEDDED);
  if (read.length < 2) return [...scored];
  const embedding = signal === undefined ? {} : { signal };
  const asked = await embedder.embedQuery(question, embedding);
  const { vectors } = await embedder.embedDocuments(
    read.map(({ unit }) => toText(unit.heading, unit.text)),
    embedding,
  );
  const cosines = vectors.map((vector) => dot(asked, vector));
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const gains = new Map(read.map((one, at) => [one, GAIN * ((cosines[at] ?? mean) - mean)]));
  return scored.map((one) => {
    const gain = gains.get(one);
    if (gain === undefined) return one;
    return {
      ...one,
      score: one.score + gain,
      isAcross: crossesBridge(question, one.unit.text, embedder),
    };
  });
}

function toText(heading: string, text: string): string {
  return `${heading === "" ? "" : `${heading}: `}${text}`.slice(0, LONGEST_EMBEDDED);
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
