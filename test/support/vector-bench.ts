import { createHashingEmbedder } from "../../src/embedders/hashing/hashing-embedder.ts";
import { embedPending } from "../../src/ingest/embed-pending.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import type { VectorTableKey } from "../../src/ports/vector-ledger.ts";
import type { VectorStore } from "../../src/ports/vector-store.ts";
import { MemoryVectorStore } from "../../src/stores/memory/memory-vector-store.ts";
import type { Database } from "../../src/stores/sqlite/database.ts";
import { SqliteVectorLedger } from "../../src/stores/sqlite/sqlite-vector-ledger.ts";

/** A stand-in for a model that knows words alone; here, so that tests of inner rooms reach over no wall. */
export function createTestEmbedder(dimension = 64): Embedder {
  return createHashingEmbedder({ dimension });
}

/** A vector table in memory beside a real ledger. */
export class VectorBench {
  readonly ledger: SqliteVectorLedger;
  readonly key: VectorTableKey;
  readonly store: VectorStore;
  readonly #rows = new Map<string, string>();

  private constructor(database: Database, embedder: Embedder) {
    this.ledger = new SqliteVectorLedger(database);
    // The rows lie outside of SQLite, as those of LanceDB do.
    this.key = { store: "lancedb", modelId: embedder.modelId, version: embedder.version };
    const memory = new MemoryVectorStore(this.ledger);
    const rows = this.#rows;
    this.store = {
      upsert: async (table, given) => {
        await memory.upsert(table, given);
        for (const { chunkId, vector } of given) rows.set(chunkId, vector.join(","));
      },
      remove: async (table, ids) => {
        await memory.remove(table, ids);
        for (const id of ids) rows.delete(id);
      },
      drop: async (table) => {
        await memory.drop(table);
        rows.clear();
      },
      count: (table) => memory.count(table),
      chunkIds: (table) => memory.chunkIds(table),
      vectors: (table, ids) => memory.vectors(table, ids),
      search: (table, vector, options) => memory.search(table, vector, options),
      settle: () => memory.settle(),
      [Symbol.asyncDispose]: () => memory[Symbol.asyncDispose](),
    };
  }

  static async over(database: Database, embedder: Embedder): Promise<VectorBench> {
    const bench = new VectorBench(database, embedder);
    await bench.ledger.enrol(bench.key);
    return bench;
  }

  /** Gives every chunk that waits its vector. */
  async embed(embedder: Embedder): Promise<void> {
    await embedPending({ embedder, store: this.store, ledger: this.ledger, key: this.key, batchSize: 100 });
  }

  /** Chunk id → its vector as text. */
  async dump(): Promise<Map<string, string>> {
    return new Map(this.#rows);
  }
}
