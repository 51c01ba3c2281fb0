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
