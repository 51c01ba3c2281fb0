/** Vectors at rest are float32, low byte first, as sqlite-vec has them; every system Node runs on agrees. */
export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy: a blob from SQLite need not begin where a float may. */
export function toVector(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}
