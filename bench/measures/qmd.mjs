// qmd, installed apart with a Node of its own, its home inside bench/.work.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand, runCommandWithPeak } from "../support/command.mjs";
import { createEnvironment, ELSEWHERE, workFolder } from "../support/workshop.mjs";

const VERSION = "2.8.3";
/** Without install scripts (they compile and download) and without llama.cpp's binaries: its keyword side needs neither. */
const INSTALL = ["install", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--no-save"];
const NODE_PACKAGE = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const SQLITE_VEC = `sqlite-vec-${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/**
 * Gives { first, again, bytes } to run it with, { command, library, index } for other runs, or { reason } when it
 * cannot run here.
 */
export function openQmd(corpus, home = workFolder("homes", "qmd")) {
  try {
    const folder = workFolder("qmd");
    install(folder);
    const qmd = createRunner(folder, home, corpus);
    const told = qmd.run(["status"]).stdout;
    if (!told.includes("QMD Status")) return { reason: `qmd status said: ${String(told).slice(0, 200)}` };
    return qmd;
  } catch (error) {
    return { reason: String(error.message).slice(0, 500) };
  }
}

function install(folder) {
  if (existsSync(join(folder, "node_modules", "@tobilu", "qmd", "package.json"))) return;
  writeFileSync(join(folder, "package.json"), '{ "name": "qmd-apart", "private": true }\n');
  const packages = [`@tobilu/qmd@${VERSION}`, `${NODE_PACKAGE}@24`, `${SQLITE_VEC}@0.1.9`];
  const ended = spawnSync("npm", [...INSTALL, ...packages], { cwd: folder, encoding: "utf8" });
  if (ended.status !== 0)
    throw new Error(`npm could not install qmd: ${(ended.stderr ?? "").trim().slice(-400)}`);
}

function createRunner(folder, home, corpus) {
  const program = join(folder, "node_modules", NODE_PACKAGE, "bin", "node");
  const script = join(folder, "node_modules", "@tobilu", "qmd", "dist", "cli", "qmd.js");
  const config = join(home, "qmd-config");
  mkdirSync(config, { recursive: true });
  writeFileSync(
    join(config, "index.yml"),
    `collections:\n  corpus:\n    path: ${JSON.stringify(corpus)}\n    pattern: "**/*.md"\n`,
  );
  const env = createEnvironment(home, { QMD_CONFIG_DIR: config, NO_COLOR: "1" });
  const command = (words) => ({ program, words: [script, ...words], env, cwd: ELSEWHERE });
  const index = join(home, "cache", "qmd", "index.sqlite");
  return {
    version: VERSION,
    folder,
    command,
    library: join(folder, "node_modules", "@tobilu", "qmd", "dist", "index.js"),
    index,
    run: (words) => runCommand(command(words)),
    first: () => {
      rmSync(join(home, "cache"), { recursive: true, force: true });
      return runCommandWithPeak(command(["update"]));
    },
    again: () => runCommand(command(["update"])),
    bytes: () => statSync(index).size,
  };
}
