/** A query of length 1 in int16 components: `q = step · components + r`. */
export interface QuantisedQuery {
  /** As many as the scan is wide; zeros follow the last dimension. */
  readonly components: Int16Array;
  readonly step: number;
  /** At least `|r · code|` for every row of int8 codes. */
  readonly residual: number;
}

const LARGEST_CODE = 128;
const LARGEST_INT16 = 32_767;
const LARGEST_INT32 = 2 ** 31 - 1;

export function quantiseQuery(unit: Float64Array, width: number): QuantisedQuery {
  // The kernel sums component · code in int32: even the worst row must fit.
  const largest = Math.min(LARGEST_INT16, Math.floor(LARGEST_INT32 / (LARGEST_CODE * width)));
  const step = unit.reduce((reach, value) => Math.max(reach, Math.abs(value)), 0) / largest;
  const components = new Int16Array(width);
  let residual = 0;
  for (const [dimension, value] of unit.entries()) {
    const component = Math.round(value / step);
    components[dimension] = component;
    residual += Math.abs(value - step * component);
  }
  return { components, step, residual: LARGEST_CODE * residual };
}
