/**
 * Reciprocal Rank Fusion. Ranks, not scores: BM25 and cosine live on different scales.
 * Ties break on the lexical rank, then on the chunk id, so that equal inputs give equal
 * output on every machine; ranks are sorted before summing because three floats added in
 * another order may differ in the last bit, which is enough to miss a tie.
 */
export interface FusedChunk {
  readonly chunkId: string;
  readonly rrfScore: number;
  /** `rrfScore` over the best possible one: 1 for a chunk that leads every list. */
  readonly fusionScore: number;
  /** 1-based, in the order of the lists; null where a list lacks the chunk. */
  readonly ranks: readonly (number | null)[];
}

export const RRF_K = 60;

/** `lists`: chunk ids, best first; the lexical one first, which decides ties. */
export function fuse(lists: readonly (readonly string[])[], rrfK = RRF_K): FusedChunk[] {
  const ranks = new Map<string, (number | null)[]>();
  lists.forEach((list, position) => {
    list.forEach((chunkId, index) => {
      const own = ranks.get(chunkId) ?? lists.map(() => null);
      own[position] ??= index + 1;
      ranks.set(chunkId, own);
    });
  });
  const best = lists.length / (rrfK + 1);
  return [...ranks]
    .map(([chunkId, own]) => {
      const present = own.filter((rank) => rank !== null).sort((a, b) => a - b);
      const rrfScore = present.reduce((sum, rank) => sum + 1 / (rrfK + rank), 0);
      return { chunkId, rrfScore, fusionScore: Math.min(1, rrfScore / best), ranks: own };
    })
    .sort(compareFused);
}

function compareFused(a: FusedChunk, b: FusedChunk): number {
  const lexical = (chunk: FusedChunk): number => chunk.ranks[0] ?? Number.POSITIVE_INFINITY;
  if (a.rrfScore !== b.rrfScore) return b.rrfScore - a.rrfScore;
  if (lexical(a) !== lexical(b)) return lexical(a) - lexical(b);
  return a.chunkId < b.chunkId ? -1 : 1;
}
