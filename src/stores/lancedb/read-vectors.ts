import type { Table } from "@lancedb/lancedb";
import { toTexts, toVectors } from "./arrow-rows.ts";
import { isOneOf } from "./condition.ts";

/** Copies, by chunk id: a batch's memory goes with the batch. */
export async function readVectors(
  table: Table,
  chunkIds: readonly string[],
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  const query = table.query().select(["chunk_id", "embedding"]).where(isOneOf("chunk_id", chunkIds));
  for await (const batch of query) {
    const vectors = toVectors(batch, "embedding");
    for (const [row, id] of toTexts(batch, "chunk_id").entries()) {
      const vector = vectors[row];
      if (vector !== undefined) found.set(id, vector.slice());
    }
  }
  return found;
}
