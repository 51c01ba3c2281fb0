import type { SearchMode } from "../core/search.ts";
import type { Latency } from "./latency.ts";
import { toMetricValues, toMicrosecond } from "./metric-values.ts";
import type { RankingMetrics } from "./metrics.ts";
import type { QueryRecord, VariantRecord } from "./run-record.ts";

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
  readonly set: string;
  readonly documents: number;
  /** Those that counted: judged, with at least one relevant document. */
  readonly queries: number;
  readonly runs: readonly ModeRun[];
}

export function toVariantRecord({ mode, fusion, metrics, emptyRate, latencyMs }: ModeRun): VariantRecord {
  return {
    mode,
    fusion,
    metrics: toMetricValues(metrics),
    empty_rate: emptyRate,
    latency_ms: { p50: toMicrosecond(latencyMs.p50), p95: toMicrosecond(latencyMs.p95) },
  };
}

/** One at a time: large runs have tens of thousands. */
export function* toQueryRecords(run: EvalRun, textOf: (queryId: string) => string): Generator<QueryRecord> {
  for (const { mode, fusion, perQuery } of run.runs) {
    for (const { queryId, ranking, metrics, latencyMs } of perQuery) {
      yield {
        query_id: queryId,
        query: textOf(queryId),
        kind: null,
        group: null,
        mode,
        fusion,
        metrics: toMetricValues(metrics),
        latency_ms: toMicrosecond(latencyMs),
        ranking: ranking.map(({ documentId }) => documentId),
      };
    }
  }
}

/** `query-id<TAB>corpus-id<TAB>rank<TAB>score<TAB>mode` without line ends, one at a time: large runs have millions. */
export function* toRankedLines(run: Pick<EvalRun, "runs">): Generator<string> {
  for (const { mode, perQuery } of run.runs) {
    for (const { queryId, ranking } of perQuery) {
      for (const [index, { documentId, score }] of ranking.entries()) {
        yield [queryId, documentId, index + 1, score, mode].join("\t");
      }
    }
  }
}
