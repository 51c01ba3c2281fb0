import type { Config } from "../config/keys.ts";
import { KebabError } from "../core/errors.ts";
import type { DataPaths } from "./data-paths.ts";
import { type OpenWriter, openWriter } from "./writing.ts";

/** A short command waits this long for its turn: one run of a watching kebab is over by then. */
export const PATIENCE_MS = 1000;
const RETRY_MS = 50;

/** Asks for the writer's lock again while another process holds it, until the time is up. */
export async function openWriterInTurn(
  config: Config,
  paths: DataPaths,
  command: string,
  patienceMs: number,
): Promise<OpenWriter> {
  for (const deadline = performance.now() + patienceMs; ; ) {
    try {
      return await openWriter(config, paths, command);
    } catch (error) {
      const isLocked = error instanceof KebabError && error.code === "locked";
      if (!isLocked || performance.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
