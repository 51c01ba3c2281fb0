import { type FusionPolicy, fuseByParts } from "./policy.ts";

/** As `rrf`, but a list counts as much as its weight: for a corpus where one side is known to be better. */
export const fuseByWeightedRank: FusionPolicy = (lists, options) =>
  fuseByParts(lists, options, ({ rank }) => (options.rrfK + 1) / (options.rrfK + rank));
