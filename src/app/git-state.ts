import { execFile } from "node:child_process";

export interface GitState {
  readonly commit: string;
  readonly dirty: boolean;
}

const TIMEOUT_MS = 5000;
const MAX_BYTES = 10_000_000;

/** Of the repository a folder lies in; null outside one, before its first commit, and without git. Never throws. */
export async function readGitState(folder: string): Promise<GitState | null> {
  const commit = await git(folder, ["rev-parse", "--verify", "HEAD"]);
  if (commit === null) return null;
  const changes = await git(folder, ["status", "--porcelain"]);
  // Too slow or too long to tell: not known to be clean.
  return { commit: commit.trim(), dirty: changes !== "" };
}

/** stdout; null when it failed. A repository's own config must not start programs, and nothing waits for a lock. */
function git(folder: string, words: readonly string[]): Promise<string | null> {
  const safe = ["--no-optional-locks", "-c", "core.fsmonitor=false"];
  return new Promise((resolve) => {
    execFile(
      "git",
      [...safe, ...words],
      { cwd: folder, timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES, windowsHide: true },
      (error, stdout) => resolve(error === null ? stdout : null),
    );
  });
}
