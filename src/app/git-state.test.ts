import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { readGitState } from "./git-state.ts";

let folder: TemporaryFolder;
beforeEach(() => {
  folder = new TemporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

const git = (...words: string[]): string =>
  execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@example.com", ...words], {
    cwd: folder.path,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();

test("outside a repository, in one without a commit and in a folder that is gone there is no state", async () => {
  expect(await readGitState(folder.path)).toBeNull();
  git("init", "-q");
  expect(await readGitState(folder.path)).toBeNull();
  expect(await readGitState(join(folder.path, "gone"))).toBeNull();
});

test("a repository has its commit, also from a folder within, and is dirty once a file is new", async () => {
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "first");
  const commit = git("rev-parse", "HEAD");
  const inner = join(folder.path, "메모");
  mkdirSync(inner);
  expect(await readGitState(inner)).toEqual({ commit, dirty: false });
  writeFileSync(join(inner, "a.md"), "x");
  expect(await readGitState(folder.path)).toEqual({ commit, dirty: true });
});

test("a repository's own config starts no program", async () => {
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "first");
  const trace = join(folder.path, "ran");
  git("config", "core.fsmonitor", `touch ${trace}; true`);
  git("config", "status.showUntrackedFiles", "all");
  expect(await readGitState(folder.path)).toMatchObject({ dirty: false });
  expect(existsSync(trace)).toBe(false);
});
