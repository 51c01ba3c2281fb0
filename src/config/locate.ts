import { readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { toMessage } from "../core/errors.ts";
import { toConfigError, toProblem } from "./problems.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The machine as the program finds it; handed in, so that nothing below `cli` looks around by itself. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Environment;
  readonly homeDir: string;
  readonly platform: NodeJS.Platform;
}

export interface LocatedConfig {
  readonly mode: "project" | "user" | "defaults";
  readonly file: string | null;
  readonly text: string;
  /** The folder that holds `.kebab`. */
  readonly projectRoot: string | null;
  /** Relative paths in the file start here. */
  readonly baseDir: string;
}

const PROJECT_FOLDER = ".kebab";
const FILE_NAME = "config.toml";

/** `named` is the value of --config. */
export function locateConfig(surroundings: Surroundings, named: string | undefined): LocatedConfig {
  const { cwd, env, homeDir } = surroundings;
  const wanted = named ?? filled(env.KEBAB_CONFIG);
  if (wanted !== undefined) {
    const file = resolvePath(wanted, cwd, homeDir);
    return toLocated(file, readNamed(file, named === undefined ? "KEBAB_CONFIG" : "--config"));
  }
  for (const folder of upward(cwd)) {
    const file = join(folder, PROJECT_FOLDER, FILE_NAME);
    const text = readIfThere(file);
    if (text !== null) return toLocated(file, text);
  }
  const file = userConfigFile(surroundings);
  const text = readIfThere(file);
  if (text !== null) return { mode: "user", file, text, projectRoot: null, baseDir: dirname(file) };
  return { mode: "defaults", file: null, text: "", projectRoot: null, baseDir: cwd };
}

export function userConfigFile({ env, homeDir, platform }: Surroundings): string {
  const xdg = absolute(env.XDG_CONFIG_HOME);
  if (xdg !== undefined) return join(xdg, "kebab", FILE_NAME);
  if (platform === "darwin") return join(homeDir, "Library", "Application Support", "kebab", FILE_NAME);
  if (platform === "win32")
    return join(filled(env.APPDATA) ?? join(homeDir, "AppData", "Roaming"), "kebab", FILE_NAME);
  return join(homeDir, ".config", "kebab", FILE_NAME);
}

export function defaultDataDir({ env, homeDir, platform }: Surroundings, projectRoot: string | null): string {
  if (projectRoot !== null) return join(projectRoot, PROJECT_FOLDER, "data");
  const xdg = absolute(env.XDG_DATA_HOME);
  if (xdg !== undefined) return join(xdg, "kebab");
  // Never the folder of the config file itself: `reset` deletes the data folder.
  if (platform === "darwin") return join(homeDir, "Library", "Application Support", "kebab", "data");
  if (platform === "win32")
    return join(filled(env.LOCALAPPDATA) ?? join(homeDir, "AppData", "Local"), "kebab", "data");
  return join(homeDir, ".local", "share", "kebab");
}

/** What can be fetched again. */
export function defaultCacheDir({ env, platform, homeDir }: Surroundings): string {
  const xdg = absolute(filled(env.XDG_CACHE_HOME));
  if (xdg !== undefined) return join(xdg, "kebab");
  if (platform === "darwin") return join(homeDir, "Library", "Caches", "kebab");
  if (platform === "win32")
    return join(filled(env.LOCALAPPDATA) ?? join(homeDir, "AppData", "Local"), "kebab", "cache");
  return join(homeDir, ".cache", "kebab");
}

export function resolvePath(path: string, baseDir: string, homeDir: string): string {
  if (path === "~") return homeDir;
  return /^~[/\\]/.test(path) ? join(homeDir, path.slice(2)) : resolve(baseDir, path);
}

/** An empty variable counts as unset. */
function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text;
}

/** The XDG specification: relative paths in these variables are to be ignored. */
function absolute(text: string | undefined): string | undefined {
  return text !== undefined && isAbsolute(text) ? text : undefined;
}

function toLocated(file: string, text: string): LocatedConfig {
  const folder = dirname(file);
  if (basename(folder) !== PROJECT_FOLDER) {
    return { mode: "user", file, text, projectRoot: null, baseDir: folder };
  }
  const projectRoot = dirname(folder);
  return { mode: "project", file, text, projectRoot, baseDir: projectRoot };
}

function* upward(from: string): Generator<string> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    yield folder;
    if (dirname(folder) === folder) return;
  }
}

function readNamed(file: string, namedBy: "--config" | "KEBAB_CONFIG"): string {
  const text = readIfThere(file);
  if (text !== null) return text;
  const hint =
    namedBy === "--config" ? "Give --config the path of an existing file" : "Correct or unset KEBAB_CONFIG";
  throw toConfigError([
    toProblem(`Cannot read config ${file}: no such file (named by ${namedBy})`, { file, hint }),
  ]);
}

// Synchronous: one small read on the way to every search, where a trip through
// the thread pool costs more than the read. A file that is there but cannot be
// read is an error, for going on without it would use another base in silence.
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw toConfigError([toProblem(`Cannot read config ${file}: ${toMessage(error)}`, { file })], error);
  }
}
