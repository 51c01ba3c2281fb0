// Several writers at once: one writes, the others wait their turn or are told who does; readers never wait, and the
// index is as if they had come one after the other.
// Usage: node test/robustness/writers-test.mjs [--count 12] [--files 120] [--seed 1]

import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createCorpus, writeCorpus } from "./support/corpus.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { dumpIndex } from "./support/index-dump.mjs";
import { createPlainBench } from "./support/plain-bench.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, readError, startKebab } from "./support/run-kebab.mjs";

const options = readOptions({ count: 12, files: 120 });
const findings = new Findings();
const scratch = openScratch("writers-test", options.keep);
const setup = createSetup(options.kebab, scratch);
const bench = createPlainBench(setup, findings);
const random = createRandom(options.seed);
const folders = ["first", "second"].map((name) => join(scratch, name));
for (const [at, folder] of folders.entries())
  writeCorpus(folder, createCorpus(random.fork(`folder ${at}`), options.files));

const straight = join(scratch, "straight");
const started = performance.now();
await ingestBoth("undisturbed", straight);
const wholeMs = performance.now() - started;
const expected = dumpIndex(straight);
const counts = { wrote: 0, "told of the owner": 0, killed: 0, searches: 0 };
for (let round = 0; round < options.count; round++) await runRound(round, random.fork(`round ${round}`));
printFigures({
  corpus: `two folders of ${options.files} files, ${expected.chunks.length} chunks`,
  writers: `${counts.wrote} wrote, ${counts["told of the owner"]} were told who writes, ${counts.killed} were killed`,
  readers: `${counts.searches} searches meanwhile`,
});
findings.end("writers-test", options.count);

async function ingestBoth(label, dataDir) {
  for (const folder of folders) await bench.mustRun(label, ["ingest", folder], { dataDir });
}

async function runRound(round, own) {
  const label = `round ${round}`;
  const dataDir = join(scratch, "data");
  rmSync(dataDir, { recursive: true, force: true });
  const mostMs = wholeMs * 0.6;
  const writers = own.several(2, 4, () => ({ folder: own.pick(folders), delayMs: own.next() * mostMs }));
  // From the very first moment: the file and its tables are made by whoever comes first.
  writers[0].delayMs = 0;
  writers[1].delayMs = own.chance(0.5) ? 0 : writers[1].delayMs;
  const toKill = own.chance(0.4) ? 0 : -1;
  const pids = [];
  const results = await Promise.all([
    ...writers.map(async ({ folder, delayMs }, at) => {
      await sleep(delayMs);
      const run = startKebab(setup, ["ingest", folder, "--json"], { dataDir });
      pids.push(run.child.pid);
      if (at === toKill) void sleep(own.next() * mostMs).then(() => run.child.kill("SIGKILL"));
      return run.ended;
    }),
    search(label, dataDir, mostMs * own.next()),
  ]);
  results.pop();
  for (const result of results) {
    if (result.signal === "SIGKILL") counts.killed++;
    else if (result.code === 0) counts.wrote++;
    else if (findings.expectError(label, result, ["locked"])) {
      counts["told of the owner"]++;
      checkOwner(label, readError(result), pids);
    }
  }
  findings.check(
    results.some(({ code, signal }) => code === 0 || signal === "SIGKILL"),
    () => `${label}: of ${results.length} writers none wrote`,
  );
  await ingestBoth(`${label}, one after the other`, dataDir);
  bench.check(label, dataDir, expected);
}

/** Between two writers, or right at the start, nobody is known; otherwise it is one of ours, and named. */
function checkOwner(label, { message, details }, pids) {
  if (details.pid === undefined) return;
  findings.check(
    pids.includes(details.pid) && message.includes(String(details.pid)) && /kebab ingest/.test(message),
    () => `${label}: the owner is none of the writers: ${message}`,
  );
}

async function search(label, dataDir, delayMs) {
  await sleep(delayMs);
  const result = await bench.search({ dataDir });
  counts.searches++;
  if (result.code !== null && result.code <= 1) return;
  // Before the first table there is nothing to search, and it says so.
  findings.expectError(`${label}, search`, result, ["index-missing"]);
}
