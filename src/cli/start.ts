import { createNodeTerminal } from "./node-terminal.ts";
import { runWarm } from "./warm/run-warm.ts";

/**
 * What bin/kebab.js tries first; built into dist/start.cjs, one file without the program. Null where no server runs
 * the command.
 */
export function runInServer(): Promise<number | null> {
  return runWarm(process.argv.slice(2), process.env, createNodeTerminal());
}
