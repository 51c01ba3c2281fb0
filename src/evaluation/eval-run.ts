import type { SearchMode } from "../core/search.ts";
import type { Latency } from "./latency.ts";
import type { RankingMetrics } from "./metrics.ts";

export interface ScoredDocument {
  readonly documentId: string;
  readonly score: number;
}

export interface QueryRun {
  readonly queryId: string;
  /** Distinct documents, best first. */
  readonly ranking: readonly ScoredDocument[];
  readonly metrics: RankingMetrics;
  readonly latencyMs: number;
}

export interface ModeRun {
  readonly mode: SearchMode;
  /** The policy that joined the lists; null where only one retriever ran. */
  readonly fusion: string | null;
  readonly metrics: RankingMetrics;
  /** Share of queries for which nothing at all was found. */
  readonly emptyRate: number;
  readonly latencyMs: Latency;
  readonly perQuery: readonly QueryRun[];
}

export interface EvalRun {
  readonly runId: string;
  readonly set: string;
  readonly documents: number;
  /** Those that counted: judged, with at least one relevant document. */
  readonly queries: number;
  /** Everything that shaped the ranks: index, chunker, embedder, analyser. */
  readonly versions: Readonly<Record<string, string>>;
  readonly runs: readonly ModeRun[];
}

/** eval_run.v1, as users and tests rely on it. */
export interface EvalRunJson {
  readonly schema_version: "eval_run.v1";
  readonly run_id: string;
  readonly set: string;
  readonly documents: number;
  readonly queries: number;
  readonly runs: readonly {
    readonly mode: SearchMode;
    readonly fusion: string | null;
    readonly metrics: {
      readonly "ndcg@10": number;
      readonly "recall@100": number;
      readonly "mrr@10": number;
      readonly map: number;
      readonly "hit@1": number;
      readonly "hit@3": number;
      readonly "hit@5": number;
      readonly "hit@10": number;
    };
    readonly latency_ms: { readonly p50: number; readonly p95: number };
  }[];
}

export function toEvalRunJson(run: EvalRun): EvalRunJson {
  return {
    schema_version: "eval_run.v1",
    run_id: run.runId,
    set: run.set,
    documents: run.documents,
    queries: run.queries,
    runs: run.runs.map(({ mode, fusion, metrics, latencyMs }) => ({
      mode,
      fusion,
      metrics: {
        "ndcg@10": metrics.ndcgAt10,
        "recall@100": metrics.recallAt100,
        "mrr@10": metrics.mrrAt10,
        map: metrics.map,
        "hit@1": metrics.hitAt1,
        "hit@3": metrics.hitAt3,
        "hit@5": metrics.hitAt5,
        "hit@10": metrics.hitAt10,
      },
      latency_ms: { p50: toMicrosecond(latencyMs.p50), p95: toMicrosecond(latencyMs.p95) },
    })),
  };
}

/** `query-id<TAB>corpus-id<TAB>rank<TAB>score<TAB>mode` without line ends, one at a time: large runs have millions. */
export function* toRankedLines(run: EvalRun): Generator<string> {
  for (const { mode, perQuery } of run.runs) {
    for (const { queryId, ranking } of perQuery) {
      for (const [index, { documentId, score }] of ranking.entries()) {
        yield [queryId, documentId, index + 1, score, mode].join("\t");
      }
    }
  }
}

/** Finer digits are the clock's noise. */
function toMicrosecond(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
