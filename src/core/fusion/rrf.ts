import { collectCandidates, compareFused, type FusionPolicy, toRrfScore } from "./policy.ts";

export const RRF_K = 60;

/**
 * Reciprocal Rank Fusion. Ranks, not scores: BM25 and cosine live on different scales.
 * The score is the sum over the best possible one: 1 for a chunk that leads every list.
 */
export const fuseByRank: FusionPolicy = (lists, { rrfK }) => {
  const best = lists.length / (rrfK + 1);
  return collectCandidates(lists)
    .map(({ chunkId, ranks }) => {
      const rrfScore = toRrfScore(ranks, rrfK);
      const parts = ranks.map((rank) =>
        rank === null ? null : { weight: 1 / lists.length, value: (rrfK + 1) / (rrfK + rank) },
      );
      return { chunkId, score: Math.min(1, rrfScore / best), rrfScore, ranks, parts };
    })
    .sort(compareFused);
};
