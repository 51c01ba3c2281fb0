import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multiplyRows, sumRows } from "./matrices.ts";

const anyMatrix = (rows: number, width: number): fc.Arbitrary<Float32Array> =>
  fc
    .array(fc.integer({ min: -64, max: 64 }), { minLength: rows * width, maxLength: rows * width })
    // Eighths of small numbers: sums of their products are exact in every order.
    .map((values) => Float32Array.from(values, (value) => value / 8));

const anySizes = fc.record({
  rows: fc.integer({ min: 1, max: 3 }).map((count) => count * 4),
  columns: fc.integer({ min: 1, max: 3 }).map((count) => count * 4),
  width: fc.integer({ min: 1, max: 9 }),
});

describe("multiplyRows() and sumRows()", () => {
  it("give what the plain loops give", () => {
    fc.assert(
      fc.property(
        anySizes.chain(({ rows, columns, width }) =>
          fc.tuple(
            anyMatrix(rows, width),
            anyMatrix(columns, width),
            anyMatrix(rows, columns),
            fc.constant(width),
          ),
        ),
        ([a, b, factors, width]) => {
          const [rows, columns] = [a.length / width, b.length / width];
          const products = new Float32Array(rows * columns).fill(9);
          multiplyRows(a, b, width, products);
          const sums = new Float32Array(rows * width).fill(9);
          sumRows(factors, b, width, sums);
          const plainProducts = products.map((_, at) => {
            const [i, j] = [Math.floor(at / columns), at % columns];
            let sum = 0;
            for (let k = 0; k < width; k++) sum += a[i * width + k]! * b[j * width + k]!;
            return sum;
          });
          const plainSums = sums.map((_, at) => {
            const [i, k] = [Math.floor(at / width), at % width];
            let sum = 0;
            for (let j = 0; j < columns; j++) sum += factors[i * columns + j]! * b[j * width + k]!;
            return sum;
          });
          expect([...products]).toEqual([...plainProducts]);
          expect([...sums]).toEqual([...plainSums]);
        },
      ),
    );
  });
});
