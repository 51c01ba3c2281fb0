import { existsSync, mkdirSync } from "node:fs";
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
    throw new KebabError("index-missing", `Cannot search: there is no index at ${path}`, {
      hint: "Run `kebab ingest PATH` to index a folder",
    });
  }
  const database = new Database(path, { readonly: true });
  try {
    const version = readSchemaVersion(database);
    if (version < SCHEMA_VERSION) {
      throw new KebabError("index-missing", `Cannot search: the index at ${path} is of an earlier version`, {
        hint: "Run `kebab ingest`: it brings the index up to date and keeps what is in it",
        details: { schema: version, known: SCHEMA_VERSION },
      });
    }
    return database;
  } catch (error) {
    database[Symbol.dispose]();
    throw error;
  }
}
