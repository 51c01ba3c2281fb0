// First ingest and ingest of nothing new: beside qmd, a raw FTS5 table, and a walk of the tree.
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { clocked, interleave, runCommand, runCommandWithPeak } from "../support/command.mjs";
import { round, summarise } from "../support/statistics.mjs";
import { walkAndStat } from "../support/walk-and-stat.mjs";
import { createEnvironment, databaseOf, ELSEWHERE, programPath, workFolder } from "../support/workshop.mjs";
import { summariseRuns } from "./commands.mjs";
import { openEngine } from "./search.mjs";

/** Files and words alone: what vectors cost is a measure of its own. */
const INGEST = ["ingest", "--no-embeddings", "--quiet"];

/** Leaves the index of the corpus in `home`, for the searches. */
export function measureFirstIngest(workshop, home, { corpus, qmd, repeats }) {
  const raw = join(workFolder("homes", "raw"), "raw.sqlite");
  const runs = {
    kebab: () => ingestAnew(workshop, home, corpus.folder),
    raw: () => {
      removeDatabase(raw);
      return runCommandWithPeak({
        words: [programPath("raw-fts5-index.mjs"), corpus.folder, raw],
        ...placed(home),
      });
    },
    ...(qmd.reason === undefined ? { qmd: qmd.first } : {}),
  };
  const results = interleave(runs, repeats);
  const { wall, cpu } = summariseRuns(results);
  const ratio = (a, b) => (b === undefined ? null : round(a / b));
  const bytes = {
    kebab: sizeOf(databaseOf(home)),
    raw: sizeOf(raw),
    qmd: qmd.reason === undefined ? qmd.bytes() : null,
  };
  return {
    repeats,
    wall_ms: wall,
    cpu_ms: cpu,
    files_per_second: mapValues(wall, ({ p50 }) => round((corpus.files / p50) * 1000)),
    peak_mb: mapValues(results, (list) => round(Math.max(...list.map((ran) => ran.peakBytes)) / 1e6)),
    index_mb_per_text_mb: mapValues(bytes, (size) => (size === null ? null : round(size / corpus.bytes))),
    times_faster_than_qmd: qmd.reason === undefined ? ratio(wall.qmd.p50, wall.kebab.p50) : null,
    times_faster_than_qmd_cpu: qmd.reason === undefined && cpu !== null ? ratio(cpu.qmd, cpu.kebab) : null,
    ratio_to_raw: ratio(wall.kebab.p50, wall.raw.p50),
    ratio_to_raw_cpu: cpu === null ? null : ratio(cpu.kebab, cpu.raw),
  };
}

export function ingestAnew(workshop, home, folder) {
  rmSync(join(home, "data"), { recursive: true, force: true });
  return runCommandWithPeak({ words: [workshop.kebab, ...INGEST, folder], ...placed(home) });
}

function placed(home) {
  return { env: createEnvironment(home), cwd: ELSEWHERE };
}

export async function measureNoChange(workshop, home, { corpus, qmd, repeats }) {
  const run = (words) => runCommand({ words, ...placed(home) });
  const runs = {
    walk: () => run([programPath("walk-and-stat.mjs"), corpus.folder]),
    kebab: () => run([workshop.kebab, ...INGEST]),
  };
  interleave(runs, 2);
  const commands = interleave(runs, repeats);
  // Some thirty times as slow: a few runs tell enough.
  const slow = qmd.reason === undefined ? interleave({ qmd: qmd.again }, 2) : {};
  const { wall, cpu } = summariseRuns({ ...commands, ...slow });
  const inside = await measureInside(workshop, home, { folder: corpus.folder, repeats });
  return {
    repeats,
    command: {
      wall_ms: wall,
      cpu_ms: cpu,
      ratio: round(wall.kebab.p50 / wall.walk.p50),
      ratio_quiet: round(wall.kebab.min / wall.walk.min),
      ratio_cpu: cpu === null ? null : round(cpu.kebab / cpu.walk),
    },
    in_process: inside,
  };
}

async function measureInside(workshop, home, { folder, repeats }) {
  const kebab = await openEngine(workshop.library, home);
  const spent = { kebab: [], walk: [] };
  const sides = {
    kebab: async () => {
      const report = await kebab.ingest({ embeddings: false });
      if (report.added + report.updated > 0)
        throw new Error("an ingest of nothing new found something to do");
    },
    walk: async () => walkAndStat(folder),
  };
  for (let round = -2; round < repeats; round++) {
    for (const side of round % 2 === 0 ? ["kebab", "walk"] : ["walk", "kebab"]) {
      const ran = await clocked(sides[side]);
      if (round >= 0) spent[side].push(ran);
    }
  }
  await kebab[Symbol.asyncDispose]();
  const wall = mapValues(spent, (list) => summarise(list.map(({ wallMs }) => wallMs)));
  const cpu = mapValues(spent, (list) => summarise(list.map(({ cpuMs }) => cpuMs)));
  return {
    wall_ms: wall,
    cpu_ms: cpu,
    ratio: round(wall.kebab.p50 / wall.walk.p50),
    ratio_quiet: round(wall.kebab.min / wall.walk.min),
    ratio_cpu: round(cpu.kebab.p50 / cpu.walk.p50),
  };
}

function removeDatabase(path) {
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
}

function sizeOf(path) {
  return ["", "-wal"].reduce(
    (size, end) => size + (existsSync(path + end) ? statSync(path + end).size : 0),
    0,
  );
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
