import { toChunkId, toDocumentId } from "../../src/core/ids.ts";
import type { RankedChunk, SearchFilter } from "../../src/core/search.ts";
import type { PreparedChunk, PreparedDocument } from "../../src/ports/document-store.ts";
import type { VectorTableKey } from "../../src/ports/vector-ledger.ts";
import type { VectorRow, VectorStore, VectorStoreName, VectorTable } from "../../src/ports/vector-store.ts";
import type { Database } from "../../src/stores/sqlite/database.ts";
import { openForWriting } from "../../src/stores/sqlite/open-sqlite.ts";
import { SqliteDocumentWriter } from "../../src/stores/sqlite/sqlite-document-writer.ts";
import { SqliteVectorLedger } from "../../src/stores/sqlite/sqlite-vector-ledger.ts";
import { TemporaryFolder } from "./temporary-folder.ts";

/** What a store may need to open: all of it is the bench's, the store closes none of it. */
export interface VectorPlace {
  readonly database: Database;
  readonly ledger: SqliteVectorLedger;
  /** Empty at first, and there again after `reopen`: for a store with files of its own. */
  readonly folder: string;
}

/** A document whose chunks are named by the test: "a" is chunk a of the document it stands in. */
export interface VectorDocument {
  readonly path: string;
  readonly chunks: readonly string[];
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly type?: PreparedDocument["type"];
  readonly lang?: string;
  readonly trustLevel?: PreparedDocument["trustLevel"];
  readonly updatedAt?: number;
}

type Opened = VectorPlace & { store: VectorStore; writer: SqliteDocumentWriter };

/** Documents and a ledger in a real database, one vector store beside them, and the steps of an embedding run. */
export class VectorStoreBench implements AsyncDisposable {
  readonly folder = new TemporaryFolder();
  readonly #store: VectorStoreName;
  readonly #openStore: (place: VectorPlace) => Promise<VectorStore>;
  #opened: Opened | null = null;

  private constructor(store: VectorStoreName, openStore: (place: VectorPlace) => Promise<VectorStore>) {
    this.#store = store;
    this.#openStore = openStore;
  }

  static async open(
    store: VectorStoreName,
    openStore: (place: VectorPlace) => Promise<VectorStore>,
  ): Promise<VectorStoreBench> {
    const bench = new VectorStoreBench(store, openStore);
    await bench.#openAll();
    return bench;
  }

  get store(): VectorStore {
    return this.#all.store;
  }

  get ledger(): SqliteVectorLedger {
    return this.#all.ledger;
  }

  get database(): Database {
    return this.#all.database;
  }

  key(modelId = "model-a", version = "1"): VectorTableKey {
    return { store: this.#store, modelId, version };
  }

  /** Enrols the model and opens its table. */
  async table(dimension: number, key = this.key()): Promise<VectorTable> {
    await this.ledger.enrol(key);
    return this.ledger.open(key, dimension);
  }

  async put(...documents: readonly VectorDocument[]): Promise<void> {
    await this.#all.writer.putAll(documents.map(toPrepared));
  }

  async removeDocument(path: string): Promise<void> {
    await this.#all.writer.remove("notes", [path]);
  }

  /** Upserts and commits, as a run does. */
  async embed(table: VectorTable, rows: readonly VectorRow[]): Promise<void> {
    await this.store.upsert(table, rows);
    const ids = rows.map((row) => row.chunkId);
    await this.ledger.commit(table, ids, "committed");
  }

  /** What is gone from the documents leaves the store as well. */
  async sweep(table: VectorTable): Promise<void> {
    const removed = await this.ledger.removed(table, 1_000_000);
    await this.store.remove(table, removed);
    await this.ledger.forget(table, removed);
  }

  async find(
    table: VectorTable,
    vector: readonly number[],
    options: { limit?: number; filter?: SearchFilter } = {},
  ): Promise<RankedChunk[]> {
    const { limit = 100, filter = {} } = options;
    return this.store.search(table, Float32Array.from(vector), { limit, filter });
  }

  async closeAll(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.store[Symbol.asyncDispose]();
    opened?.database[Symbol.dispose]();
  }

  async reopen(): Promise<void> {
    await this.closeAll();
    await this.#openAll();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeAll();
    this.folder[Symbol.dispose]();
  }

  get #all(): Opened {
    if (this.#opened === null) throw new Error("The bench is closed");
    return this.#opened;
  }

  async #openAll(): Promise<void> {
    const database = openForWriting(this.folder.at("kebab.sqlite"));
    const ledger = new SqliteVectorLedger(database);
    const place = { database, ledger, folder: this.folder.folder("vectors") };
    const store = await this.#openStore(place);
    this.#opened = { ...place, store, writer: new SqliteDocumentWriter(database) };
  }
}

/** The id of a named chunk. */
export function chunkId(path: string, name: string): string {
  return toChunkId(toDocumentId("notes", path), "test", name, 0);
}

export function toRow(path: string, name: string, vector: readonly number[]): VectorRow {
  return {
    chunkId: chunkId(path, name),
    documentId: toDocumentId("notes", path),
    vector: Float32Array.from(vector),
    text: name,
    headingPath: [],
  };
}

/** Straight from its parts: a parser would cost more than the test. */
function toPrepared(document: VectorDocument): PreparedDocument {
  const { path, chunks, title = path, tags = [], type = "markdown" } = document;
  return {
    id: toDocumentId("notes", path),
    sourceId: "notes",
    path,
    type,
    title,
    lang: document.lang ?? "en",
    codeLang: null,
    repo: null,
    trustLevel: document.trustLevel ?? "primary",
    createdAt: null,
    updatedAt: document.updatedAt ?? 0,
    metadata: { aliases: [], sourceType: null, extra: {} },
    tags: tags.map((tag) => ({ tag, origin: "document" as const })),
    contentHash: "0".repeat(64),
    size: 1,
    modifiedMs: 1,
    pipeline: "test",
    chunkerVersion: "test",
    chunks: chunks.map((name, ordinal) => toPreparedChunk(path, name, { ordinal, title })),
    tail: "",
    notices: [],
  };
}

function toPreparedChunk(
  path: string,
  name: string,
  { ordinal, title }: { ordinal: number; title: string },
): PreparedChunk {
  return {
    id: chunkId(path, name),
    ordinal,
    start: 0,
    end: name.length,
    span: { startLine: 1, endLine: 1, startColumn: null, endColumn: null, page: null },
    headingPath: [title],
    symbol: null,
    text: name,
    textHash: "0".repeat(64),
    lead: "",
    tokens: 1,
    heading: title,
    words: null,
    cjk: "",
    identifiers: "",
  };
}
