import type { RankingMetrics } from "./metrics.ts";
import type { MetricValues } from "./run-record.ts";

/** The metrics under the names users see. */
export function toMetricValues(metrics: RankingMetrics): MetricValues {
  return {
    "ndcg@10": metrics.ndcgAt10,
    "recall@100": metrics.recallAt100,
    "mrr@10": metrics.mrrAt10,
    map: metrics.map,
    "hit@1": metrics.hitAt1,
    "hit@3": metrics.hitAt3,
    "hit@5": metrics.hitAt5,
    "hit@10": metrics.hitAt10,
  };
}

/** Finer digits are the clock's noise. */
export function toMicrosecond(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
