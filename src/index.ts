/** The public library. Nothing inside imports this file. */
import { homedir } from "node:os";
import { Kebab } from "./app/kebab.ts";
import { loadConfig } from "./config/load-config.ts";

export type { AskOptions } from "./app/ask.ts";
export type { IngestRequest } from "./app/ingest.ts";
export type { Kebab } from "./app/kebab.ts";
export type { SearchOptions } from "./app/search.ts";
export { KebabError, type KebabErrorCode } from "./core/errors.ts";
export type { SearchFilter, SearchMode } from "./core/search.ts";
export type { Answer, AnswerEvent } from "./wire/answer.ts";
export type { SearchHitWire, SearchResponse } from "./wire/search.ts";

export interface OpenOptions {
  /** Where a project's `.kebab` is looked for, upward; the working folder unless told. */
  readonly cwd?: string;
  readonly configPath?: string;
  readonly dataDir?: string;
  readonly readonly?: boolean;
  /** `KEBAB_*` variables; none unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Everything the command does. `await using kebab = await openKebab()` closes it at the end of the block. */
export async function openKebab(options: OpenOptions = {}): Promise<Kebab> {
  const loaded = await loadConfig({
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? {},
    homeDir: homedir(),
    platform: process.platform,
    configPath: options.configPath,
    dataDir: options.dataDir,
  });
  const workerScript = new URL("./prepare-worker.js", import.meta.url);
  return new Kebab({ loaded, readonly: options.readonly ?? false, workerScript });
}
