import type { KebabError } from "../core/errors.ts";
import { toKebabError } from "./exit-codes.ts";
import { reportError, run } from "./main.ts";
import { createNodeTerminal } from "./node-terminal.ts";

declare const __KEBAB_VERSION__: string;

/** What bin/kebab.js runs where no server does; built into dist/cli.js, beside which the thread script lies. */
export async function main(): Promise<void> {
  const build = { version: __KEBAB_VERSION__, workerScript: new URL("./prepare-worker.js", import.meta.url) };
  process.exitCode = await run(process.argv.slice(2), process.env, createNodeTerminal(), build);
}

/** Tells what went wrong with a server that had begun to print. The error is of another bundle, and of its class. */
export function fail(error: unknown): void {
  const isKnown = error instanceof Error && error.name === "KebabError";
  const known = isKnown ? (error as KebabError) : toKebabError(error);
  process.exitCode = reportError(known, process.argv.slice(2), createNodeTerminal(), process.env);
}
