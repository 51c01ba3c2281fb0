import { fuseByEvidence } from "./adaptive.ts";
import { fuseByScore } from "./linear.ts";
import type { FusionPolicy } from "./policy.ts";
import { fuseByRank } from "./rrf.ts";
import { fuseByWeightedRank } from "./weighted-rrf.ts";

export const FUSION_NAMES = ["rrf", "weighted_rrf", "linear", "adaptive"] as const;
export type FusionName = (typeof FUSION_NAMES)[number];

export const FUSION_POLICIES: Readonly<Record<FusionName, FusionPolicy>> = {
  rrf: fuseByRank,
  weighted_rrf: fuseByWeightedRank,
  linear: fuseByScore,
  adaptive: fuseByEvidence,
};
