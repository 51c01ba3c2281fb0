/** The positions of the `count` largest values, in no order; all of them when there are fewer. */
export function largestPositions(values: Float32Array, count: number): Uint32Array {
  const heap = new Uint32Array(Math.min(count, values.length));
  for (let position = 0; position < heap.length; position++) heap[position] = position;
  if (heap.length === 0) return heap;

  for (let parent = (heap.length >> 1) - 1; parent >= 0; parent--) sink(heap, values, parent);
  let smallest = at(values, at(heap, 0));
  for (let position = heap.length; position < values.length; position++) {
    // Nearly every value ends here, so the whole pass costs about one comparison a row.
    if (!(at(values, position) > smallest)) continue;
    heap[0] = position;
    sink(heap, values, 0);
    smallest = at(values, at(heap, 0));
  }
  return heap;
}

/** Restores the order of a heap whose smallest value is on top, after the value at `start` changed. */
function sink(heap: Uint32Array, values: Float32Array, start: number): void {
  const moved = at(heap, start);
  const value = at(values, moved);
  let parent = start;
  for (let child = 2 * parent + 1; child < heap.length; child = 2 * parent + 1) {
    if (child + 1 < heap.length && at(values, at(heap, child + 1)) < at(values, at(heap, child))) child++;
    if (at(values, at(heap, child)) >= value) break;
    heap[parent] = at(heap, child);
    parent = child;
  }
  heap[parent] = moved;
}

/** Inside bounds by construction. */
function at(values: Float32Array | Uint32Array, position: number): number {
  return values[position] as number;
}
