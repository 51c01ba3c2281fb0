import type { RankedChunk } from "../../core/search.ts";
import type { VectorLedger } from "../../ports/vector-ledger.ts";
import type { VectorRow, VectorStore, VectorTable } from "../../ports/vector-store.ts";
import { checkVector } from "../check-vector.ts";
import { compareRanked, createCosine } from "../cosine.ts";

/** Scores every vector there is: what the other stores are held against in tests. */
export class MemoryVectorStore implements VectorStore {
  readonly #ledger: VectorLedger;
  readonly #tables = new Map<string, Map<string, VectorRow>>();

  constructor(ledger: VectorLedger) {
    this.#ledger = ledger;
  }

  async upsert(table: VectorTable, rows: readonly VectorRow[]): Promise<void> {
    for (const { vector } of rows) checkVector(vector, table);
    const held = this.#tables.get(table.name) ?? new Map<string, VectorRow>();
    this.#tables.set(table.name, held);
    for (const row of rows) held.set(row.chunkId, { ...row, vector: row.vector.slice() });
  }

  async remove(table: VectorTable, chunkIds: readonly string[]): Promise<void> {
    for (const id of chunkIds) this.#tables.get(table.name)?.delete(id);
  }

  async drop(table: VectorTable): Promise<void> {
    this.#tables.delete(table.name);
  }

  async count(table: VectorTable): Promise<number> {
    return this.#tables.get(table.name)?.size ?? 0;
  }

  async chunkIds(table: VectorTable): Promise<string[]> {
    return [...(this.#tables.get(table.name)?.keys() ?? [])];
  }

  async vectors(table: VectorTable, chunkIds: readonly string[]): Promise<Float32Array[]> {
    return chunkIds.flatMap((id) => this.#tables.get(table.name)?.get(id)?.vector.slice() ?? []);
  }

  async search(
    table: VectorTable,
    vector: Float32Array,
    { limit, filter }: Parameters<VectorStore["search"]>[2],
  ): Promise<RankedChunk[]> {
    checkVector(vector, table);
    const hidden = await this.#ledger.hidden(table);
    const documents = await this.#ledger.documentsMatching(filter);
    const toScore = createCosine(vector);
    return [...(this.#tables.get(table.name)?.values() ?? [])]
      .filter(({ chunkId, documentId }) => !hidden.has(chunkId) && (documents?.has(documentId) ?? true))
      .map((row) => ({ chunkId: row.chunkId, score: toScore(row.vector) }))
      .sort(compareRanked)
      .slice(0, Math.max(0, limit));
  }

  async settle(): Promise<void> {
    // Nothing to put in order.
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#tables.clear();
  }
}
