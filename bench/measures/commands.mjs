// `kebab search` as a command on a warm disk, beside the least that node and SQLite can do.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createQueries } from "../corpus/queries.mjs";
import { interleave, runCommand } from "../support/command.mjs";
import { median, round, sum, summarise } from "../support/statistics.mjs";
import { createEnvironment, databaseOf, ELSEWHERE, programPath, workFolder } from "../support/workshop.mjs";
import { bareSql, readConfig, toMatch } from "./search.mjs";

const NOTHING_FOUND = 1;

export async function measureCommands(workshop, home, { repeats }) {
  const env = createEnvironment(home);
  const sql = bareSql(await readConfig(workshop, home));
  const queries = oneOfEachClass().map((text) => ({ text, match: toMatch(workshop, text) }));
  const queryOf = (repeat) => queries[repeat % queries.length];
  const configured = createEnvironment(home, { KEBAB_CONFIG: writeConfig() });
  const run = (words, more = {}) =>
    runCommand({ words, env, cwd: ELSEWHERE, exits: [0, NOTHING_FOUND], ...more });
  const search = (repeat) => [workshop.kebab, "search", "--mode", "lexical", queryOf(repeat).text];
  const runs = {
    node: () => run(["-e", "0"]),
    bare: (repeat) => run([programPath("bare-fts5.mjs"), databaseOf(home), sql, queryOf(repeat).match]),
    kebab: (repeat) => run(search(repeat)),
    kebab_json: (repeat) => run([...search(repeat), "--json"]),
    kebab_with_config: (repeat) => run(search(repeat), { env: configured }),
    kebab_version: () => run([workshop.kebab, "--version"]),
  };
  interleave(runs, queries.length);
  const results = interleave(runs, repeats);
  const { wall, cpu } = summariseRuns(results);
  return {
    repeats,
    queries: queries.map(({ text }) => text),
    wall_ms: wall,
    cpu_ms: cpu,
    ratio: round(median(walls(results.kebab)) / median(walls(results.bare))),
    // The best of many is what the program costs when nothing else runs.
    ratio_quiet: round(Math.min(...walls(results.kebab)) / Math.min(...walls(results.bare))),
    ratio_cpu: cpu === null ? null : round(cpu.kebab / cpu.bare),
  };
}

/** Wall times, and the mean processor time, of each of some named runs. */
export function summariseRuns(results) {
  const each = (toFigure) =>
    Object.fromEntries(Object.entries(results).map(([name, list]) => [name, toFigure(list)]));
  const meanCpu = (list) => round(sum(list.map((ran) => ran.cpuMs)) / list.length);
  const hasCpu = Object.values(results).every((list) => list.every((ran) => ran.cpuMs !== null));
  return { wall: each((list) => summarise(walls(list))), cpu: hasCpu ? each(meanCpu) : null };
}

function walls(list) {
  return list.map((ran) => ran.wallMs);
}

function oneOfEachClass() {
  return [...new Map(createQueries().map(({ kind, text }) => [kind, text])).values()];
}

/** A file such as `kebab init` leaves: one source, one setting. */
function writeConfig() {
  const file = join(workFolder("homes", "configured"), "config.toml");
  mkdirSync(join(file, "..", "notes"), { recursive: true });
  writeFileSync(file, '[[sources]]\nid = "notes"\npath = "notes"\n\n[search]\ndefault_top = 10\n');
  return file;
}
