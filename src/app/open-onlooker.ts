import { existsSync } from "node:fs";
import { openForReading, openForWriting } from "../stores/sqlite/open-sqlite.ts";
import { SqliteDocumentReader } from "../stores/sqlite/sqlite-document-reader.ts";
import { SqliteDocumentWriter } from "../stores/sqlite/sqlite-document-writer.ts";
import type { DataPaths } from "./data-paths.ts";
import type { OpenWriter } from "./writing.ts";

/**
 * For a dry run: what is stored can be asked, nothing can be written, and nothing is made on
 * the disk. Needs no lock, so it can look while another process writes.
 */
export async function openOnlooker(paths: DataPaths): Promise<OpenWriter> {
  const database = existsSync(paths.database) ? openForReading(paths.database) : openForWriting(":memory:");
  return {
    writer: new SqliteDocumentWriter(database),
    storedSources: await new SqliteDocumentReader(database).sources(),
    [Symbol.asyncDispose]: async () => database[Symbol.dispose](),
  };
}
