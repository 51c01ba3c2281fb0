// Files that change while they are read: rewritten, cut off, added to, replaced, taken away and put back. The run ends
// well, the index is sound, and one more run makes it equal to that of files that lay still.
// Usage: node test/robustness/moving-files.mjs [--count 6] [--files 60] [--seed 1]

import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createCorpus, writeCorpus } from "./support/corpus.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { checkIndex, compareDumps, dumpIndex } from "./support/index-dump.mjs";
import { createPlainBench } from "./support/plain-bench.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, readReport, startKebab } from "./support/run-kebab.mjs";

const options = readOptions({ count: 6, files: 60 });
const findings = new Findings();
const scratch = openScratch("moving-files", options.keep);
const setup = createSetup(options.kebab, scratch);
const bench = createPlainBench(setup, findings);
const random = createRandom(options.seed);
let changes = 0;
const corpus = join(scratch, "corpus");
const dataDir = join(scratch, "data");
const files = createCorpus(random, options.files);
// Large ones take their time to be read, so that a write can come in between.
for (let at = 0; at < 4; at++)
  files.set(`large/${at}.txt`, { content: makeText(random, 400_000), time: 1_760_000_000 });
const paths = [...files.keys()].filter(
  (path) => /\.(md|txt|ts|py)$/.test(path) && !path.startsWith("twins/"),
);
const tally = {};

/** Each content is one of its own: a file that takes another's content would be a rename, which is another matter. */
const CHANGES = {
  rewritten: (place, own) => writeFileSync(place, makeText(own, 3000)),
  "rewritten bit by bit": (place, own) => {
    const descriptor = openSync(place, "r+");
    for (const part of own.several(2, 6, () => makeText(own, 500))) writeSync(descriptor, part);
    closeSync(descriptor);
  },
  "cut off": (place, own) => truncateSync(place, own.between(0, 2000)),
  "added to": (place, own) => appendFileSync(place, makeText(own, 500)),
  replaced: (place, own) => {
    writeFileSync(`${place}.draft`, makeText(own, 3000));
    renameSync(`${place}.draft`, place);
  },
  "taken away": (place) => rmSync(place, { recursive: true, force: true }),
  "made a folder": (place, own) => {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place);
    writeFileSync(join(place, "inside.md"), makeText(own, 200));
  },
};

const met = { changes: 0, "not read": 0, found: 0 };
writeCorpus(corpus, files);
for (let round = 0; round < options.count; round++) await runRound(round, random.fork(`round ${round}`));
printFigures({
  corpus: `${files.size} files`,
  changes: `${met.changes} while a run was under way: ${Object.entries(tally)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")}`,
  "not read at first": `${met["not read"]}`,
  "found by the next run": `${met.found}`,
});
findings.check(met.found > 0, "no change came in between: give more files");
findings.end("moving-files", options.count);

/** Every other round begins with nothing, the others with what the last one left. */
async function runRound(round, own) {
  const label = `round ${round}`;
  if (round % 2 === 0) {
    rmSync(dataDir, { recursive: true, force: true });
    writeCorpus(corpus, files);
  } else for (const path of own.shuffled(paths).slice(0, 40)) change(path, own);
  const disturbed = await ingestWhileChanging(own);
  findings.check(
    disturbed.code === 0,
    () => `${label}: exits ${disturbed.code ?? disturbed.signal}: ${disturbed.stderr.slice(0, 400)}`,
  );
  if (disturbed.code === 0) met["not read"] += readReport(disturbed).report.failed.length;
  for (const problem of checkIndex(dataDir)) findings.add(`${label}, meanwhile: ${problem}`);
  await bench.mustSearch(`${label}, meanwhile`, { dataDir });
  const next = await bench.mustRun(`${label}, the next run`, ["ingest", corpus], { dataDir });
  const { added, updated, removed } = readReport(next).report;
  met.found += added + updated + removed;
  const fresh = join(scratch, "fresh");
  rmSync(fresh, { recursive: true, force: true });
  await bench.mustRun(`${label}, fresh`, ["ingest", corpus], { dataDir: fresh });
  for (const problem of checkIndex(dataDir)) findings.add(`${label}: ${problem}`);
  const expected = dumpIndex(fresh);
  const aside = new Set(expected.set_aside.map((line) => JSON.parse(line).path));
  for (const line of compareDumps(withoutAside(expected, aside), withoutAside(dumpIndex(dataDir), aside)))
    findings.add(`${label}: ${line}`);
}

/** An earlier version of a file that can no longer be read (cut off in the middle of a character) stays searchable. */
function withoutAside(dump, paths) {
  const rows = dump.documents.map((line) => JSON.parse(line)).filter((row) => paths.has(row.path));
  const documents = new Set(rows.map((row) => row.doc_id));
  const chunks = dump.chunks.map((line) => JSON.parse(line)).filter((row) => documents.has(row.doc_id));
  const ids = [...documents, ...chunks.map((row) => row.chunk_id)];
  const isKept = (line) => !ids.some((id) => line.includes(id));
  return Object.fromEntries(Object.entries(dump).map(([table, lines]) => [table, lines.filter(isKept)]));
}

async function ingestWhileChanging(own) {
  const run = startKebab(setup, ["ingest", corpus, "--json"], { dataDir });
  const before = changes;
  while (run.child.exitCode === null && run.child.signalCode === null) {
    for (let left = 3; left > 0; left--)
      change(own.chance(0.2) ? `large/${own.below(4)}.txt` : own.pick(paths), own);
    await sleep(own.between(1, 6));
  }
  met.changes += changes - before;
  return run.ended;
}

function change(path, own) {
  const name = own.pick(Object.keys(CHANGES));
  const place = join(corpus, path);
  changes++;
  tally[name] = (tally[name] ?? 0) + 1;
  try {
    CHANGES[name](place, own);
  } catch {
    // It was taken away, or is a folder by now: put back.
    rmSync(place, { recursive: true, force: true });
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, makeText(own, 1000));
  }
}

function makeText(own, length) {
  const words = [`change ${changes}`];
  for (let size = 0; size < length; size += 12)
    words.push(
      own.pick(["deploy", "rollback", "배포", "백업", "색인", "index"]),
      String(own.below(1e6)),
      own.chance(0.05) ? "\n\n" : " ",
    );
  return `${words.join(" ")}\n`;
}
