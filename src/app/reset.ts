import { existsSync, rmSync } from "node:fs";
import { openWriterLock } from "../stores/sqlite/writer-lock.ts";
import type { DataPaths } from "./data-paths.ts";

/** The files a reset would delete: the index and what is built from it, never a document or the library. */
export function listResetFiles(paths: DataPaths): string[] {
  const { database, vectors, evaluation } = paths;
  return [database, `${database}-wal`, `${database}-shm`, vectors, evaluation].filter((path) =>
    existsSync(path),
  );
}

/** Deletes exactly what `listResetFiles` names. Refuses while another process writes. */
export function deleteIndex(paths: DataPaths): string[] {
  using _lock = openWriterLock(paths.lock, {
    pid: process.pid,
    command: "kebab reset",
    since: new Date().toISOString(),
  });
  const files = listResetFiles(paths);
  for (const path of files) rmSync(path, { recursive: true, force: true });
  return files;
}
