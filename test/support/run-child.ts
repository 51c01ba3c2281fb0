import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

export type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a TypeScript file as a process of its own. What it throws is seen on this process's stderr. */
export async function startChild(script: URL, args: readonly string[]): Promise<Child> {
  const { output } = await build({
    input: fileURLToPath(script),
    cwd: PROJECT,
    write: false,
    platform: "node",
    transform: { target: "node20" },
    external: ["@photostructure/sqlite"],
    output: { format: "esm", codeSplitting: false },
  });
  const { code } = output[0];
  // By way of -e, packages are found from the project's folder.
  return spawn(process.execPath, ["--input-type=module", "-e", code, ...args], {
    cwd: PROJECT,
    stdio: ["pipe", "pipe", "inherit"],
  });
}

/** The next line a child prints. */
export async function readLine(child: Child): Promise<string> {
  let text = "";
  for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
  }
  throw new Error(`The child ended without a line; it said "${text}"`);
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}
