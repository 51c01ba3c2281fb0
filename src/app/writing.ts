import type { DocumentWriter, StoredSource } from "../ports/document-store.ts";
import { openForWriting } from "../stores/sqlite/open-sqlite.ts";
import { SqliteDocumentReader } from "../stores/sqlite/sqlite-document-reader.ts";
import { SqliteDocumentWriter } from "../stores/sqlite/sqlite-document-writer.ts";
import { openWriterLock } from "../stores/sqlite/writer-lock.ts";
import type { DataPaths } from "./data-paths.ts";

export interface OpenWriter extends AsyncDisposable {
  readonly writer: DocumentWriter;
  readonly storedSources: readonly StoredSource[];
}

/** Takes the lock, opens or creates the database, and gives both back at the end. */
export async function openWriter(paths: DataPaths, command: string): Promise<OpenWriter> {
  const lock = openWriterLock(paths.lock, { pid: process.pid, command, since: new Date().toISOString() });
  try {
    const database = openForWriting(paths.database);
    const writer = new SqliteDocumentWriter(database);
    return {
      writer,
      storedSources: await new SqliteDocumentReader(database).sources(),
      [Symbol.asyncDispose]: async () => {
        await writer[Symbol.asyncDispose]();
        lock[Symbol.dispose]();
      },
    };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}
