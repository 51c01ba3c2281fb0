/**
 * The cosine between a query and vectors, in doubles. Every store scores its hits with this and nothing
 * else: the order of the sums is fixed, so two stores agree to the last bit and ties are ties in both.
 */
export function createCosine(query: Float32Array): (vector: Float32Array) => number {
  const length = Math.sqrt(dot(query, query));
  return (vector) => {
    const cosine = dot(query, vector) / (length * Math.sqrt(dot(vector, vector)));
    // Rounding can lead out of the range by some 1e-16, and a score made of it out of [0, 1].
    return Math.min(1, Math.max(-1, cosine));
  };
}

/** Four sums side by side: one would wait for each addition before it could begin the next. */
function dot(first: Float32Array, second: Float32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const whole = first.length - (first.length % 4);
  for (let index = 0; index < whole; index += 4) {
    a += (first[index] ?? 0) * (second[index] ?? 0);
    b += (first[index + 1] ?? 0) * (second[index + 1] ?? 0);
    c += (first[index + 2] ?? 0) * (second[index + 2] ?? 0);
    d += (first[index + 3] ?? 0) * (second[index + 3] ?? 0);
  }
  for (let index = whole; index < first.length; index++) a += (first[index] ?? 0) * (second[index] ?? 0);
  return a + b + (c + d);
}

/** Best first; equal scores in the order of their ids. */
export function compareRanked(
  first: { readonly chunkId: string; readonly score: number },
  second: { readonly chunkId: string; readonly score: number },
): number {
  return second.score - first.score || (first.chunkId < second.chunkId ? -1 : 1);
}
