import fc from "fast-check";
import { expect, test } from "vitest";
import { comparePaired } from "./paired.ts";

test("comparePaired() counts wins, losses and ties of the candidate", () => {
  // differences 0.5, 0.25, -0.5, 0, 0.5: mean 0.75 / 5 = 0.15
  const result = comparePaired([0.5, 0.25, 1, 0.5, 0], [1, 0.5, 0.5, 0.5, 0.5]);
  expect(result).toMatchObject({ wins: 3, losses: 1, ties: 1 });
  expect(result.difference).toBeCloseTo(0.15, 12);
  expect(result.low).toBeLessThan(0);
  expect(result.high).toBeGreaterThan(0.15);
});

test("comparePaired() gives the same interval for the same seed, another one for another", () => {
  const baseline = Array.from({ length: 40 }, (_, index) => ((index * 7) % 11) / 11);
  const candidate = baseline.map((value, index) => value + ((index * 5) % 13) / 50);
  expect(comparePaired(baseline, candidate)).toEqual(comparePaired(baseline, candidate));
  expect(comparePaired(baseline, candidate, { seed: 2 })).not.toEqual(comparePaired(baseline, candidate));
});

test("comparePaired() comes near the interval of the normal distribution on many queries", () => {
  // differences are 0 and 1 in turn: mean 0.5, standard deviation 0.5, standard error 0.5/sqrt(400) = 0.025,
  // so 95 % lie within 0.5 ± 1.96 * 0.025 = [0.451, 0.549]
  const baseline = Array.from({ length: 400 }, () => 0);
  const result = comparePaired(
    baseline,
    baseline.map((_, index) => index % 2),
  );
  expect(result.low).toBeCloseTo(0.451, 2);
  expect(result.high).toBeCloseTo(0.549, 2);
});

test("comparePaired() has no width where every query moves alike", () => {
  expect(comparePaired([0, 0.25, 0.5], [0.5, 0.75, 1])).toEqual({
    difference: 0.5,
    low: 0.5,
    high: 0.5,
    wins: 3,
    losses: 0,
    ties: 0,
    significant: false,
  });
});

test("comparePaired() calls nothing significant that fewer than six queries say", () => {
  const gains = (count: number) =>
    [Array.from({ length: count }, () => 0.25), Array.from({ length: count }, () => 0.75)] as const;
  expect(comparePaired(...gains(5))).toMatchObject({ low: 0.5, significant: false });
  expect(comparePaired(...gains(6))).toMatchObject({ low: 0.5, significant: true });
  const [low, high] = gains(6);
  expect(comparePaired(high, low)).toMatchObject({ high: -0.5, significant: true });
  const ties = [1, 1, 1, 1];
  expect(comparePaired([0, 0, ...ties], [1, 1, ...ties])).toMatchObject({
    wins: 2,
    ties: 4,
    significant: false,
  });
});

test("comparePaired() takes the same value summed in another order for a tie", () => {
  expect(comparePaired([0.1 + 0.2], [0.3])).toMatchObject({ wins: 0, losses: 0, ties: 1 });
});

test("comparePaired() refuses arrays that cannot be paired", () => {
  expect(() => comparePaired([1], [1, 0])).toThrow("Cannot compare 1 queries with 2");
  expect(() => comparePaired([], [])).toThrow("Cannot compare 0 queries with 0");
});

test("comparePaired() keeps its interval within the differences, and every query in one count", () => {
  const value = fc.integer({ min: 0, max: 8 }).map((eighths) => eighths / 8);
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 30 }), (pairs) => {
      const baseline = pairs.map(([left]) => left);
      const candidate = pairs.map(([, right]) => right);
      const differences = pairs.map(([left, right]) => right - left);
      const result = comparePaired(baseline, candidate, { resamples: 200 });
      expect(result.low).toBeGreaterThanOrEqual(Math.min(...differences));
      expect(result.high).toBeLessThanOrEqual(Math.max(...differences));
      expect(result.low).toBeLessThanOrEqual(result.high);
      expect(result.wins + result.losses + result.ties).toBe(pairs.length);
    }),
  );
});
