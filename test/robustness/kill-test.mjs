// SIGKILL at any instant: the next run repairs, and the index is as if nothing had happened.
// Usage: node test/robustness/kill-test.mjs [--count 200] [--files 250] [--moments clock,event,write] [--seed 1]

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createCorpus, evolveCorpus, writeCorpus } from "./support/corpus.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { checkIndex, compareDumps, dumpIndex } from "./support/index-dump.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, followLines, readReport, runKebab, startKebab } from "./support/run-kebab.mjs";
import { watchWrites } from "./support/watch-writes.mjs";

const options = readOptions({ count: 200, files: 250, moments: "clock,event,write" });
const findings = new Findings();
const scratch = openScratch("kill-test", options.keep);
const setup = createSetup(options.kebab, scratch);
const random = createRandom(options.seed);
const corpus = join(scratch, "corpus");
const examples = join(options.kebab, "examples/notes");
const earlier = createCorpus(random, options.files);
const later = evolveCorpus(earlier, random);

// The index of the earlier corpus is where an incremental run starts; the corpus stays at the later state.
writeCorpus(corpus, earlier, examples);
const base = join(scratch, "base");
await ingestWhole(base);
writeCorpus(corpus, later, examples);
const expected = {
  fresh: await undisturbed("fresh", null),
  incremental: await undisturbed("incremental", base),
};
checkBoth();

const counts = { killed: 0, "ended before": 0, kills: 0 };
const byScenario = {};
const byKind = {};
const roundTimes = [];
/** How far each killed run had come, from 0 to 1. */
const byProgress = [];
const started = performance.now();
for (let round = 0; round < options.count; round++) {
  const roundStarted = performance.now();
  await runRound(round, random.fork(`round ${round}`));
  roundTimes.push(performance.now() - roundStarted);
  if (round % 50 === 49) console.log(`${round + 1} rounds, ${findings.count} failures`);
}

printFigures({
  corpus: `${earlier.size} files, ${later.size} later, and examples/notes`,
  "undisturbed (ms)": `fresh ${expected.fresh.ms.toFixed(0)}, incremental ${expected.incremental.ms.toFixed(0)}`,
  rounds: `${options.count}: ${Object.entries(byScenario)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")}`,
  kills: `${counts.kills} sent; ${counts.killed} hit a running ingest, ${counts["ended before"]} came after its end; ${Object.entries(
    byKind,
  )
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")}`,
  "files stored when killed": toSpread(byProgress),
  "a round (ms)": `mean ${(roundTimes.reduce((sum, ms) => sum + ms, 0) / roundTimes.length).toFixed(0)}, longest ${Math.max(...roundTimes).toFixed(0)}`,
  seconds: ((performance.now() - started) / 1000).toFixed(0),
});
findings.end("kill-test", options.count);

async function ingestWhole(dataDir) {
  const result = await runKebab(setup, ["ingest", corpus, "--json"], { dataDir });
  if (result.code !== 0) throw new Error(`ingest exits ${result.code}: ${result.stderr}`);
  return { result, ...readReport(result) };
}

/** Twice: what differs by itself cannot be compared with. */
async function undisturbed(name, from) {
  const runs = [];
  for (const attempt of [1, 2]) {
    const dataDir = join(scratch, `${name}-${attempt}`);
    if (from !== null) cpSync(from, dataDir, { recursive: true });
    let writes = 0;
    const stop = watchWrites(dataDir, () => writes++);
    const { result, report } = await ingestWhole(dataDir);
    stop();
    runs.push({
      writes,
      dump: dumpIndex(dataDir),
      ms: result.ms,
      files: report.added + report.updated + report.renamed,
    });
    for (const problem of checkIndex(dataDir)) findings.add(`${name}, undisturbed: ${problem}`);
  }
  for (const line of compareDumps(runs[0].dump, runs[1].dump))
    findings.add(`${name}: two undisturbed runs differ: ${line}`);
  const { dump, files, writes } = runs[0];
  return { dump, files, writes, ms: (runs[0].ms + runs[1].ms) / 2 };
}

/** Whatever way it came about, the index holds the same paths with the same texts. */
function checkBoth() {
  const texts = ({ dump }) => {
    const paths = new Map(
      dump.documents.map((line) => JSON.parse(line)).map((row) => [row.doc_id, row.path]),
    );
    return dump.chunks
      .map((line) => JSON.parse(line))
      .map((row) => JSON.stringify([paths.get(row.doc_id), row.ordinal, row.text, row.heading]))
      .sort();
  };
  const aside = new Set(expected.incremental.dump.set_aside.map((line) => JSON.parse(line).path));
  const [fresh, incremental] = [texts(expected.fresh), texts(expected.incremental)].map((lines) =>
    // An earlier version of a file that can no longer be read stays searchable.
    lines.filter((line) => !aside.has(JSON.parse(line)[0])),
  );
  const differences = compareDumps({ texts: fresh }, { texts: incremental });
  for (const line of differences) findings.add(`incremental and fresh index differ: ${line}`);
}

async function runRound(round, own) {
  const dataDir = join(scratch, "round");
  rmSync(dataDir, { recursive: true, force: true });
  const scenario = own.pick([
    "fresh",
    "fresh",
    "half-built",
    "incremental",
    "incremental",
    "incremental, twice",
  ]);
  byScenario[scenario] = (byScenario[scenario] ?? 0) + 1;
  const target = scenario.startsWith("incremental") ? expected.incremental : expected.fresh;
  if (target === expected.incremental) cpSync(base, dataDir, { recursive: true });
  const kills = scenario === "half-built" || scenario === "incremental, twice" ? own.between(2, 3) : 1;
  const moments = [];
  for (let kill = 0; kill < kills; kill++) moments.push(await killOnce(dataDir, target, own));
  const label = `round ${round} (${scenario}, killed ${moments.join(" and ")})`;
  const result = await runKebab(setup, ["ingest", corpus, "--json"], { dataDir });
  if (
    !findings.check(
      result.code === 0,
      () => `${label}: the next run exits ${result.code}: ${result.stderr.slice(0, 500)}`,
    )
  )
    return;
  for (const problem of checkIndex(dataDir)) findings.add(`${label}: ${problem}`);
  for (const line of compareDumps(target.dump, dumpIndex(dataDir))) findings.add(`${label}: ${line}`);
}

/** By the clock, over the whole run; right after a certain file was stored; in the middle of a transaction. */
async function killOnce(dataDir, target, own) {
  counts.kills++;
  const kind = own.pick(options.moments.split(","));
  byKind[kind] = (byKind[kind] ?? 0) + 1;
  const run = startKebab(setup, ["ingest", corpus, "--json"], { dataDir });
  const kill = () => run.child.kill("SIGKILL");
  const delay = own.next() * target.ms * 1.05;
  const wantedEvent = own.between(1, Math.max(1, target.files));
  const wantedWrite = own.between(1, Math.max(1, target.writes));
  const moment = {
    clock: `after ${delay.toFixed(0)} ms`,
    event: `at event ${wantedEvent}`,
    write: `at write ${wantedWrite} of ${target.writes}`,
  }[kind];
  let stored = 0;
  let writes = 0;
  const stops = [
    followLines(run.stdoutPath, (lines) => {
      stored += lines.length;
      if (kind === "event" && stored >= wantedEvent) kill();
    }),
  ];
  if (kind === "clock") void sleep(delay).then(kill);
  if (kind === "write")
    stops.push(
      watchWrites(dataDir, () => {
        if (++writes >= wantedWrite) kill();
      }),
    );
  await run.ended;
  for (const stop of stops) stop();
  const { signal } = await run.ended;
  counts[signal === "SIGKILL" ? "killed" : "ended before"]++;
  byProgress.push(stored / (target.files + 1));
  return `${moment} with ${stored} events`;
}

/** Ten classes from "nothing yet" to "all of it". */
function toSpread(shares) {
  const classes = Array(10).fill(0);
  for (const share of shares) classes[Math.min(9, Math.floor(share * 10))]++;
  return classes.map((count, at) => `${at * 10}%: ${count}`).join("  ");
}
