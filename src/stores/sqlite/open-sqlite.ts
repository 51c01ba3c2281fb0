import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { KebabError } from "../../core/errors.ts";
import { Database } from "./database.ts";
import { migrate, readSchemaVersion, SCHEMA_VERSION } from "./migrate.ts";

/** Creates or migrates the file. The caller holds the writer's lock. */
export function openForWriting(path: string): Database {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { readonly: false });
  try {
    migrate(database);
    return database;
  } catch (error) {
    database[Symbol.dispose]();
    throw error;
  }
}

/** Never writes. An index that is absent, or of an earlier version, says what to run. */
export function openForReading(path: string): Database {
  if (!existsSync(path)) {
    throw new KebabError("index-missing", `Cannot read the index: there is none at ${path}`, {
      hint: "Run `kebab ingest PATH` to index a folder",
    });
  }
  try {
    return openReadable(new Database(path, { readonly: true }));
  } catch (error) {
    // WAL wants to write beside the database, if only to read it. On a read-only disk nobody writes.
    if (!(error instanceof KebabError) || error.code !== "readonly") throw error;
    if (!hasLog(path)) return openReadable(new Database(path, { readonly: true, alone: "file" }));
    // A log without its index was left by a writer that is gone. With one, somebody may be writing.
    if (existsSync(`${path}-shm`) || process.platform === "win32") throw error;
    return openReadable(new Database(path, { readonly: true, alone: "file and log" }));
  }
}

function openReadable(database: Database): Database {
  try {
    const version = readSchemaVersion(database);
    if (version < SCHEMA_VERSION) {
      throw new KebabError(
        "index-missing",
        `Cannot read the index at ${database.path}: it is of an earlier version`,
        {
          hint: "Run `kebab ingest`: it brings the index up to date and keeps what is in it",
          details: { schema: version, known: SCHEMA_VERSION },
        },
      );
    }
    return database;
  } catch (error) {
    database[Symbol.dispose]();
    throw error;
  }
}

function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
