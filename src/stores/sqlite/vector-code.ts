import { spreadVector } from "../spread-vector.ts";

/** The scale and the error, each a float32, behind the components. */
export const CODE_TAIL_BYTES = 8;

const LARGEST = 127;

/** Far more than rounding a bound to float32 can take away; a real error is some thousand times that. */
const SLACK = 1e-6;

/**
 * A vector's direction, as `spreadVector` turns it, in a quarter of its bytes: int8 components, then, low byte
 * first, the scale and an upper bound of |direction − scale · components|. The bound tells a scan which vectors
 * may still be among the nearest, so that what it finds after reading those is exact.
 */
export function encodeVector(vector: Float32Array): Uint8Array {
  const direction = spreadVector(vector);
  const code = new Uint8Array(vector.length + CODE_TAIL_BYTES);
  const components = new Int8Array(code.buffer, 0, vector.length);
  const tail = new DataView(code.buffer, vector.length);
  const largest = direction.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = Math.fround(largest / LARGEST);
  let error = 0;
  for (const [index, value] of direction.entries()) {
    const component = Math.max(-LARGEST, Math.min(LARGEST, Math.round(value / scale)));
    components[index] = component;
    error += (value - scale * component) ** 2;
  }
  tail.setFloat32(0, scale, true);
  tail.setFloat32(4, Math.sqrt(error) + SLACK, true);
  return code;
}
