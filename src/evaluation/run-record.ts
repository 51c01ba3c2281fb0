import type { Json } from "../core/document.ts";
import type { MetricName } from "../core/metric-names.ts";
import type { RefusalReason } from "../core/refusal.ts";
import type { SearchMode } from "../core/search.ts";

export type MetricValues = Readonly<Record<MetricName, number>>;

/** A run as it is kept: what was measured, and everything that shaped it. Beside it lie its queries. */
export interface RunRecord {
  readonly schema_version: "eval_record.v1";
  /** Sorts by time: "20261116T034501123Z-1a2b3c4d". */
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
  /** What follows is of golden sets alone. In the order of the file. */
  readonly kinds?: readonly KindRecord[];
  readonly groups?: readonly GroupRecord[];
  readonly misses?: Readonly<Record<MissProblem, number>>;
  /** Queries with something forbidden among the first hits. */
  readonly forbidden?: number;
}

export interface KindRecord {
  readonly kind: string;
  readonly queries: number;
  readonly metrics: MetricValues;
}

/** Paraphrases of one need: how far does the wording decide? */
export interface GroupRecord {
  readonly group: string;
  readonly queries: readonly string[];
  /** Of each one's first relevant passage; null when it is not among the first 100. */
  readonly ranks: readonly (number | null)[];
  /** Best minus worst nDCG@10. */
  readonly ndcg_spread: number;
}

/** "ranking": the passage stands at rank 11 to 100; "vocabulary": it is in no list. */
export type MissProblem = "ranking" | "vocabulary";

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
  /** Golden sets: rank of the first relevant passage within the first 100. */
  readonly rank?: number | null;
  /** Golden sets: set where no relevant passage is among the first ten. */
  readonly miss?: {
    readonly problem: MissProblem;
    /** Telling words of the query that no relevant passage holds. */
    readonly missing_words: readonly string[];
  };
  /** Golden sets: what must not be among the first hits, and is. */
  readonly forbidden?: readonly string[];
}

/** One line of a run's asks: a question and what came of it. */
export interface AskQueryRecord {
  readonly query_id: string;
  readonly query: string;
  readonly kind: string | null;
  readonly group: string | null;
  readonly expected: "answer" | "refusal";
  readonly answered: boolean;
  readonly refusal_reason: RefusalReason | null;
  readonly answer: string | null;
  readonly grounded: boolean;
  /** Of `must_contain`: what the answer lacks. */
  readonly missing: readonly string[];
  /** What the answer must not hold or cite, and does. */
  readonly forbidden: readonly string[];
  /** Citations of the sources it cites. */
  readonly cited: readonly string[];
  readonly latency_ms: number;
  readonly prompt_tokens: number;
  readonly answer_tokens: number;
}
