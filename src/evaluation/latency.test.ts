import fc from "fast-check";
import { expect, test } from "vitest";
import { percentile, toLatency } from "./latency.ts";

test("percentile() takes the nearest rank, never a value between two samples", () => {
  const samples = [50, 15, 40, 20, 35];
  // ranks: ceil(0.30 * 5) = 2, ceil(0.40 * 5) = 2, ceil(0.50 * 5) = 3, ceil(1.00 * 5) = 5
  expect([30, 40, 50, 100].map((percent) => percentile(samples, percent))).toEqual([20, 20, 35, 50]);
  expect(percentile(samples, 0)).toBe(15);
});

test("percentile() is not carried to the next rank by rounding", () => {
  const samples = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(percentile(samples, 7)).toBe(7);
});

test("toLatency() gives median and 95th of twenty samples as the 10th and 19th", () => {
  const samples = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect(toLatency(samples)).toEqual({ p50: 10, p95: 19 });
  expect(toLatency([7])).toEqual({ p50: 7, p95: 7 });
});

test("percentile() leaves its input as it was, and refuses an empty one", () => {
  const samples = [3, 1, 2];
  percentile(samples, 50);
  expect(samples).toEqual([3, 1, 2]);
  expect(() => percentile([], 50)).toThrow("Cannot take percentile 50 of 0 samples");
});

test("percentile() has at least its share of the samples at or below it, and fewer below", () => {
  const samplesAndPercent = [
    fc.array(fc.nat(50), { minLength: 1 }),
    fc.integer({ min: 1, max: 100 }),
  ] as const;
  fc.assert(
    fc.property(...samplesAndPercent, (samples, percent) => {
      const value = percentile(samples, percent);
      const share = (kept: number[]): number => kept.length * 100;
      expect(share(samples.filter((sample) => sample <= value))).toBeGreaterThanOrEqual(
        percent * samples.length,
      );
      expect(share(samples.filter((sample) => sample < value))).toBeLessThan(percent * samples.length);
    }),
  );
});
