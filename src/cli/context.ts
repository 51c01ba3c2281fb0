import type { Kebab } from "../app/kebab.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import { KebabError } from "../core/errors.ts";
import type { Style } from "./output/style.ts";
import type { Terminal } from "./terminal.ts";

/** Flags that every command takes. */
export interface GlobalFlags {
  readonly config?: string;
  readonly dataDir?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly readonly?: boolean;
}

/** An engine with these settings. */
export type OpenKebab = (loaded: LoadedConfig) => Promise<Kebab>;

/** The whole program on another terminal, with another engine than one of its own: what a server runs for others. */
export type RunProgram = (
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  openKebab: OpenKebab,
) => Promise<number>;

/** What a command works with. Config and engine are made when first asked for: `--help` needs neither. */
export interface Context {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly flags: GlobalFlags;
  /** For stdout. */
  readonly style: Style;
  /** For what is said on stderr, which may be a terminal when stdout is not. */
  readonly errorStyle: Style;
  readonly version: string;
  /** The thread script that belongs to this build. */
  readonly workerScript: URL;
  loadConfig(): Promise<LoadedConfig>;
  openKebab(): Promise<Kebab>;
  readonly run: RunProgram;
  /** One JSON value on stdout, on a line of its own. */
  printJson(value: unknown): void;
  /** For people, on stderr; silent with --quiet. */
  say(text: string): void;
}

/** For commands that write without the engine, which refuses by itself. */
export function refuseIfReadonly({ flags }: Context): void {
  if (flags.readonly !== true) return;
  throw new KebabError("readonly", "Cannot write: kebab was started with --readonly", {
    hint: "Run the command without --readonly",
  });
}
