import type { Config } from "../config/keys.ts";
import type { DocumentWriter, StoredSource } from "../ports/document-store.ts";
import type { VectorLedgerWriter } from "../ports/vector-ledger.ts";
import type { VectorStore } from "../ports/vector-store.ts";
import type { Database } from "../stores/sqlite/database.ts";
import { openForWriting } from "../stores/sqlite/open-sqlite.ts";
import { SqliteDocumentReader } from "../stores/sqlite/sqlite-document-reader.ts";
import { SqliteDocumentWriter } from "../stores/sqlite/sqlite-document-writer.ts";
import { SqliteVectorLedger } from "../stores/sqlite/sqlite-vector-ledger.ts";
import { openWriterLock } from "../stores/sqlite/writer-lock.ts";
import type { DataPaths } from "./data-paths.ts";
import { openVectorStore } from "./vector-access.ts";

export interface OpenWriter extends AsyncDisposable {
  readonly writer: DocumentWriter;
  readonly ledger: VectorLedgerWriter;
  readonly storedSources: readonly StoredSource[];
  /** Opened by the first run that has a vector to write or to drop. */
  vectorStore(): Promise<VectorStore>;
}

/** Takes the lock, opens or creates the database, and gives both back at the end. */
export async function openWriter(config: Config, paths: DataPaths, command: string): Promise<OpenWriter> {
  const lock = openWriterLock(paths.lock, { pid: process.pid, command, since: new Date().toISOString() });
  try {
    return await toOpenWriter(openForWriting(paths.database), config, paths, () => lock[Symbol.dispose]());
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** The writing half over an open database, which is closed with it. */
export async function toOpenWriter(
  database: Database,
  config: Config,
  paths: DataPaths,
  onClosed?: () => void,
): Promise<OpenWriter> {
  const ledger = new SqliteVectorLedger(database);
  let store: Promise<VectorStore> | null = null;
  return {
    writer: new SqliteDocumentWriter(database),
    ledger,
    storedSources: await new SqliteDocumentReader(database).sources(),
    vectorStore: () => {
      store ??= openVectorStore(config.storage.vectorStore, { database, ledger, paths });
      return store;
    },
    [Symbol.asyncDispose]: async () => {
      try {
        await (await store)?.[Symbol.asyncDispose]();
      } finally {
        database[Symbol.dispose]();
        onClosed?.();
      }
    },
  };
}
