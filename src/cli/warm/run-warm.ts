import { statSync } from "node:fs";
import type { Terminal } from "../terminal.ts";
import { IDENTITY } from "./identity.ts";
import type { WarmRequest } from "./protocol.ts";
import { listSocketFolders, listSockets } from "./socket-folder.ts";
import { PATIENCE, type Patience, WarmCall } from "./warm-call.ts";
import { flagsOf, isWarmCommand } from "./warm-command.ts";

/** Of the environment, what the settings and the colours depend on: nothing else is told to another process. */
const TOLD = /^(?:KEBAB_|XDG_|NO_COLOR$|TERM$)/;

/** Whoever has a server running wonders why it is not used. One for other data, or of another build, is no matter. */
const OTHER_SETTINGS = "the kebab server for this data was started with other settings, and is left alone\n";

/**
 * Lets a running server for the same data run the command, and gives its exit code; null where there is none, and
 * the command has to run by itself. Whatever goes wrong before the first output ends in null, too; afterwards it is
 * an error, for nothing may be printed twice.
 *
 * Loaded before anything else of the program, and without it, and itself without the loader of ES modules: only then
 * is the detour worth its time.
 */
export async function runWarm(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  { identity = IDENTITY, patience = PATIENCE }: { identity?: string; patience?: Patience } = {},
): Promise<number | null> {
  if (!isWarmCommand(argv) || (env["KEBAB_NO_SERVER"] ?? "") !== "") return null;
  const sockets = listSocketFolders(env).flatMap(listSockets);
  if (sockets.length === 0) return null;
  const request = toRequest(argv, env, terminal, identity);
  if (request === null) return null;
  const { connect } = process.getBuiltinModule("node:net");
  const call = new WarmCall(request, terminal, patience);
  const code = await call.run(sockets.map((socket) => connect(socket)));
  if (code === null && isVerbose(argv) && call.declined.has("settings")) terminal.err(OTHER_SETTINGS);
  return code;
}

export function isVerbose(argv: readonly string[]): boolean {
  const flags = flagsOf(argv);
  return flags.includes("--verbose") || flags.includes("-v");
}

/** Null where the current folder has been deleted, which the program tells by itself. */
function toRequest(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  identity: string,
): WarmRequest | null {
  const told = Object.entries(env).filter(
    (entry): entry is [string, string] => TOLD.test(entry[0]) && entry[1] !== undefined,
  );
  try {
    const { cwd, homeDir, stdoutIsTerminal, stderrIsTerminal } = terminal;
    const cwdId = toFolderId(cwd);
    const output = { stdoutIsTerminal, stderrIsTerminal };
    return { identity, argv, env: Object.fromEntries(told), cwd, cwdId, homeDir, ...output };
  } catch {
    return null;
  }
}

export function toFolderId(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev}:${ino}`;
}
