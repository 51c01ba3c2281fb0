export type Numbers = ArrayLike<number> & Iterable<number>;

/** A sum of vectors that becomes one of length 1. In doubles, so that the order of magnitude of a part does not cost digits. */
export class VectorSum {
  readonly #sum: Float64Array;

  constructor(dimension: number) {
    this.#sum = new Float64Array(dimension);
  }

  add(vector: Numbers, weight: number): void {
    for (let at = 0; at < this.#sum.length; at++) {
      this.#sum[at] = (this.#sum[at] ?? 0) + weight * (vector[at] ?? 0);
    }
  }

  toUnit(): Float32Array | null {
    return toUnit(this.#sum);
  }
}

/** The same direction at length 1; null for a vector that has none, or that holds something else than finite numbers. */
export function toUnit(vector: Numbers): Float32Array | null {
  let square = 0;
  // biome-ignore lint/style/useForOf: an iterator over two kinds of arrays makes a Korean passage a third dearer
  for (let at = 0; at < vector.length; at++) square += (vector[at] as number) ** 2;
  if (!Number.isFinite(square) || square === 0) return null;
  const length = Math.sqrt(square);
  const unit = new Float32Array(vector.length);
  for (let at = 0; at < unit.length; at++) unit[at] = (vector[at] as number) / length;
  return unit;
}
