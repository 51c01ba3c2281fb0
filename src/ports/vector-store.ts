import type { RankedChunk, SearchFilter } from "../core/search.ts";

export type VectorStoreName = "sqlite-vec" | "lancedb";

/** The vectors that one model has made, in one store. Models and dimensions never share a table. */
export interface VectorTable {
  /** Both stores may hold vectors of one model, each under the same name. */
  readonly store: VectorStoreName;
  /** `chunk_embeddings_<model>`. */
  readonly name: string;
  readonly modelId: string;
  readonly version: string;
  readonly dimension: number;
}

export interface VectorRow {
  readonly chunkId: string;
  readonly documentId: string;
  readonly vector: Float32Array;
  readonly text: string;
  readonly headingPath: readonly string[];
}

/**
 * Keeps vectors; which of them count is the ledger's to say. Every method may be repeated:
 * a killed run does so.
 */
export interface VectorStore extends AsyncDisposable {
  /** Replaces rows of the same chunk. Refuses another length than the table's, and what is no number. */
  upsert(table: VectorTable, rows: readonly VectorRow[]): Promise<void>;
  /** Unknown ids are ignored. */
  remove(table: VectorTable, chunkIds: readonly string[]): Promise<void>;
  /** The whole table; no error when there is none. */
  drop(table: VectorTable): Promise<void>;
  /** How many vectors the table holds, committed or not. */
  count(table: VectorTable): Promise<number>;
  /** Whose they are: for checks and repair. */
  chunkIds(table: VectorTable): Promise<string[]>;
  /** The vectors of these chunks, in the order asked; those it does not have are left out. */
  vectors(table: VectorTable, chunkIds: readonly string[]): Promise<Float32Array[]>;
  /**
   * The nearest committed vectors by cosine, which is the score; best first, ties by chunk id.
   * Equals the exact search over the chunks of the documents that pass the filter; a store may come as near
   * as a recall of 0.98 where it keeps an index over very many vectors.
   * A table that was never written gives an empty list.
   */
  search(
    table: VectorTable,
    vector: Float32Array,
    options: { readonly limit: number; readonly filter: SearchFilter },
  ): Promise<RankedChunk[]>;
  /** Called once after a run's last batch: indexes, compaction, old versions. */
  settle(table: VectorTable): Promise<void>;
}
