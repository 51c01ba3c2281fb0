import { z } from "zod";
import { REFUSAL_REASONS } from "../core/refusal.ts";
import { SEARCH_MODES } from "../core/search.ts";

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const mode = z.enum(SEARCH_MODES);
const milliseconds = z.strictObject({ p50: z.number(), p95: z.number() });

const metrics = z.strictObject({
  "ndcg@10": share,
  "recall@100": share,
  "mrr@10": share,
  map: share,
  "hit@1": share,
  "hit@3": share,
  "hit@5": share,
  "hit@10": share,
});

const kind = z.strictObject({ kind: z.string(), queries: count, metrics });

const group = z.strictObject({
  group: z.string(),
  queries: z.array(z.string()).describe("The ids of its paraphrases"),
  ranks: z
    .array(z.int().min(1).nullable())
    .describe("Of the first relevant passage, one a paraphrase; null: not among the first 100"),
  ndcg_spread: share.describe("Best minus worst nDCG@10 of its paraphrases; 0 when wording does not matter"),
});

const misses = z.strictObject({
  ranking: count.describe("Queries whose passage stands at rank 11 to 100: it is found, and ranked too low"),
  vocabulary: count.describe("Queries whose passage is in no list: it shares too little with the query"),
});

const variant = z.strictObject({
  mode,
  fusion: z.string().nullable(),
  metrics,
  latency_ms: milliseconds,
});

const goldenParts = {
  kinds: z.array(kind).exactOptional(),
  groups: z.array(group).exactOptional(),
  misses: misses.exactOptional(),
  forbidden: count.exactOptional().describe("Queries with something forbidden among the first hits"),
};

const askRecord = z.strictObject({
  provider: z.string(),
  model: z.string(),
  questions: count,
  refusal_correctness: share.describe("Share of the questions rightly answered or rightly refused"),
  wrongly_refused: share.describe("Of the questions that have an answer"),
  wrongly_answered: share.describe("Of the questions that have none"),
  correct: share.describe("Of the answers: hold every must_contain and nothing forbidden"),
  grounded: share.describe("Of the answers: every claim is supported by what it cites"),
  latency_ms: milliseconds,
  prompt_tokens: count,
  answer_tokens: count,
});

const requirement = z.strictObject({
  name: z.string().describe("Such as hybrid.ndcg@10 or ask.refusal_correctness"),
  required: z.number(),
  value: z.number().nullable().describe("Null when it was not measured"),
  met: z.boolean(),
});

export const evalRun = z.strictObject({
  schema_version: z.literal("eval_run.v1"),
  run_id: z.string().describe("What `kebab eval show` and `kebab eval compare` know the run by"),
  set: z.string(),
  documents: count,
  queries: count,
  runs: z.array(variant.extend({ empty_rate: share.exactOptional(), ...goldenParts })),
  ask: askRecord.nullable().exactOptional().describe("Of a golden set; null when nothing was asked"),
  requirements: z
    .array(requirement)
    .exactOptional()
    .describe("The golden set's `require`, with what was reached"),
});

export const queryRecord = z.strictObject({
  query_id: z.string(),
  query: z.string(),
  kind: z.string().nullable(),
  group: z.string().nullable(),
  mode,
  fusion: z.string().nullable(),
  metrics,
  latency_ms: z.number(),
  ranking: z.array(z.string()).describe("Documents, or passages as path#L1-L9, best first"),
  rank: z
    .int()
    .min(1)
    .nullable()
    .exactOptional()
    .describe("Of the first relevant passage within the first 100"),
  miss: z
    .strictObject({
      problem: z.enum(["ranking", "vocabulary"]),
      missing_words: z
        .array(z.string())
        .describe("Telling words of the query that no relevant passage holds"),
    })
    .exactOptional()
    .describe("Where no relevant passage is among the first ten"),
  forbidden: z.array(z.string()).exactOptional().describe("What must not be among the first hits, and is"),
});

export const askQueryRecord = z.strictObject({
  query_id: z.string(),
  query: z.string(),
  kind: z.string().nullable(),
  group: z.string().nullable(),
  expected: z.enum(["answer", "refusal"]),
  answered: z.boolean(),
  refusal_reason: z.enum(REFUSAL_REASONS).nullable(),
  answer: z.string().nullable(),
  grounded: z.boolean(),
  missing: z.array(z.string()).describe("Of must_contain: what the answer lacks"),
  forbidden: z.array(z.string()).describe("What the answer must not hold or cite, and does"),
  cited: z.array(z.string()),
  latency_ms: z.number(),
  prompt_tokens: count,
  answer_tokens: count,
});

/** A run as it is kept in `runs/<run_id>/run.json`. */
export const runRecord = z.strictObject({
  schema_version: z.literal("eval_record.v1"),
  run_id: z.string(),
  kind: z.enum(["beir", "golden"]),
  set: z.string(),
  set_hash: z
    .string()
    .describe("Of questions, judgments and documents: runs of different sets do not compare"),
  started_at: z.string(),
  documents: count,
  queries: count,
  versions: z.record(z.string(), z.string()),
  config: z.record(z.string(), z.json()).describe("Every setting by its full name; secrets left out"),
  git: z.strictObject({ commit: z.string(), dirty: z.boolean() }).nullable(),
  runs: z.array(variant.extend({ empty_rate: share, ...goldenParts })),
  ask: askRecord.nullable(),
});

/** What `eval show` prints: the record, and with --queries or --query its queries. */
export const evalRecord = runRecord.extend({
  query_records: z.array(queryRecord).exactOptional(),
  ask_records: z.array(askQueryRecord).exactOptional(),
});

export const evalList = z.strictObject({
  schema_version: z.literal("eval_list.v1"),
  runs: z.array(
    runRecord
      .pick({ run_id: true, kind: true, set: true, set_hash: true, started_at: true, documents: true })
      .extend({
        queries: count,
        git: runRecord.shape.git,
        runs: z.array(variant),
        ask: askRecord.nullable(),
      }),
  ),
  broken: z
    .array(z.strictObject({ folder: z.string(), reason: z.string() }))
    .describe("Runs that cannot be read"),
});

export type EvalRunWire = z.infer<typeof evalRun>;
