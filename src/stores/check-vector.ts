import { KebabError } from "../core/errors.ts";

/** Refuses what has no direction, or not as many numbers as the table's vectors. */
export function checkVector(vector: Float32Array, table: { name: string; dimension: number }): void {
  if (vector.length !== table.dimension) {
    throw new KebabError(
      "internal",
      `Cannot use a vector of ${vector.length} dimensions with ${table.name}: its vectors have ${table.dimension}`,
      { details: { table: table.name, expected: table.dimension, found: vector.length } },
    );
  }
  let sum = 0;
  for (const value of vector) sum += value * value;
  // Not a number, infinite, zero, or so small that its length cannot be told from zero.
  if (!Number.isFinite(sum) || sum < SMALLEST_SQUARE) {
    throw new KebabError(
      "internal",
      `Cannot use a vector with ${table.name}: ${sum < SMALLEST_SQUARE ? "its length is zero" : "it holds a value that is not a finite number"}`,
      { details: { table: table.name } },
    );
  }
}

const SMALLEST_SQUARE = 1e-60;
