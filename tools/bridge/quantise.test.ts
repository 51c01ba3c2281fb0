import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantise } from "./quantise.ts";

const WIDTH = 6;
const toValue = (rows: Uint8Array, at: number): number => {
  const byte = rows[at >> 1]!;
  return (at % 2 === 0 ? byte & 15 : byte >> 4) - 8;
};

describe("quantise()", () => {
  it("is off by half a step at most, or is the last step there is", () => {
    const row = fc.array(fc.float({ min: -100, max: 100, noNaN: true }), {
      minLength: WIDTH,
      maxLength: WIDTH,
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (table) => {
        const values = Float32Array.from(table.flat());
        const { rows, scales } = quantise(values, WIDTH);
        expect([rows.length, scales.length]).toEqual([values.length / 2, table.length]);
        for (const [at, value] of values.entries()) {
          const scale = scales[Math.floor(at / WIDTH)]!;
          const step = toValue(rows, at);
          if (Math.abs(step) === 7) expect(value / step).toBeGreaterThanOrEqual(scale * (6.499 / 7));
          else expect(Math.abs(value - step * scale)).toBeLessThanOrEqual(scale * 0.501);
        }
      }),
    );
  });

  it("leaves a row of zeros at 0, whatever stands beside it", () => {
    const { rows, scales } = quantise(Float32Array.of(0, 0, 0, 0, 1, -1, 0.5, 0), 4);
    expect(scales[0]).toBe(0);
    expect([...rows.subarray(0, 2)]).toEqual([0x88, 0x88]);
    expect(scales[1]).toBeGreaterThan(0);
    expect([4, 5, 6, 7].map((at) => Math.sign(toValue(rows, at)))).toEqual([1, -1, 1, 0]);
  });
});
