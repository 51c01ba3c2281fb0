import { spawnSync } from "node:child_process";
import { cpus, loadavg, platform, release, totalmem } from "node:os";

export function describeMachine() {
  const processors = cpus();
  return {
    cpu: processors[0]?.model ?? "unknown",
    cores: processors.length,
    memory_gib: Math.round((totalmem() / 2 ** 30) * 10) / 10,
    system: `${platform()} ${release()}`,
    node: process.version,
    load_before: loadavg().map((load) => Math.round(load * 100) / 100),
  };
}

/** The commit, and whether what was built differs from it. */
export function describeCommit(root) {
  const git = (...words) => spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
  const changed = git("status", "--porcelain", "--", "src", "package.json", "package-lock.json", "tools");
  return { commit: git("rev-parse", "--short=12", "HEAD") || null, changed: changed !== "" };
}
