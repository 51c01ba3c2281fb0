import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { ROOT } from "./workshop.mjs";

/** The sets lie beside the repository where they may be used, and nowhere in it. */
export function unpackSets() {
  const script = resolve(ROOT, "..", "shared", "eval", "unpack");
  if (!existsSync(script)) throw new Error(`There are no sets at ${script}: name a folder of BEIR sets`);
  const { status, stdout, stderr } = spawnSync(script, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  return stdout.trim();
}

/** Names of the BEIR sets in a folder. */
export function listSets(folder) {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "corpus.jsonl")))
    .sort();
}
