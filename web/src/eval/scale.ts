export interface Range {
  readonly low: number;
  readonly high: number;
}

const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25];

/** Around all values, with borders on whole steps, never wider than what a share can be. */
export function niceRange(values: readonly number[]): Range {
  const low = Math.min(...values, 1);
  const high = Math.max(...values, 0);
  const step = toStep(high - low);
  return {
    low: Math.max(0, Math.floor(low / step - 0.25) * step),
    high: Math.min(1, Math.ceil(high / step + 0.25) * step),
  };
}

export function toTicks({ low, high }: Range): number[] {
  const step = toStep(high - low);
  const count = Math.floor((high - low) / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Math.round((low + index * step) * 1e6) / 1e6);
}

/** About four ticks. */
const toStep = (extent: number): number => STEPS.find((step) => extent / step <= 5) ?? 0.25;
