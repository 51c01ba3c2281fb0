/**
 * no_index: nothing was ingested. no_chunks: nothing was found. score_gate: what was found does not bear on the
 * question. model_refused: the model says that the sources do not tell. unsupported: nothing of what it said is
 * backed by what it cited. stream_aborted: the answer broke off.
 */
export const REFUSAL_REASONS = [
  "no_index",
  "no_chunks",
  "score_gate",
  "model_refused",
  "unsupported",
  "stream_aborted",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];
