import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCosine } from "../cosine.ts";
import { spreadVector } from "../spread-vector.ts";
import { CODE_TAIL_BYTES, encodeVector } from "./vector-code.ts";

const value = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 });
const vector = fc
  .array(value, { minLength: 1, maxLength: 40 })
  .map((values) => Float32Array.from(values))
  .filter((values) => values.some((each) => Math.abs(each) > 1e-6));

function decode(code: Uint8Array): { components: Int8Array; scale: number; error: number } {
  const dimension = code.length - CODE_TAIL_BYTES;
  const tail = new DataView(code.buffer, dimension);
  return {
    components: new Int8Array(code.buffer, 0, dimension),
    scale: tail.getFloat32(0, true),
    error: tail.getFloat32(4, true),
  };
}

const lengthOf = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, each) => sum + each * each, 0));

describe("encodeVector()", () => {
  it("is off by no more than it says, and says little more", () => {
    fc.assert(
      fc.property(vector, (given) => {
        const { components, scale, error } = decode(encodeVector(given));
        const direction = [...spreadVector(given)];
        const off = lengthOf(direction.map((each, index) => each - scale * (components[index] ?? 0)));
        expect(off).toBeLessThanOrEqual(error);
        expect(error - off).toBeLessThan(2e-6);
      }),
      { numRuns: 500 },
    );
  });

  it("bounds the cosine of every query from both sides", () => {
    const pair = fc
      .integer({ min: 1, max: 40 })
      .chain((dimension) => {
        const values = fc.array(value, { minLength: dimension, maxLength: dimension });
        return fc.tuple(values, values);
      })
      .filter((both) => both.every((values) => values.some((each) => Math.abs(each) > 1e-6)));
    fc.assert(
      fc.property(pair, ([first, second]) => {
        const [query, other] = [Float32Array.from(first), Float32Array.from(second)];
        const { components, scale, error } = decode(encodeVector(other));
        const near = spreadVector(query).reduce(
          (sum, each, index) => sum + each * scale * (components[index] ?? 0),
          0,
        );
        expect(Math.abs(createCosine(query)(other) - near)).toBeLessThanOrEqual(error);
      }),
      { numRuns: 500 },
    );
  });

  it("uses the whole range of a byte, whatever the length", () => {
    expect([...decode(encodeVector(Float32Array.of(1e-3, -5e-4, 0))).components]).toEqual([127, -63, 0]);
    expect(encodeVector(Float32Array.of(1e3, -5e2, 0))).toEqual(encodeVector(Float32Array.of(2, -1, 0)));
  });
});
