import { run } from "./main.ts";
import { createNodeTerminal } from "./node-terminal.ts";

declare const __KEBAB_VERSION__: string;

/** What bin/kebab.js runs; built into dist/cli.js, beside which the thread script lies. */
export async function main(): Promise<void> {
  const build = { version: __KEBAB_VERSION__, workerScript: new URL("./prepare-worker.js", import.meta.url) };
  process.exitCode = await run(process.argv.slice(2), process.env, createNodeTerminal(), build);
}
