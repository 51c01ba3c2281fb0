import { KebabError } from "../core/errors.ts";

export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

export function toLatency(samplesMs: readonly number[]): Latency {
  return { p50: percentile(samplesMs, 50), p95: percentile(samplesMs, 95) };
}

/** Nearest rank: the smallest sample with at least `percent` % of all samples at or below it. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  // Multiplied before divided: 0.07 * 100 is 7.000000000000001 and would round up to 8.
  const rank = Math.max(1, Math.ceil((percent * sorted.length) / 100));
  const value = sorted[rank - 1];
  if (value === undefined) {
    throw new KebabError("internal", `Cannot take percentile ${percent} of ${sorted.length} samples`);
  }
  return value;
}
