import { lstatSync, mkdirSync, readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";

const ENDING = ".sock";

/**
 * Where this user's servers may put their sockets, the best place first: not in the data folder, whose path may be
 * too long for a socket or lie on a disk that has none. No place on Windows, which has no such folders.
 */
export function listSocketFolders(env: NodeJS.ProcessEnv): string[] {
  const user = process.getuid?.();
  if (user === undefined) return [];
  const runtime = env["XDG_RUNTIME_DIR"] ?? "";
  const temporary = env["TMPDIR"] ?? "";
  return [
    ...(isAbsolute(runtime) ? [join(runtime, "kebab")] : []),
    join(isAbsolute(temporary) ? temporary : "/tmp", `kebab-${user}`),
  ];
}

/** Makes the folder where it is missing. False where it is not this user's alone, or cannot be made. */
export function prepareSocketFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EEXIST" && isPrivate(folder);
  }
}

/** Sockets of this user's servers; some may be of servers that were killed. None where the folder is not private. */
export function listSockets(folder: string): string[] {
  try {
    const names = isPrivate(folder) ? readdirSync(folder) : [];
    return names.filter((name) => name.endsWith(ENDING)).map((name) => join(folder, name));
  } catch {
    // Not to be read: then nobody's servers are found in it.
    return [];
  }
}

/** A name of its own for each server, so that none can take away another one's. */
export function toSocketPath(folder: string, pid: number, random: string): string {
  return join(folder, `${pid}-${random}${ENDING}`);
}

/** Null where the name is none of ours. */
export function readSocketOwner(socket: string): number | null {
  const pid = /(\d+)-[0-9a-f]+\.sock$/.exec(socket)?.[1];
  return pid === undefined ? null : Number(pid);
}

/** A folder itself, no link to one, which this user owns and nobody else may enter. */
function isPrivate(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
}
