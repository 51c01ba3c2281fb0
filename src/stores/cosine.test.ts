import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareRanked, createCosine } from "./cosine.ts";

const value = fc.float({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 });
const vector = fc
  .array(value, { minLength: 11, maxLength: 11 })
  .map((values) => Float32Array.from(values))
  .filter((values) => values.some((each) => Math.abs(each) > 1e-3));

describe("createCosine()", () => {
  it("is 1 along, 0 across and -1 against the query", () => {
    const toScore = createCosine(Float32Array.of(0, 3, 0, 0, 0));
    expect(toScore(Float32Array.of(0, 7, 0, 0, 0))).toBe(1);
    expect(toScore(Float32Array.of(1, 0, 0, 0, 2))).toBe(0);
    expect(toScore(Float32Array.of(0, -0.5, 0, 0, 0))).toBe(-1);
  });

  it("lies within [-1, 1], and is near what a plain sum gives", () => {
    fc.assert(
      fc.property(vector, vector, (query, other) => {
        const dot = (first: Float32Array, second: Float32Array): number =>
          first.reduce((sum, each, index) => sum + each * (second[index] ?? 0), 0);
        const expected = dot(query, other) / Math.sqrt(dot(query, query) * dot(other, other));
        const score = createCosine(query)(other);
        expect(Math.abs(score)).toBeLessThanOrEqual(1);
        expect(score).toBeCloseTo(expected, 12);
      }),
    );
  });

  it("gives equal vectors equal scores, and 1 to the query itself, nearly", () => {
    fc.assert(
      fc.property(vector, vector, (query, other) => {
        const toScore = createCosine(query);
        expect(toScore(other)).toBe(toScore(other.slice()));
        expect(toScore(query)).toBeGreaterThan(1 - 1e-15);
      }),
    );
  });
});

describe("compareRanked()", () => {
  it("puts the higher score first, and among equal ones the smaller id", () => {
    const list = [
      { chunkId: "b", score: 0.5 },
      { chunkId: "c", score: 0.7 },
      { chunkId: "a", score: 0.5 },
    ];
    expect(list.sort(compareRanked).map(({ chunkId }) => chunkId)).toEqual(["c", "a", "b"]);
  });
});
