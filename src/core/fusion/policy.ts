import type { RankedChunk } from "../search.ts";

/** One entry of the fused list. */
export interface FusedChunk {
  readonly chunkId: string;
  /** In [0, 1]; what the order goes by. */
  readonly score: number;
  /** Σ 1/(k + rank), whatever the policy: thresholds and readers rely on it. */
  readonly rrfScore: number;
  /** 1-based, in the order of the lists; null where a list lacks the chunk. */
  readonly ranks: readonly (number | null)[];
  /** What each list gave: the score is the sum of weight × value. Null where a list lacks the chunk. */
  readonly parts: readonly (FusedPart | null)[];
}

export interface FusedPart {
  readonly weight: number;
  /** In [0, 1]: 1 for the best a list can give. */
  readonly value: number;
}

export interface FusionOptions {
  readonly rrfK: number;
  /** One a list, in their order; a policy without weights of its own leaves them aside. */
  readonly weights: readonly number[];
  /**
   * One a list: the score of what a list that came to its end left out, as 0 for a chunk that holds no
   * word of the query; null where more would have followed, or nothing was left out.
   */
  readonly floors: readonly (number | null)[];
}

/** Best first within each list, the lexical one first, which decides ties. Pure: equal input, equal output, on every machine. */
export type FusionPolicy = (
  lists: readonly (readonly RankedChunk[])[],
  options: FusionOptions,
) => FusedChunk[];

/** A chunk with its places; what a policy starts from. */
export interface Candidate {
  readonly chunkId: string;
  readonly ranks: readonly (number | null)[];
}

/** Every chunk of any list, once; a list that names one twice counts its better rank. */
export function collectCandidates(lists: readonly (readonly RankedChunk[])[]): Candidate[] {
  const ranks = new Map<string, (number | null)[]>();
  lists.forEach((list, position) => {
    list.forEach(({ chunkId }, index) => {
      const own = ranks.get(chunkId) ?? lists.map(() => null);
      own[position] ??= index + 1;
      ranks.set(chunkId, own);
    });
  });
  return [...ranks].map(([chunkId, own]) => ({ chunkId, ranks: own }));
}

/**
 * Ranks are sorted before summing: three floats added in another order may differ in the last
 * bit, which is enough to miss a tie.
 */
export function toRrfScore(ranks: readonly (number | null)[], rrfK: number): number {
  const present = ranks.filter((rank) => rank !== null).sort((a, b) => a - b);
  return present.reduce((sum, rank) => sum + 1 / (rrfK + rank), 0);
}

/** Score descending, then the lexical rank, absent last, then the id. */
export function compareFused(a: FusedChunk, b: FusedChunk): number {
  const lexical = (chunk: FusedChunk): number => chunk.ranks[0] ?? Number.POSITIVE_INFINITY;
  if (a.score !== b.score) return b.score - a.score;
  if (lexical(a) !== lexical(b)) return lexical(a) - lexical(b);
  return a.chunkId < b.chunkId ? -1 : 1;
}

/** The weighted mean of what each list gives a chunk: `toValue` its value in [0, 1] by list and 1-based rank. */
export function fuseByParts(
  lists: readonly (readonly RankedChunk[])[],
  { rrfK, weights }: Pick<FusionOptions, "rrfK" | "weights">,
  toValue: (place: { readonly chunkId: string; readonly list: number; readonly rank: number }) => number,
): FusedChunk[] {
  const shares = toShares(weights, lists.length);
  return collectCandidates(lists)
    .map(({ chunkId, ranks }) => {
      const parts = ranks.map((rank, list) =>
        rank === null ? null : { weight: shares[list] ?? 0, value: toValue({ chunkId, list, rank }) },
      );
      return { chunkId, score: sumParts(parts), rrfScore: toRrfScore(ranks, rrfK), ranks, parts };
    })
    .sort(compareFused);
}

/** Weights that sum to 1; equal ones where none is above 0. */
function toShares(weights: readonly number[], count: number): number[] {
  const given = Array.from({ length: count }, (_, position) => weights[position] ?? 1);
  const total = given.reduce((sum, weight) => sum + weight, 0);
  return given.map((weight) => (total > 0 ? weight / total : 1 / count));
}

/** Parts summed in the order of the lists, and kept from passing 1 by a rounding error. */
function sumParts(parts: readonly (FusedPart | null)[]): number {
  return Math.min(
    1,
    parts.reduce((sum, part) => sum + (part === null ? 0 : part.weight * part.value), 0),
  );
}
