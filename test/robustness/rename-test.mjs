// Every file of a large folder gets another name at once: documents keep their ids, chunks theirs, and no text is embedded again.
// Usage: node test/robustness/rename-test.mjs [--files 10000] [--store sqlite-vec] [--seed 1]

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openEmbeddingServer } from "./support/embedding-server.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { dumpIndex } from "./support/index-dump.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, readReport } from "./support/run-kebab.mjs";
import { createVectorBench } from "./support/vector-bench.mjs";
import { checkVectors, dumpVectors } from "./support/vector-dump.mjs";

const options = readOptions({ files: 10_000, store: "sqlite-vec" });
const findings = new Findings();
const scratch = openScratch("rename-test", options.keep);
const setup = createSetup(options.kebab, scratch);
setup.batchSize = 64;
const server = await openEmbeddingServer();
const bench = createVectorBench(setup, server, findings, options.store);
const random = createRandom(options.seed);
const corpus = join(scratch, "corpus");
const dataDir = join(scratch, "data");
const words = "deploy rollback 배포 백업 index search 검색 색인 release kernel 장애 보고".split(" ");

/** One in fifty has a twin: which of the two became which cannot be known, so they may get new ids, but no new vectors. */
const TWINS = Math.floor(options.files / 50);
const names = writeFiles();
const first = await ingest("first run");
const before = dumpIndex(dataDir);
const vectorsBefore = await readVectors();
const embedded = server.texts;
renameAll();
const second = await ingest("after the renames");
const again = await ingest("once more");
const embeddedAgain = server.texts - embedded;
checkDocuments();
findings.check(
  embeddedAgain === 0,
  () => `${embeddedAgain} texts were embedded again, ${embedded} the first time`,
);
for (const problem of await checkVectors(dataDir)) findings.add(problem);
await compareVectors();
await compareWithFresh();
printFigures({
  files: `${options.files}, ${2 * TWINS} of them twins`,
  "first run": `${first.report.added} added, ${embedded} texts embedded, ${(first.ms / 1000).toFixed(1)} s`,
  "after the renames": `${second.report.renamed} renamed, ${second.report.added} added, ${second.report.removed} removed, ${embeddedAgain} texts embedded, ${(second.ms / 1000).toFixed(1)} s`,
  "once more": `${again.report.unchanged} unchanged, ${(again.ms / 1000).toFixed(1)} s`,
});
await server.close();
findings.end("rename-test", 1);

async function ingest(label) {
  const result = await bench.mustRun(label, ["ingest", corpus], { dataDir, timeoutMs: 400_000 });
  return { ms: result.ms, report: readReport(result).report };
}

/** With titles of their own: a document that is called after its file has another name afterwards. */
function writeFiles() {
  const all = [];
  for (let at = 0; at < options.files; at++) {
    const folder = `folder-${at % 50}`;
    const twinOf = at >= options.files - TWINS ? at - (options.files - TWINS) : at;
    const own = random.fork(`file ${twinOf}`);
    const text = own.several(8, 20, () => own.pick(words)).join(" ");
    mkdirSync(join(corpus, folder), { recursive: true });
    writeFileSync(
      join(corpus, folder, `note-${at}.md`),
      `---\ntitle: Note ${twinOf}\n---\n\n# Note ${twinOf}\n\n${text} ${twinOf}\n`,
    );
    all.push({ from: `${folder}/note-${at}.md`, to: `moved-${at % 40}/${at % 7}/renamed-${at}.md` });
  }
  return all;
}

function renameAll() {
  for (const { from, to } of names) {
    mkdirSync(join(corpus, to, ".."), { recursive: true });
    renameSync(join(corpus, from), join(corpus, to));
  }
}

/** The file's own name is among what is searched, so a chunk's heading changes with it; its text and id do not. */
function checkDocuments() {
  const certain = options.files - 2 * TWINS;
  findings.check(
    second.report.renamed === certain &&
      second.report.added === 2 * TWINS &&
      second.report.removed === 2 * TWINS,
    () =>
      `of ${certain} certain renames ${second.report.renamed} are told, ${second.report.added} added, ${second.report.removed} removed`,
  );
  findings.check(
    again.report.unchanged === options.files && again.report.updated + again.report.added === 0,
    () => `nothing changed, and the report says ${JSON.stringify(again.report)}`,
  );
  const after = dumpIndex(dataDir);
  const idsOf = ({ documents }) =>
    new Map(documents.map((line) => JSON.parse(line)).map((row) => [row.path, row.doc_id]));
  const [old, now] = [idsOf(before), idsOf(after)];
  const lost = names
    .filter((_, at) => at >= TWINS && at < options.files - TWINS)
    .filter(({ from, to }) => old.get(from) !== now.get(to));
  findings.check(
    lost.length === 0,
    () => `${lost.length} documents have another id: ${JSON.stringify(lost[0])}`,
  );
  const chunksOf = ({ chunks }) => new Set(chunks.map((line) => JSON.parse(line)).map((row) => row.chunk_id));
  const kept = chunksOf(after);
  const gone = [...chunksOf(before)].filter((id) => !kept.has(id));
  findings.check(gone.length <= 2 * TWINS, () => `${gone.length} chunks have another id`);
}

/** Ids apart, the rows are those of a first run over the new names. */
async function compareWithFresh() {
  const fresh = join(scratch, "fresh");
  await bench.mustRun("fresh", ["ingest", corpus, "--no-embeddings"], { dataDir: fresh, timeoutMs: 400_000 });
  const [found, wanted] = [dataDir, fresh].map(describe);
  const missing = [...wanted].filter((line) => !found.has(line));
  findings.check(
    missing.length === 0 && found.size === wanted.size,
    () => `${missing.length} of ${wanted.size} chunks differ from a fresh index: ${missing[0]}`,
  );
}

function describe(folder) {
  const { documents, chunks } = dumpIndex(folder);
  const paths = new Map(documents.map((line) => JSON.parse(line)).map((row) => [row.doc_id, row.path]));
  return new Set(
    chunks
      .map((line) => JSON.parse(line))
      .map((row) => JSON.stringify([paths.get(row.doc_id), row.ordinal, row.text, row.heading, row.cjk])),
  );
}

/** To the bit, for every chunk that kept its id. */
async function compareVectors() {
  const now = await readVectors();
  const other = [...vectorsBefore].filter(([id, sum]) => now.has(id) && now.get(id) !== sum);
  findings.check(other.length === 0, () => `${other.length} chunks have another vector`);
}

async function readVectors() {
  const { vectors } = await dumpVectors(dataDir);
  return new Map(vectors.map((line) => line.split(" ")).map(([, , chunk, sum]) => [chunk, sum]));
}
