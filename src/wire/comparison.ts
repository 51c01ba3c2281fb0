import { z } from "zod";
import { FUSION_NAMES } from "../core/fusion/policies.ts";
import { SEARCH_MODES } from "../core/search.ts";
import { runRecord } from "./evaluation.ts";

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const milliseconds = z.strictObject({ p50: z.number(), p95: z.number() });
const variantName = z.strictObject({ mode: z.enum(SEARCH_MODES), fusion: z.string().nullable() });

const compared = z.strictObject({
  a: share,
  b: share,
  difference: z.number().min(-1).max(1).describe("Mean of b minus a"),
  low: z.number().describe("Of the 95 % interval of the difference, by paired bootstrap over the queries"),
  high: z.number(),
  wins: count.describe("Queries on which b is better"),
  losses: count,
  ties: count,
  significant: z.boolean().describe("The interval leaves out zero, and at least six queries changed"),
});

const metrics = z.strictObject({
  "ndcg@10": compared,
  "recall@100": compared,
  "mrr@10": compared,
  map: compared,
  "hit@1": compared,
  "hit@3": compared,
  "hit@5": compared,
  "hit@10": compared,
});

const querySide = z.strictObject({
  value: share.describe("nDCG@10"),
  first_relevant: z
    .int()
    .min(1)
    .nullable()
    .describe("Its rank; null when it is not among the first ten, or not known"),
  top: z.array(z.string()).describe("The first three hits"),
});

const changedQuery = z.strictObject({
  query_id: z.string(),
  query: z.string(),
  kind: z.string().nullable(),
  a: querySide,
  b: querySide,
  difference: z.number(),
});

const difference = z.strictObject({ key: z.string(), a: z.unknown(), b: z.unknown() });

const runSummary = runRecord.pick({
  run_id: true,
  kind: true,
  started_at: true,
  documents: true,
  queries: true,
  git: true,
});

export const evalComparison = z.strictObject({
  schema_version: z.literal("eval_comparison.v1"),
  set: z.string(),
  a: runSummary.describe("The baseline"),
  b: runSummary,
  variants: z.array(
    z.strictObject({
      a: variantName,
      b: variantName,
      queries: count.describe("Those that both runs measured"),
      verdict: z.enum(["better", "worse", "undecided"]).describe("Of b, by nDCG@10"),
      metrics,
      kinds: z
        .array(compared.extend({ kind: z.string(), queries: count }))
        .describe("nDCG@10 by kind of query; empty where there are not two kinds"),
      empty_rate: z.strictObject({ a: share, b: share }),
      latency_ms: z.strictObject({
        a: milliseconds,
        b: milliseconds,
        ratio: z
          .strictObject({ p50: z.number().nullable(), p95: z.number().nullable() })
          .describe("b over a"),
      }),
      gained: z.array(changedQuery).describe("Those whose nDCG@10 rose most, at most ten"),
      lost: z.array(changedQuery),
    }),
  ),
  unmatched: z
    .strictObject({ a: z.array(z.string()), b: z.array(z.string()) })
    .describe("Variants measured in one of the runs alone"),
  ask: z
    .strictObject({ a: runRecord.shape.ask.unwrap(), b: runRecord.shape.ask.unwrap() })
    .nullable()
    .describe("Null unless both runs asked"),
  differs: z.strictObject({
    config: z.array(difference),
    versions: z.array(difference),
    git: z.strictObject({ a: runRecord.shape.git, b: runRecord.shape.git }).nullable(),
  }),
  warnings: z.array(z.string()),
});

const settings = z
  .strictObject({
    hybrid_fusion: z.enum(FUSION_NAMES),
    rrf_k: z.int(),
    candidate_multiplier: z.int(),
    lexical_weight: z.number(),
    vector_weight: z.number(),
    heading_weight: z.number(),
    text_weight: z.number(),
    cjk_weight: z.number(),
    identifier_weight: z.number(),
  })
  .describe("Keys of [search]");

const half = z.strictObject({ queries: count, metrics });

export const evalTune = z.strictObject({
  schema_version: z.literal("eval_tune.v1"),
  set: z.string(),
  metric: metrics.keyof(),
  seed: z.int(),
  sides: z.enum(["both", "lexical"]).describe("Which retrievers there were to tune"),
  tried: count.describe("Settings that were measured"),
  current: settings.describe("What the config says now"),
  best: settings.describe("The best found on the first half"),
  searched: half.describe("The half the settings were chosen on; a is current, b is best"),
  held_out: half.describe("The other half, which decides"),
  adopt: z.boolean().describe("The gain on the other half is significant"),
  toml: z.string().describe("A suggested [search] block; commented out where the gain is not proven"),
});

export type EvalComparison = z.infer<typeof evalComparison>;
export type EvalTune = z.infer<typeof evalTune>;
