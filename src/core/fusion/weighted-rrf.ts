import {
  collectCandidates,
  compareFused,
  type FusionPolicy,
  sumParts,
  toRrfScore,
  toShares,
} from "./policy.ts";

/** As `rrf`, but a list counts as much as its weight: for a corpus where one side is known to be better. */
export const fuseByWeightedRank: FusionPolicy = (lists, { rrfK, weights }) => {
  const shares = toShares(weights, lists.length);
  return collectCandidates(lists)
    .map(({ chunkId, ranks }) => {
      const parts = ranks.map((rank, position) =>
        rank === null ? null : { weight: shares[position] ?? 0, value: (rrfK + 1) / (rrfK + rank) },
      );
      return { chunkId, score: sumParts(parts), rrfScore: toRrfScore(ranks, rrfK), ranks, parts };
    })
    .sort(compareFused);
};
