import { isLeftToWords } from "../core/left-to-words.ts";
import type { Embedder } from "../ports/embedder.ts";

/** A sentence, and those of the text it cites. */
export interface Undecided {
  readonly plain: string;
  readonly sentences: readonly string[];
}

/** The cosine of each to the nearest of its sentences; none where the model covers one side alone. */
export async function findNearestCosines(
  undecided: readonly Undecided[],
  embedder: Embedder | null,
): Promise<Map<Undecided, number>> {
  const nearest = new Map<Undecided, number>();
  if (embedder === null) return nearest;
  const covered = undecided
    .map((pair) => ({
      pair,
      readable: pair.sentences.filter(
        (sentence) => embedder.covers(sentence) && !isLeftToWords(pair.plain, sentence, embedder),
      ),
    }))
    .filter(({ pair, readable }) => readable.length > 0 && embedder.covers(pair.plain, "query"));
  // Each text once, and as a document on both sides: two sentences are alike, no question and its answer.
  const texts = [...new Set(covered.flatMap(({ pair, readable }) => [pair.plain, ...readable]))];
  if (texts.length === 0) return nearest;
  const { vectors } = await embedder.embedDocuments(texts);
  const vectorOf = new Map(texts.map((text, at) => [text, vectors[at]]));
  for (const { pair, readable } of covered) {
    const own = vectorOf.get(pair.plain);
    nearest.set(pair, Math.max(...readable.map((sentence) => toCosine(own, vectorOf.get(sentence)))));
  }
  return nearest;
}

/** Of two vectors of length 1. */
function toCosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return -1;
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return Math.min(1, sum);
}
