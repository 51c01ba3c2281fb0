// A disk that can only be read: what writes says so and exits 2, what reads goes on, whatever files lie beside the index.
// Usage: node test/robustness/readonly-disk.mjs [--files 30] [--store both] [--state REGEX] [--seed 1]; needs root for a file system of its own

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createCorpus, evolveCorpus, writeCorpus } from "./support/corpus.mjs";
import { openEmbeddingServer, toEmbeddingEnvironment } from "./support/embedding-server.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { dumpIndex, openDatabase } from "./support/index-dump.mjs";
import { createPlainBench } from "./support/plain-bench.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, readError } from "./support/run-kebab.mjs";
import { openSmallDisk } from "./support/small-disk.mjs";
import { checkVectors } from "./support/vector-dump.mjs";

const options = readOptions({ files: 30, store: "both", state: "" });
const findings = new Findings();
const scratch = openScratch("readonly-disk", options.keep);
const disk = openSmallDisk(join(scratch, "disk"));
if (disk === null) {
  console.log("readonly-disk: not run, mounting a tmpfs needs root");
  process.exit(0);
}
const server = await openEmbeddingServer();
const setup = createSetup(options.kebab, scratch);
const bench = createPlainBench(setup, findings);
const random = createRandom(options.seed);
const corpus = join(scratch, "corpus");
const earlier = createCorpus(random, options.files);
const later = evolveCorpus(earlier, random);
const figures = {};

for (const store of options.store === "both" ? ["sqlite-vec", "lancedb"] : [options.store]) {
  setup.env = toEmbeddingEnvironment(server, { store });
  const before = join(scratch, `${store}-before`);
  const after = join(scratch, `${store}-after`);
  writeCorpus(corpus, earlier);
  await bench.mustRun(store, ["ingest", corpus], { dataDir: before });
  cpSync(before, after, { recursive: true });
  writeCorpus(corpus, later);
  await bench.mustRun(store, ["ingest", corpus], { dataDir: after });
  for (const [name, make] of Object.entries(listStates()).filter(([name]) =>
    new RegExp(options.state).test(name),
  ))
    await examine(store, name, make, { before, after });
}
await examineEmptyDisk();
printFigures(figures);
await server.close();
findings.end("readonly-disk", Object.keys(figures).length);

/** What may lie beside the database when the disk turns read-only. */
function listStates() {
  return {
    "no log": (from, to) => cpSync(from, to, { recursive: true }),
    "log and its index": (from, to) => copyWithLog(from, to, ["-wal", "-shm"]),
    "log without its index": (from, to) => copyWithLog(from, to, ["-wal"]),
    "log left empty": (from, to) => copyWithLog(from, to, ["-wal", "-shm"], { isEmpty: true }),
  };
}

/**
 * As a power cut leaves it: the last transaction is in the log alone. The tag is what a reader that
 * ignores the log does not see.
 */
function copyWithLog(from, to, endings, { isEmpty = false } = {}) {
  const open = join(scratch, "open");
  rmSync(open, { recursive: true, force: true });
  cpSync(from, open, { recursive: true });
  const database = openDatabase(open, { readonly: false });
  database.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0");
  database.exec("insert into document_tags select id, 'from-the-log', 'user' from documents");
  if (isEmpty) database.exec("pragma wal_checkpoint(truncate)");
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(open)) {
    const isLog = /-(wal|shm)$/.test(name);
    if (!isLog || endings.some((ending) => name.endsWith(ending)))
      cpSync(join(open, name), join(to, name), { recursive: true });
  }
  database.close();
}

async function examine(store, name, make, { before, after }) {
  const label = `${store}, ${name}`;
  disk.mount("256m");
  const dataDir = join(disk.folder, "data");
  make(before, dataDir);
  const logged = statSync(join(dataDir, "kebab.sqlite-wal"), { throwIfNoEntry: false })?.size ?? 0;
  // What the index says while it can be written, from a copy that a look cannot change.
  const copy = join(scratch, "copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(dataDir, copy, { recursive: true });
  const expected = await ask(label, copy);
  const files = listFiles(dataDir);
  disk.turnReadOnly(true);
  const found = await ask(label, dataDir);
  for (const [command, answer] of Object.entries(expected))
    findings.check(
      found[command] === answer,
      () => `${label}: ${command} says on the read-only disk ${found[command].slice(0, 300)}`,
    );
  const refusals = await refuse(label, dataDir);
  findings.check(
    listFiles(dataDir) === files,
    () => `${label}: files came or went: ${files} / ${listFiles(dataDir)}`,
  );
  disk.turnReadOnly(false);
  await bench.mustRun(`${label}, writable again`, ["ingest", corpus], { dataDir });
  // The user's own tag is the one thing the log added.
  dropTag(dataDir);
  bench.check(`${label}, writable again`, dataDir, dumpIndex(after));
  for (const problem of await checkVectors(dataDir)) findings.add(`${label}, writable again: ${problem}`);
  figures[label] =
    `${logged} bytes of log; ${Object.keys(expected).length} reading commands answered, ${refusals}`;
  disk.unmount();
}

/** Everything that only reads; whole answers, but for what tells of the folder. */
async function ask(label, dataDir) {
  const asked = {
    "hybrid search": ["search", "rollback 배포", "--explain"],
    "search by the logged tag": ["search", "rollback 배포", "--tags", "from-the-log"],
    ask: ["ask", "rollback 배포"],
    status: ["status"],
    "list docs": ["list", "docs"],
  };
  const answers = await Promise.all(
    Object.entries(asked).map(async ([name, args]) => {
      const { code, signal, stdout, stderr } = await bench.run(args, { dataDir });
      findings.check(
        code !== null && code <= 1,
        () => `${label}: ${name} exits ${code ?? signal}: ${stderr.slice(0, 300)}`,
      );
      return [name, code === null || code > 1 ? stderr : toComparable(stdout, dataDir)];
    }),
  );
  return Object.fromEntries(answers);
}

/** Without where the index lies, when it was looked at and how large its log is. */
function toComparable(stdout, dataDir) {
  return stdout
    .replaceAll(dataDir, "DATA")
    .replace(/"(duration_ms|[a-z_]*bytes|[a-z_]*_ms)":[\d.]+/g, '"$1":0');
}

/** Everything that writes: exit 2, `readonly`, and a hint; never a stack. */
async function refuse(label, dataDir) {
  const isMarkdown = (path) => path.endsWith(".md");
  const writing = [
    ["ingest", corpus],
    ["index", "--embeddings"],
    ["note", "a few words"],
    ["add", join(corpus, [...later.keys()].find(isMarkdown))],
    ["tag", [...earlier.keys()].find(isMarkdown), "new-tag"],
    ["reset", "--yes"],
  ];
  const results = await Promise.all(writing.map((args) => bench.run(args, { dataDir })));
  for (const [at, result] of results.entries()) {
    const [command] = writing[at];
    findings.expectError(`${label}: ${command}`, result, ["readonly"]);
    findings.check(
      /read-?only/i.test(readError(result)?.message ?? ""),
      () => `${label}: ${command} does not say that the disk is read-only: ${readError(result)?.message}`,
    );
  }
  const doctor = await bench.run(["doctor"], { dataDir });
  findings.check(
    doctor.code === 3 || doctor.code === 0,
    () => `${label}: doctor exits ${doctor.code ?? doctor.signal}: ${doctor.stderr.slice(0, 300)}`,
  );
  const problems =
    doctor.stdout === "" ? [] : JSON.parse(doctor.stdout).checks.filter(({ state }) => state === "problem");
  findings.check(
    doctor.code !== 3 || problems.every(({ message }) => /read-?only/i.test(message)),
    () => `${label}: doctor finds what is not there: ${JSON.stringify(problems)}`,
  );
  return `${writing.length} writing ones exit 2, doctor exits ${doctor.code}`;
}

/** Nothing there yet, and nothing can come. */
async function examineEmptyDisk() {
  disk.mount("1m");
  disk.turnReadOnly(true);
  const dataDir = join(disk.folder, "data");
  findings.expectError("empty disk: ingest", await bench.run(["ingest", corpus], { dataDir }), ["readonly"]);
  findings.expectError("empty disk: search", await bench.search({ dataDir }), ["index-missing"]);
  findings.check(!existsSync(dataDir), "empty disk: a folder came into being");
  figures["empty disk"] = "ingest exits 2 readonly, search exits 2 index-missing";
  disk.turnReadOnly(false);
  disk.unmount();
}

function dropTag(dataDir) {
  const database = openDatabase(dataDir, { readonly: false });
  database.exec("delete from document_tags where tag = 'from-the-log'");
  database.close();
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(" ");
}
