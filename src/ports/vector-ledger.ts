import type { SearchFilter } from "../core/search.ts";
import type { VectorStoreName, VectorTable } from "./vector-store.ts";

export interface VectorTableKey {
  readonly store: VectorStoreName;
  readonly modelId: string;
  readonly version: string;
}

/** A chunk that waits for its vector, with what the model is given of it. */
export interface PendingChunk {
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
}

export interface VectorCounts {
  readonly committed: number;
  readonly pending: number;
  /** Chunks in a script the model does not know: they have no vector and need none. */
  readonly uncovered: number;
}

/**
 * Which chunks have a vector, in the same database and transactions as the chunks: the one truth
 * about both stores. A new chunk of a document is pending in the enrolled table from the moment it is
 * stored; a removed one is listed until the vector store has dropped it.
 */
export interface VectorLedger {
  /**
   * The table of this store and model; null when it was never enrolled, was made by another
   * version of the model, or has no vector yet.
   */
  find(key: VectorTableKey): Promise<VectorTable | null>;
  /** Every table there is, for status and for telling what else could be searched. */
  tables(): Promise<(VectorTableKey & { dimension: number | null } & VectorCounts)[]>;
  counts(key: VectorTableKey): Promise<VectorCounts>;
  /** The pending ones alone, which is cheap: every search asks. */
  countPending(key: VectorTableKey): Promise<number>;
  documentsMatching(filter: SearchFilter): Promise<ReadonlySet<string> | null>;
  /** Which of these chunks are of documents that pass; unknown ids are not among them. */
  chunksMatching(chunkIds: readonly string[], filter: SearchFilter): Promise<ReadonlySet<string>>;
  /**
   * Committed chunks of the table, those with the lowest ids: ids are hashes, so they are a fair sample of the
   * index, and the same one until it changes.
   */
  sample(table: VectorTable, limit: number): Promise<string[]>;
  /** Chunks whose vectors may lie in the store but do not count: pending ones, and removed ones. */
  hidden(table: VectorTable): Promise<ReadonlySet<string>>;
}

/** The writing half. Only the holder of the writer's lock may have one. */
export interface VectorLedgerWriter extends VectorLedger {
  /**
   * From now on new chunks are pending in this table, and so are all it lacks. Costs nothing when it
   * was the enrolled one. Another version of the model makes every chunk pending anew.
   */
  enrol(key: VectorTableKey): Promise<void>;
  /** No table: new chunks wait for nothing. */
  enrolNone(): Promise<void>;
  /**
   * Fixes the table's dimension at its first vector, after `makeRoom` has dropped what an earlier
   * version of the model may have left; throws when a later one differs.
   */
  open(
    key: VectorTableKey,
    dimension: number,
    makeRoom?: (table: VectorTable) => Promise<void>,
  ): Promise<VectorTable>;
  /** In order of their place in the index, so that a resumed run goes on where it stopped. */
  pending(key: VectorTableKey, limit: number): Promise<PendingChunk[]>;
  /** Their vectors are in the store, or need not be. */
  commit(key: VectorTableKey, chunkIds: readonly string[], state: "committed" | "uncovered"): Promise<void>;
  committed(key: VectorTableKey): Promise<string[]>;
  /** Puts right what no run of ours leaves behind: a damaged file, another program's hand. Reads everything. */
  repair(): Promise<void>;
  /** Their vectors turned out not to be in the store: they wait again. */
  takeBack(key: VectorTableKey, chunkIds: readonly string[]): Promise<void>;
  /** Chunks that are gone and whose vectors the store may still hold. */
  removed(key: VectorTableKey, limit: number): Promise<string[]>;
  /** The store has dropped them. */
  forget(key: VectorTableKey, chunkIds: readonly string[]): Promise<void>;
  /** Vectors embedded before, by the hash of the embedded text: hash → vector. */
  cached(
    model: { modelId: string; version: string },
    hashes: readonly string[],
  ): Promise<Map<string, Float32Array>>;
  putCached(
    model: { modelId: string; version: string },
    vectors: readonly { readonly hash: string; readonly vector: Float32Array }[],
  ): Promise<void>;
  /** What the run has done so far, for `kebab status` and `--resume`. */
  putCheckpoint(job: EmbeddingJob): Promise<void>;
  lastJob(): Promise<EmbeddingJob | null>;
}

export interface EmbeddingJob {
  readonly key: VectorTableKey;
  readonly state: "running" | "done" | "failed";
  readonly embedded: number;
  readonly reused: number;
  readonly remaining: number;
}
