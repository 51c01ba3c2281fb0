// A clock that is wrong, set forward or back, and files with times from anywhere: every change is found, nothing is
// indexed twice, and the index equals one made by a right clock.
// Usage: node test/robustness/clock-test.mjs [--files 24] [--only REGEX] [--seed 1]

import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCorpus, evolveCorpus, writeCorpus } from "./support/corpus.mjs";
import { openEmbeddingServer } from "./support/embedding-server.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, readReport } from "./support/run-kebab.mjs";
import { createVectorBench } from "./support/vector-bench.mjs";

const options = readOptions({ files: 24, only: "" });
const findings = new Findings();
const scratch = openScratch("clock-test", options.keep);
const setup = createSetup(options.kebab, scratch);
const server = await openEmbeddingServer();
const random = createRandom(options.seed);
const corpus = join(scratch, "corpus");
const earlier = createCorpus(random, options.files);
const later = evolveCorpus(earlier, random);
const [edited] = [...later.keys()].filter((path) => path.endsWith(".ts") && earlier.has(path));
const YEAR = 365 * 24 * 3600;
const CLOCK = new URL("support/shifted-clock.mjs", import.meta.url).href;
const figures = {};

const FAULTS = {
  "clock a year ahead, then right": (bench, label) => acrossRuns(bench, label, [byShifts(YEAR), {}]),
  "clock a year behind, then right": (bench, label) => acrossRuns(bench, label, [byShifts(-YEAR), {}]),
  "clock at 1970, then right": (bench, label) =>
    acrossRuns(bench, label, [byShifts(60 - Date.now() / 1000), {}]),
  "clock set while it runs": (bench, label) =>
    acrossRuns(bench, label, [byShifts(0, 3600, -3600, YEAR, -YEAR), byShifts(-YEAR, YEAR)]),
  "files from the future": (bench, label) => withTimes(bench, label, Date.now() / 1000 + YEAR),
  "files from 2262": (bench, label) => withTimes(bench, label, 9_200_000_000),
  "files from 1970": (bench, label) => withTimes(bench, label, 0),
  "files from before 1970": (bench, label) => withTimes(bench, label, -YEAR),
  "edit within a tick of the clock": (bench, label) => withinTick(bench, label, Date.now() + 0.123, 50),
  // Some file systems count in seconds, FAT in two.
  "edit within a second, times in seconds": (bench, label) => withinTick(bench, label, toStep(1000), 900),
  "edit within two seconds, times in two": (bench, label) => withinTick(bench, label, toStep(2000), 1900),
  "edit under the same time and size": sameTime,
};

for (const store of ["sqlite-vec", "lancedb"]) {
  const bench = createVectorBench(setup, server, findings, store);
  for (const [name, examine] of Object.entries(FAULTS)) {
    const label = `${store}, ${name}`;
    // The store of the vectors sees the clock of the runs, not the times of the files.
    if (!new RegExp(options.only).test(label) || (store === "lancedb" && !name.startsWith("clock"))) continue;
    const before = findings.count;
    const told = await examine(bench, label);
    figures[label] = `${findings.count === before ? "holds" : "FAILS"}: ${told}`;
  }
}
printFigures(figures);
await server.close();
findings.end("clock-test", Object.keys(figures).length);

function byShifts(...seconds) {
  return { CLOCK_SHIFTS: seconds.join(",") };
}

/** The first run, and the one after a week of work, under clocks of their own; then once more under the right one. */
async function acrossRuns(bench, label, [first, second]) {
  const [dataDir, straight] = [newFolder("data"), newFolder("straight")];
  writeCorpus(corpus, earlier);
  await ingest(bench, label, dataDir, first);
  await ingest(bench, label, straight);
  writeCorpus(corpus, later);
  await ingest(bench, label, dataDir, second);
  await ingest(bench, label, straight);
  await bench.check(label, await bench.look({ dataDir: straight }), { dataDir });
  editSameSize(edited);
  const { report } = readReport(await ingest(bench, label, dataDir));
  findings.check(report.updated === 1, () => `${label}: an edited file, and ${report.updated} are updated`);
  await ingest(bench, label, straight);
  await bench.check(`${label}, edited`, await bench.look({ dataDir: straight }), { dataDir });
  await nothingToDo(bench, label, dataDir);
  return "index as with a right clock, an edit found, then nothing to do";
}

async function nothingToDo(bench, label, dataDir) {
  const texts = server.texts;
  const { report } = readReport(await ingest(bench, label, dataDir));
  findings.check(
    report.added + report.updated + report.removed === 0 && server.texts === texts,
    () => `${label}: a run with nothing to do reports ${JSON.stringify(report)}`,
  );
}

async function withTimes(bench, label, seconds) {
  const dataDir = newFolder("data");
  writeCorpus(corpus, earlier);
  for (const path of earlier.keys()) utimesSync(join(corpus, path), seconds, seconds);
  await ingest(bench, label, dataDir);
  await nothingToDo(bench, label, dataDir);
  editSameSize(edited);
  const { report } = readReport(await ingest(bench, label, dataDir));
  findings.check(report.updated === 1, () => `${label}: an edited file, and ${report.updated} are updated`);
  await nothingToDo(bench, label, dataDir);
  await equalsFresh(bench, label, dataDir);
  return "files known again, an edit found";
}

/** Written, indexed at once, and written again with the same size before the file's time could change. */
async function withinTick(bench, label, timeMs, laterMs) {
  const dataDir = newFolder("data");
  writeCorpus(corpus, earlier);
  utimesSync(join(corpus, edited), timeMs / 1000, timeMs / 1000);
  await ingest(bench, label, dataDir, { CLOCK_AT: String(timeMs + laterMs) });
  editSameSize(edited);
  utimesSync(join(corpus, edited), timeMs / 1000, timeMs / 1000);
  const { report } = readReport(await ingest(bench, label, dataDir));
  findings.check(report.updated === 1, () => `${label}: an edited file, and ${report.updated} are updated`);
  await equalsFresh(bench, label, dataDir);
  return `found, though the first was indexed ${laterMs} ms after the file's time`;
}

function toStep(stepMs) {
  return Math.floor(Date.now() / stepMs) * stepMs;
}

/**
 * Size and time are what tells a changed file: a program that puts the time back hides its edit, and
 * `--force` finds it.
 */
async function sameTime(bench, label) {
  const dataDir = newFolder("data");
  writeCorpus(corpus, earlier);
  await ingest(bench, label, dataDir);
  editSameSize(edited);
  const { time } = earlier.get(edited);
  utimesSync(join(corpus, edited), time, time);
  const hidden = readReport(await ingest(bench, label, dataDir)).report;
  await bench.mustRun(`${label}, --force`, ["ingest", corpus, "--force"], { dataDir });
  await equalsFresh(bench, label, dataDir);
  return `${hidden.updated} found by size and time, 1 by --force`;
}

async function equalsFresh(bench, label, dataDir) {
  const fresh = newFolder("fresh");
  await ingest(bench, `${label}, fresh`, fresh);
  // What was there before an edit is still in the cache.
  const wanted = { ...(await bench.look({ dataDir: fresh })), cache: (await bench.look({ dataDir })).cache };
  await bench.check(label, wanted, { dataDir });
}

function ingest(bench, label, dataDir, clock = {}) {
  const env = { NODE_OPTIONS: `--import=${CLOCK}`, ...clock };
  return bench.mustRun(label, ["ingest", corpus], {
    dataDir,
    env: Object.keys(clock).length === 0 ? {} : env,
  });
}

/** Other letters, as many of them. */
function editSameSize(path) {
  const place = join(corpus, path);
  const text = readFileSync(place, "utf8");
  const swapped = text.replace(/[a-z]{4,}/g, (word) => `${word.slice(1)}${word[0]}`);
  if (swapped === text) throw new Error(`nothing to edit in ${path}`);
  writeFileSync(place, swapped);
}

function newFolder(name) {
  const folder = join(scratch, name);
  rmSync(folder, { recursive: true, force: true });
  return folder;
}
