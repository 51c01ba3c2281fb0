import type { Json } from "../core/document.ts";
import type { MetricName } from "../core/metric-names.ts";
import type { PairedComparison } from "./paired.ts";
import type { AskRecord, RunRecord, VariantRecord } from "./run-record.ts";
import type { Variant } from "./variants.ts";

/** A is the baseline, B what is held against it: a difference is B minus A. */
export interface RunComparison {
  readonly schema_version: "eval_comparison.v1";
  readonly set: string;
  readonly a: RunSummary;
  readonly b: RunSummary;
  readonly variants: VariantComparison[];
  /** Measured in one of the runs alone, as "hybrid/linear". */
  readonly unmatched: { readonly a: string[]; readonly b: string[] };
  /** Null unless both runs asked. */
  readonly ask: { readonly a: AskRecord; readonly b: AskRecord } | null;
  readonly differs: RunDifferences;
  readonly warnings: string[];
}

export type RunSummary = Pick<RunRecord, "run_id" | "kind" | "started_at" | "documents" | "queries" | "git">;

export interface VariantComparison {
  readonly a: Variant;
  readonly b: Variant;
  /** Those that both runs measured. */
  readonly queries: number;
  /** By the primary metric: significantly above, below, or neither. */
  readonly verdict: "better" | "worse" | "undecided";
  readonly metrics: Record<MetricName, MetricComparison>;
  /** The primary metric by kind of query; empty where there are not two kinds. */
  readonly kinds: (MetricComparison & { readonly kind: string; readonly queries: number })[];
  readonly empty_rate: { readonly a: number; readonly b: number };
  readonly latency_ms: {
    readonly a: VariantRecord["latency_ms"];
    readonly b: VariantRecord["latency_ms"];
    /** B over A; null where A took no time that could be measured. */
    readonly ratio: { readonly p50: number | null; readonly p95: number | null };
  };
  /** Those whose primary metric rose most, and fell most, each at most ten. */
  readonly gained: ChangedQuery[];
  readonly lost: ChangedQuery[];
}

export interface MetricComparison extends PairedComparison {
  readonly a: number;
  readonly b: number;
}

export interface ChangedQuery {
  readonly query_id: string;
  readonly query: string;
  readonly kind: string | null;
  readonly a: QuerySide;
  readonly b: QuerySide;
  readonly difference: number;
}

export interface QuerySide {
  readonly value: number;
  /** Of the first relevant hit; null when it is not among the first ten, or not known. */
  readonly first_relevant: number | null;
  readonly top: string[];
}

export interface RunDifferences {
  readonly config: Difference[];
  readonly versions: Difference[];
  readonly git: { readonly a: RunRecord["git"]; readonly b: RunRecord["git"] } | null;
}

/** Null on the side that lacks the key. */
export interface Difference {
  readonly key: string;
  readonly a: Json;
  readonly b: Json;
}

/** A query's primary metric in both runs, for plots. */
export interface QueryPoint {
  readonly a: number;
  readonly b: number;
}
