import { describe, expect, it } from "vitest";
import { createRandom, shuffle } from "./random.ts";

describe("createRandom()", () => {
  it("gives the same numbers for the same seed, others for another, all from 0 to below 1", () => {
    const draw = (seed: number): number[] => {
      const random = createRandom(seed);
      return Array.from({ length: 1000 }, () => random());
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw(3).every((value) => value >= 0 && value < 1)).toBe(true);
    expect(draw(4).reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1);
  });
});

describe("shuffle()", () => {
  it("keeps every value, leaves what it was given alone, and orders it alike for the same seed", () => {
    const values = Uint32Array.from({ length: 500 }, (_, at) => at * 3);
    const shuffled = shuffle(values, createRandom(7));
    expect(shuffled).not.toEqual(values);
    expect(shuffled.toSorted()).toEqual(values);
    expect(values[1]).toBe(3);
    expect(shuffle(values, createRandom(7))).toEqual(shuffled);
    expect(shuffle(values, createRandom(8))).not.toEqual(shuffled);
    expect(shuffle(new Uint32Array(0), createRandom(1))).toEqual(new Uint32Array(0));
  });
});
