import type { Json } from "../core/document.ts";
import type { SearchMode } from "../core/search.ts";

/** The metrics of one query or their means, under the names users see. */
export const METRIC_NAMES = [
  "ndcg@10",
  "recall@100",
  "mrr@10",
  "map",
  "hit@1",
  "hit@3",
  "hit@5",
  "hit@10",
] as const;
export type MetricName = (typeof METRIC_NAMES)[number];
export type MetricValues = Readonly<Record<MetricName, number>>;

/** A run as it is kept: what was measured, and everything that shaped it. Beside it lie its queries. */
export interface RunRecord {
  readonly schema_version: "eval_record.v1";
  /** Sorts by time: "20261116T034501Z-1a2b3c4d". */
  readonly run_id: string;
  readonly kind: "beir" | "golden";
  readonly set: string;
  /** Of the questions, judgments and documents: runs of different sets do not compare. */
  readonly set_hash: string;
  readonly started_at: string;
  readonly documents: number;
  readonly queries: number;
  /** Index, chunker, embedder, analyser, prompt, kebab, node. */
  readonly versions: Readonly<Record<string, string>>;
  /** Every setting by its full name, "search.rrf_k"; secrets left out. */
  readonly config: Readonly<Record<string, Json>>;
  /** Of the folder the run was started in; null outside a repository. */
  readonly git: { readonly commit: string; readonly dirty: boolean } | null;
  readonly runs: readonly VariantRecord[];
  /** Null when nothing was asked. */
  readonly ask: AskRecord | null;
}

export interface VariantRecord {
  readonly mode: SearchMode;
  readonly fusion: string | null;
  readonly metrics: MetricValues;
  readonly empty_rate: number;
  readonly latency_ms: { readonly p50: number; readonly p95: number };
}

export interface AskRecord {
  readonly provider: string;
  readonly model: string;
  readonly questions: number;
  /** Share of the questions that were rightly answered or rightly refused. */
  readonly refusal_correctness: number;
  /** Shares of the questions that have an answer: refused; of those that have none: answered. */
  readonly wrongly_refused: number;
  readonly wrongly_answered: number;
  /** Of the answers: those that hold every `must_contain` and nothing `forbidden`; those wholly supported. */
  readonly correct: number;
  readonly grounded: number;
  readonly latency_ms: { readonly p50: number; readonly p95: number };
  readonly prompt_tokens: number;
  readonly answer_tokens: number;
}

/** One line of a run's queries: a query in one variant. */
export interface QueryRecord {
  readonly query_id: string;
  readonly query: string;
  readonly kind: string | null;
  readonly group: string | null;
  readonly mode: SearchMode;
  readonly fusion: string | null;
  readonly metrics: MetricValues;
  readonly latency_ms: number;
  /** Documents, or passages as "path#L1-L9", best first, at most 100. */
  readonly ranking: readonly string[];
}
