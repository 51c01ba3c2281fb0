export interface Projection {
  /** One a vector, in their order; both numbers lie in [-1, 1]. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Share of the variance that each axis shows. */
  readonly explained: readonly [number, number];
}

const MOST_ROUNDS = 100;
const STILL = 1e-9;

/**
 * The two directions in which vectors of one length differ most (principal components, by power iteration). Equal
 * input gives equal output: the start is fixed, and an axis points where its largest part is positive.
 */
export function projectToPlane(vectors: readonly Float32Array[]): Projection {
  const centred = centre(vectors);
  const total = centred.reduce((sum, row) => sum + dot(row, row), 0);
  if (total === 0) return { points: vectors.map(() => [0, 0]), explained: [0, 0] };
  const first = findDirection(centred, null);
  const second = findDirection(centred, first);
  const xs = centred.map((row) => dot(row, first));
  const ys = centred.map((row) => dot(row, second));
  const share = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value * value, 0) / total;
  // One scale for both: distances on the map compare in every direction.
  const reach = Math.max(
    ...[xs, ys].map((values) => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0)),
  );
  return {
    points: xs.map((x, row) => [x / reach, (ys[row] ?? 0) / reach]),
    explained: [share(xs), share(ys)],
  };
}

function centre(vectors: readonly Float32Array[]): Float64Array[] {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length;
  }
  return vectors.map((vector) => Float64Array.from(mean, (middle, at) => (vector[at] ?? 0) - middle));
}

/** The direction of most variance, at a right angle to the other one; all zeros where nothing is left. */
function findDirection(rows: readonly Float64Array[], other: Float64Array | null): Float64Array {
  // No part is zero and no two are alike, so that the start is hardly ever at a right angle to what is sought.
  let direction = Float64Array.from(rows[0] ?? [], (_, at) => 1 + Math.sin(at + 1) / 2);
  straighten(direction, other);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = multiply(rows, direction);
    straighten(next, other);
    const moved = next.reduce((sum, value, at) => sum + (value - (direction[at] ?? 0)) ** 2, 0);
    direction = next;
    if (moved < STILL) break;
  }
  const largest = direction.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  return largest < 0 ? direction.map((value) => -value) : direction;
}

/** By the covariance of the rows, which is never made: of a thousand dimensions it would be a million numbers. */
function multiply(rows: readonly Float64Array[], direction: Float64Array): Float64Array<ArrayBuffer> {
  const product = new Float64Array(direction.length);
  for (const row of rows) {
    const along = dot(row, direction);
    for (let at = 0; at < product.length; at++) product[at] = (product[at] ?? 0) + along * (row[at] ?? 0);
  }
  return product;
}

/** To length one and at a right angle to the other; to zeros where only noise would be left. */
function straighten(direction: Float64Array, other: Float64Array | null): void {
  const before = Math.sqrt(dot(direction, direction));
  if (other !== null) {
    const along = dot(direction, other);
    for (let at = 0; at < direction.length; at++)
      direction[at] = (direction[at] ?? 0) - along * (other[at] ?? 0);
  }
  const length = Math.sqrt(dot(direction, direction));
  const scale = length <= before * 1e-12 ? 0 : 1 / length;
  for (let at = 0; at < direction.length; at++) direction[at] = (direction[at] ?? 0) * scale;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
