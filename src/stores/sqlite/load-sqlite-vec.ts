import { KebabError, toMessage } from "../../core/errors.ts";
import type { Database } from "./database.ts";

const loaded = new WeakSet<Database>();

/** Teaches a connection about vectors, once. Only who uses them pays: a millisecond. */
export async function loadSqliteVec(database: Database): Promise<void> {
  if (loaded.has(database)) return;
  try {
    const { getLoadablePath } = await import("sqlite-vec");
    database.loadExtension(getLoadablePath());
  } catch (error) {
    throw toUnavailable(error);
  }
  loaded.add(database);
}

function toUnavailable(cause: unknown): KebabError {
  return new KebabError(
    "config-invalid",
    `Cannot use sqlite-vec on ${process.platform}-${process.arch}: ${toMessage(cause)}`,
    {
      cause,
      hint: 'Set storage.vector_store = "lancedb", or embedding.provider = "none" to search by words alone',
    },
  );
}
