import { toVariantRecord } from "./eval-run.ts";
import { toMetricValues, toMicrosecond } from "./metric-values.ts";
import type { GoldenModeRun } from "./run-golden.ts";
import type { QueryRecord, VariantRecord } from "./run-record.ts";

export function toGoldenVariantRecord(run: GoldenModeRun): VariantRecord {
  const { kinds, groups, misses, forbidden } = run;
  return { ...toVariantRecord(run), kinds, groups, misses, forbidden };
}

export function* toGoldenQueryRecords(runs: readonly GoldenModeRun[]): Generator<QueryRecord> {
  for (const { mode, fusion, perQuery } of runs) {
    for (const { queryId, query, ranking, metrics, latencyMs, rank, miss, forbidden } of perQuery) {
      yield {
        query_id: queryId,
        query: query.query,
        kind: query.kind,
        group: query.group,
        mode,
        fusion,
        metrics: toMetricValues(metrics),
        latency_ms: toMicrosecond(latencyMs),
        ranking: ranking.map(({ documentId }) => documentId),
        rank,
        ...(miss === null ? {} : { miss: { problem: miss.problem, missing_words: [...miss.missingWords] } }),
        ...(forbidden.length === 0 ? {} : { forbidden: [...forbidden] }),
      };
    }
  }
}
