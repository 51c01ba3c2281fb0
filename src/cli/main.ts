import { CommanderError } from "commander";
import type { Kebab } from "../app/kebab.ts";
import { type LoadedConfig, loadConfig } from "../config/load-config.ts";
import { KebabError } from "../core/errors.ts";
import type { Context, GlobalFlags, OpenKebab } from "./context.ts";
import { EXIT, toErrorBody, toExitCode, toKebabError } from "./exit-codes.ts";
import { createStyle } from "./output/style.ts";
import { SEE_HELP } from "./parse-flags.ts";
import { createProgram } from "./program.ts";
import type { Terminal } from "./terminal.ts";
import { flagsOf } from "./warm/warm-command.ts";

export interface Build {
  readonly version: string;
  readonly workerScript: URL;
  /** In place of an engine of the command's own. */
  readonly openKebab?: OpenKebab;
}

/** The whole program: words in, exit code out. */
export async function run(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  build: Build,
): Promise<number> {
  let exit: number = EXIT.done;
  const program = createProgram(
    build.version,
    (flags) => openContext(flags, env, terminal, build),
    (code) => {
      exit = code;
    },
  );
  const commands = [program, ...program.commands.flatMap((command) => [command, ...command.commands])];
  for (const command of commands) {
    command.exitOverride();
    command.configureOutput({ writeOut: (text) => terminal.out(text), writeErr: () => undefined });
  }
  try {
    if (argv.length === 0) {
      terminal.out(program.helpInformation());
      return EXIT.done;
    }
    await program.parseAsync([...argv], { from: "user" });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    return reportError(toFriendlyError(error, argv), argv, terminal, env);
  }
}

function openContext(flags: GlobalFlags, env: NodeJS.ProcessEnv, terminal: Terminal, build: Build): Context {
  const load = (): ReturnType<typeof loadConfig> =>
    loadConfig({
      cwd: terminal.cwd,
      env,
      homeDir: terminal.homeDir,
      platform: terminal.platform,
      configPath: flags.config,
      dataDir: flags.dataDir,
    });
  return {
    terminal,
    env,
    flags,
    style: createStyle(terminal.stdoutIsTerminal && mayColour(env)),
    errorStyle: createStyle(terminal.stderrIsTerminal && mayColour(env)),
    version: build.version,
    workerScript: build.workerScript,
    loadConfig: load,
    openKebab: async () => {
      const loaded = await load();
      return build.openKebab === undefined ? createKebab(loaded, flags, build) : build.openKebab(loaded);
    },
    run: (words, otherEnv, otherTerminal, openKebab) =>
      run(words, otherEnv, otherTerminal, { ...build, openKebab }),
    printJson: (value) => terminal.out(`${JSON.stringify(value)}\n`),
    say: (text) => {
      if (flags.quiet !== true) terminal.err(`${text}\n`);
    },
  };
}

async function createKebab(loaded: LoadedConfig, flags: GlobalFlags, build: Build): Promise<Kebab> {
  const { Kebab } = await import("../app/kebab.ts");
  return new Kebab({ loaded, readonly: flags.readonly ?? false, workerScript: build.workerScript });
}

function mayColour(env: NodeJS.ProcessEnv): boolean {
  return !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

function toFriendlyError(error: unknown, argv: readonly string[]): KebabError {
  if (!(error instanceof CommanderError)) return toKebabError(error);
  const [message = "", ...hints] = error.message.replace(/^error: /, "").split("\n");
  const hint = hints.join(" ").replace(/[()]/g, "").trim();
  // Commander's way of saying that a group of commands was named and none of them chosen.
  const isHelp = error.code === "commander.help";
  return new KebabError(
    "usage",
    `Cannot understand the command: ${isHelp ? "it needs a subcommand" : message}`,
    {
      hint: hint === "" ? hintFor(argv) : hint,
    },
  );
}

/** `-lag` is a cluster of short flags to Commander, and to whoever searches a word to leave out. */
function hintFor(argv: readonly string[]): string {
  const hasDashedWord = flagsOf(argv).some((word) => /^-[^-]./.test(word));
  return hasDashedWord ? `${SEE_HELP}; put -- before words that begin with a dash` : SEE_HELP;
}

export function reportError(
  error: KebabError,
  argv: readonly string[],
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
): number {
  const words = flagsOf(argv);
  if (words.includes("--json")) {
    terminal.err(`${JSON.stringify(toErrorBody(error))}\n`);
    return toExitCode(error);
  }
  const style = createStyle(terminal.stderrIsTerminal && mayColour(env));
  terminal.err(`${style.red("error:")} ${error.message}\n`);
  if (error.hint !== null) terminal.err(`${style.dim("hint:")} ${error.hint}\n`);
  const problems = error.details["problems"];
  if (Array.isArray(problems) && problems.length > 1) {
    for (const problem of problems.slice(1) as { message: string }[])
      terminal.err(`  also: ${problem.message}\n`);
  }
  const isVerbose = words.includes("--verbose") || words.includes("-v");
  if (isVerbose && error.cause instanceof Error) terminal.err(`${error.cause.stack}\n`);
  return toExitCode(error);
}
