import { existsSync } from "node:fs";
import type { Config } from "../config/keys.ts";
import { openForReading, openForWriting } from "../stores/sqlite/open-sqlite.ts";
import type { DataPaths } from "./data-paths.ts";
import { type OpenWriter, toOpenWriter } from "./writing.ts";

/**
 * For a dry run: what is stored can be asked, nothing can be written, and nothing is made on
 * the disk. Needs no lock, so it can look while another process writes.
 */
export async function openOnlooker(config: Config, paths: DataPaths): Promise<OpenWriter> {
  const database = existsSync(paths.database) ? openForReading(paths.database) : openForWriting(":memory:");
  return toOpenWriter(database, config, paths);
}
