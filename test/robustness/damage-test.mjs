// A damaged database: pages of every kind zeroed, overwritten, exchanged or with a few bytes changed, and a damaged log.
// Nothing crashes, what is wrong is not taken for sound, and the way to a new index that the error names leads to one.
// Usage: node test/robustness/damage-test.mjs [--count 60] [--files 30] [--only REGEX] [--seed 1]

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCorpus, writeCorpus } from "./support/corpus.mjs";
import { holdRequest, openEmbeddingServer } from "./support/embedding-server.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { checkIndex, compareDumps, openDatabase } from "./support/index-dump.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, readError, startKebab } from "./support/run-kebab.mjs";
import { createVectorBench } from "./support/vector-bench.mjs";

const options = readOptions({ count: 60, files: 30, only: "" });
const findings = new Findings(60);
const scratch = openScratch("damage-test", options.keep);
const setup = createSetup(options.kebab, scratch);
const server = await openEmbeddingServer();
const bench = createVectorBench(setup, server, findings, "sqlite-vec");
const random = createRandom(options.seed);
const corpus = join(scratch, "corpus");
const whole = join(scratch, "whole");
const logged = join(scratch, "logged");
writeCorpus(corpus, createCorpus(random, options.files));
await bench.mustRun("undisturbed", ["ingest", corpus], { dataDir: whole });
const { cache, ...expected } = await bench.look({ dataDir: whole });
const cached = new Map(cache.map(toEntry));
const original = readFileSync(join(whole, "kebab.sqlite"));
const pageBytes = original.readUInt16BE(16);
const pages = listPages(whole);
await makeLogged();
const log = readFileSync(join(logged, "kebab.sqlite-wal"));

/** What is hit: the pages of a table or an index, by what it is for. */
const PLACES = {
  "head of the file": () => ({ page: 1, from: 0, to: 100 }),
  "list of tables": () => ({ page: 1, from: 100, to: pageBytes }),
  documents: (own) => ofPage(own, /^documents$/),
  "chunks' texts": (own) => ofPage(own, /^chunks$/),
  "index of a table": (own) => ofPage(own, /^sqlite_autoindex/),
  "keyword index": (own) => ofPage(own, /^chunks_fts_(data|idx)$/),
  "keyword index, lengths": (own) => ofPage(own, /^chunks_fts_(docsize|config)$/),
  ledger: (own) => ofPage(own, /^(chunk_vectors|vector_tables)/),
  vectors: (own) => ofPage(own, /^chunk_embeddings/),
  "cache of vectors": (own) => ofPage(own, /^embedding_cache$/),
  tags: (own) => ofPage(own, /^document_tags$/),
};

const DAMAGES = {
  zeroed: (bytes, { start, end }) => bytes.fill(0, start, end),
  noise: (bytes, { start, end }, own) => {
    for (let at = start; at < end; at++) bytes[at] = own.below(256);
  },
  "a few bytes": (bytes, { start, end }, own) => {
    const first = own.between(start, Math.max(start, end - 8));
    for (let at = first; at < Math.min(end, first + 8); at++) bytes[at] ^= own.between(1, 255);
  },
  "of another page": (bytes, { start, end }, own) => {
    const other = own.below(bytes.length / pageBytes) * pageBytes;
    Buffer.from(bytes.subarray(other, other + (end - start))).copy(bytes, start);
  },
};

const LOG_DAMAGES = {
  "log gone": () => null,
  "log empty": () => Buffer.alloc(0),
  "log's head": (own) => changed(log, own, 0, 32),
  "log's first page": (own) => changed(log, own, 32, 32 + 24 + pageBytes),
  "log's middle": (own) => changed(log, own, Math.floor(log.length / 3), Math.floor(log.length / 2)),
  "log's last page": (own) => changed(log, own, log.length - pageBytes, log.length),
  "log cut off": (own) => log.subarray(0, own.between(1, log.length - 1)),
  "log of noise": (own) => Buffer.from(log.map(() => own.below(256))),
};

const ROUNDS = [
  ...Object.keys(PLACES).flatMap((place) =>
    Object.keys(DAMAGES).map((damage) => ({
      name: `${place}, ${damage}`,
      make: (dataDir, own) => damagePage(dataDir, PLACES[place](own), DAMAGES[damage], own),
    })),
  ),
  ...[0.3, 0.9].map((share) => ({
    name: `cut off at ${share * 100} %`,
    make: (dataDir) =>
      truncateSync(
        join(dataDir, "kebab.sqlite"),
        Math.floor((original.length * share) / pageBytes) * pageBytes,
      ),
  })),
  { name: "empty file", make: (dataDir) => truncateSync(join(dataDir, "kebab.sqlite"), 0) },
  ...Object.entries(LOG_DAMAGES).map(([name, make]) => ({
    name,
    isLogged: true,
    make: (dataDir, own) => {
      const bytes = make(own);
      rmSync(join(dataDir, "kebab.sqlite-shm"), { force: true });
      if (bytes === null) rmSync(join(dataDir, "kebab.sqlite-wal"));
      else writeFileSync(join(dataDir, "kebab.sqlite-wal"), bytes);
    },
  })),
].filter(({ name }) => new RegExp(options.only).test(name));

const outcomes = {};
// A short run takes some of each kind: in an order of its own, and the same for the same seed.
const chosen = random.fork("order").shuffled(ROUNDS);
for (let round = 0; round < options.count; round++) {
  const { name, make, isLogged } = chosen[round % chosen.length];
  const outcome = await examine(
    `${name} (round ${round})`,
    make,
    isLogged ?? false,
    random.fork(`round ${round}`),
  );
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}
printFigures({
  index: `${original.length / pageBytes} pages of ${pageBytes} bytes, ${log.length} bytes of log in the other`,
  kinds: `${ROUNDS.length}`,
  ...outcomes,
});
await server.close();
findings.end("damage-test", options.count);

async function examine(label, make, isLogged, own) {
  const dataDir = join(scratch, "data");
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(isLogged ? logged : whole, dataDir, { recursive: true });
  make(dataDir, own);
  const before = findings.count;
  const [search, list, doctor] = await Promise.all([
    bench.search({ dataDir }, ["--mode", "hybrid"]),
    bench.run(["list", "docs"], { dataDir }),
    bench.run(["doctor"], { dataDir }),
  ]);
  for (const [command, result] of Object.entries({ search, list })) {
    if (result.code === null || result.code > 1) expectBroken(`${label}: ${command}`, result);
  }
  findings.check(
    doctor.code === 0 || doctor.code === 3,
    () => `${label}: doctor exits ${doctor.code ?? doctor.signal}: ${doctor.stderr.slice(0, 300)}`,
  );
  const told = [0, 3].includes(doctor.code) ? JSON.parse(doctor.stdout).checks : [];
  const problems = told.filter(({ state }) => state !== "ok");
  const state = await compareWithWhole(dataDir);
  const isWrong = isLogged ? state.isBroken : state.differences.length > 0;
  findings.check(
    !isWrong || problems.length > 0,
    () =>
      `${label}: the index is not what it was, and doctor finds it sound: ${state.differences[0]?.slice(0, 400)}`,
  );
  findings.check(
    doctor.code !== 3 || problems.every(({ hint }) => /kebab (reset|ingest|index)/.test(hint)),
    () => `${label}: doctor does not say what to do: ${JSON.stringify(problems)}`,
  );
  await rebuild(label, dataDir, problems);
  if (findings.count > before) return "FAILS";
  if (!isWrong) return doctor.code === 0 ? "no harm done" : "no harm done, doctor finds it";
  return search.code > 1 ? "search says so, doctor finds it" : "search answers, doctor finds it";
}

/** Broken, or missing where its tables are gone. Anything else that odd bytes lead to must lead on to the doctor. */
function expectBroken(label, result) {
  findings.expectError(label, result, ["database-broken", "index-missing", "internal"]);
  const error = readError(result);
  findings.check(
    error?.code !== "internal" || /kebab doctor/.test(error.hint),
    () => `${label}: the error does not lead to the doctor: ${result.stderr.slice(0, 300)}`,
  );
}

/** What reads everything finds a difference, or cannot read it at all. */
async function compareWithWhole(dataDir) {
  const copy = join(scratch, "looked-at");
  rmSync(copy, { recursive: true, force: true });
  cpSync(dataDir, copy, { recursive: true });
  const problems = checkIndex(copy);
  if (problems.length > 0) return { isBroken: true, differences: problems };
  try {
    const found = await bench.look({ dataDir: copy });
    const differences = [...compareDumps(expected, found), ...listWrongVectors(found.cache)];
    return { isBroken: false, differences };
  } catch (error) {
    return { isBroken: true, differences: [error.message] };
  }
}

/** What the error and the doctor name: a reset where the database is broken, another run in any case. */
async function rebuild(label, dataDir, problems) {
  const ingest = await bench.run(["ingest", corpus], { dataDir });
  if (ingest.code !== 0) expectBroken(`${label}: ingest`, ingest);
  const isSound = ingest.code === 0 && !problems.some(({ hint }) => /kebab reset/.test(hint ?? ""));
  if (!isSound) await bench.mustRun(`${label}: reset`, ["reset", "--yes"], { dataDir });
  // A folder without an index has no sources but those of the config: the path is given again.
  const commands = isSound ? [["index", "--embeddings"]] : [["ingest", corpus]];
  for (const args of commands) await bench.mustRun(`${label}: the way out`, args, { dataDir });
  await bench.check(`${label}: after the way out`, expected, { dataDir });
  for (const line of listWrongVectors((await bench.look({ dataDir })).cache))
    findings.add(`${label}: after the way out: ${line}`);
}

/** A vector that is not found under its name is made anew; a wrong one would be taken for the right one. */
function listWrongVectors(entries) {
  return entries
    .map(toEntry)
    .filter(([key, sum]) => cached.has(key) && cached.get(key) !== sum)
    .map(([key]) => `the cache has another vector for ${key}`);
}

function toEntry(line) {
  const at = line.lastIndexOf(" ");
  return [line.slice(0, at), line.slice(at + 1)];
}

/** Half of an ingest, as a power cut leaves it: much of the index is in the log alone. */
async function makeLogged() {
  const { held, release } = holdRequest(server, 2);
  const dataDir = join(scratch, "held");
  const run = startKebab(setup, ["ingest", corpus, "--json"], { dataDir, env: bench.env() });
  await Promise.race([held, run.ended]);
  mkdirSync(logged);
  for (const name of readdirSync(dataDir).filter((name) => name.startsWith("kebab.sqlite")))
    cpSync(join(dataDir, name), join(logged, name));
  release();
  server.answer = null;
  await run.ended;
}

/** Each page with the table or index that it belongs to. */
function listPages(dataDir) {
  const database = openDatabase(dataDir);
  try {
    return database.prepare("select name, pageno from dbstat order by pageno").all();
  } finally {
    database.close();
  }
}

function ofPage(own, pattern) {
  const candidates = pages.filter(({ name, pageno }) => pageno > 1 && pattern.test(name));
  if (candidates.length === 0) throw new Error(`no page of ${pattern}`);
  return { page: own.pick(candidates).pageno, from: 0, to: pageBytes };
}

function damagePage(dataDir, { page, from, to }, damage, own) {
  const bytes = Buffer.from(original);
  const start = (page - 1) * pageBytes;
  damage(bytes, { start: start + from, end: start + to }, own);
  writeFileSync(join(dataDir, "kebab.sqlite"), bytes);
}

function changed(bytes, own, from, to) {
  const copy = Buffer.from(bytes);
  DAMAGES["a few bytes"](copy, { start: from, end: to }, own);
  return copy;
}
