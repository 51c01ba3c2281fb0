// What can go wrong around vectors without a kill: servers that vanish or lie, tables that are gone, two writers, Ctrl-C.
// Usage: node test/robustness/vector-fault-test.mjs [--store both] [--provider ollama] [--files 12] [--only REGEX] [--except REGEX] [--seed 1]

import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { createCorpus, writeCorpus } from "./support/corpus.mjs";
import { holdRequest, MODEL, OTHER_MODEL, openEmbeddingServer } from "./support/embedding-server.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { compareDumps } from "./support/index-dump.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, followLines, readError, readReport, startKebab } from "./support/run-kebab.mjs";
import { createVectorBench } from "./support/vector-bench.mjs";
import { checkVectors, openWithVectors, readLedger } from "./support/vector-dump.mjs";

const options = readOptions({ store: "both", provider: "ollama", files: 12, only: "", except: "^$" });
const findings = new Findings(100);
const scratch = openScratch("vector-fault-test", options.keep);
const setup = createSetup(options.kebab, scratch);
setup.provider = options.provider;
const MODEL_ID = `${options.provider}/${MODEL}`;
const server = await openEmbeddingServer();
const figures = {};
const files = createCorpus(createRandom(options.seed), options.files);
const INDEX = ["index", "--embeddings"];

const FAULTS = {
  "server vanishes": serverVanishes,
  "server lies in mid-run": serverLies,
  "vectors of another length from the start": otherLength,
  "server says no": serverRefuses,
  "server breaks off": serverBreaksOff,
  "server hangs": serverHangs,
  "one text without a vector": oneTextRefused,
  "second writer": secondWriter,
  "readers meanwhile": readersMeanwhile,
  "index moved": indexMoved,
  "old schema": oldSchema,
  "ctrl-c": ctrlC,
  "ctrl-c while the server hangs": ctrlCWhileHanging,
  "other store": otherStore,
  "model there and back": modelThereAndBack,
  "job left running": jobLeftRunning,
  "new version of the model": newVersion,
  "new version of another length": newLength,
  "table gone": tableGone,
  "vectors gone": vectorsGone,
  "vector without a chunk": strayVector,
  "vectors damaged": vectorsDamaged,
};

for (const store of options.store === "both" ? ["sqlite-vec", "lancedb"] : [options.store]) {
  const bench = createVectorBench(setup, server, findings, store);
  const folder = join(scratch, store);
  const corpus = join(folder, "corpus");
  writeCorpus(corpus, files);
  const whole = join(folder, "whole");
  await bench.mustRun(`${store}, undisturbed`, ["ingest", corpus], { dataDir: whole });
  const plain = join(folder, "plain");
  await bench.mustRun(`${store}, without vectors`, ["ingest", corpus, "--no-embeddings"], { dataDir: plain });
  const expected = await bench.look({ dataDir: whole });
  for (const [name, examine] of Object.entries(FAULTS)) {
    const label = `${store}, ${name}`;
    if (!new RegExp(options.only).test(label) || new RegExp(options.except).test(label)) continue;
    const before = findings.count;
    const dataDir = join(folder, "data");
    rmSync(dataDir, { recursive: true, force: true });
    /** A data folder with everything embedded, or with documents alone. */
    const from = (base) => cpSync(base, dataDir, { recursive: true });
    try {
      const told = await examine({ label, bench, dataDir, corpus, folder, whole, plain, expected, from });
      figures[label] = `${findings.count === before ? "holds" : "FAILS"}${told ? `: ${told}` : ""}`;
    } catch (error) {
      findings.add(`${label}: ${error.stack}`);
    }
    server.answer = null;
    server.onAnswered = null;
    server.delayMs = 0;
  }
}
printFigures(figures);
await server.close();
findings.end("vector-fault-test", Object.keys(figures).length);

/** In the third batch, for good. All documents are in the index by then. */
async function serverVanishes({ label, bench, dataDir, corpus, expected }) {
  answerFrom(3, () => {
    void server.close();
    return null;
  });
  const result = await bench.run(["ingest", corpus], { dataDir });
  findings.expectError(label, result, ["model-unreachable"]);
  const error = readError(result);
  findings.check(
    /documents are stored/.test(error?.hint ?? ""),
    () => `${label}: the hint does not say that the documents are stored: ${error?.hint}`,
  );
  const [lexical, hybrid, vector] = await Promise.all([
    bench.search({ dataDir }, ["--mode", "lexical"]),
    bench.search({ dataDir }, ["--mode", "hybrid"]),
    bench.search({ dataDir }),
  ]);
  findings.check(
    lexical.code === 0,
    () => `${label}: keyword search exits ${lexical.code}: ${lexical.stderr.slice(0, 300)}`,
  );
  findings.expectError(`${label}, vector search`, vector, ["model-unreachable"]);
  if (hybrid.code !== 0) findings.expectError(`${label}, hybrid search`, hybrid, ["model-unreachable"]);
  const documents = JSON.parse((await bench.run(["status"], { dataDir })).stdout).documents;
  findings.check(
    documents === expected.documents.length,
    () => `${label}: ${documents} documents are stored, not ${expected.documents.length}`,
  );
  server.answer = null;
  await server.reopen();
  await bench.mustMend(label, ["ingest", corpus], { dataDir, expected });
  return `exit ${result.code} ${error?.code}; hybrid search meanwhile exits ${hybrid.code}`;
}

async function serverLies({ label, bench, dataDir, plain, expected, from }) {
  const lies = {
    "another length": (vectors) => vectors.map((vector) => vector.slice(0, 48)),
    "one of another length": (vectors) => [...vectors.slice(1), [1, 2, 3]],
    "NaN as null": (vectors) => vectors.map((vector) => [null, ...vector.slice(1)]),
    "NaN as text": (vectors) => vectors.map((vector) => ["NaN", ...vector.slice(1)]),
    "NaN, which is no JSON": (vectors, toBody) => ({
      body: JSON.stringify(toBody(vectors)).replace(/\d+\.\d+/, "NaN"),
    }),
    "a number too large for JSON": (vectors, toBody) => ({
      body: JSON.stringify(toBody(vectors)).replace(/\d+\.\d+/, "1e999"),
    }),
    "too few": (vectors) => vectors.slice(1),
    "half an answer": (vectors, toBody) => ({ body: JSON.stringify(toBody(vectors)).slice(0, 50) }),
    zeros: (vectors) => vectors.map((vector) => vector.map(() => 0)),
  };
  const told = [];
  for (const [lie, make] of Object.entries(lies)) {
    rmSync(dataDir, { recursive: true, force: true });
    from(plain);
    answerFrom(3, ({ vectors, toBody }) => make(vectors, toBody));
    const result = await bench.run(INDEX, { dataDir });
    findings.expectError(`${label}, ${lie}`, result, ["model-unreachable"]);
    server.answer = null;
    await bench.mustRun(`${label}, ${lie}, the next run`, INDEX, { dataDir });
    for (const problem of await checkVectors(dataDir)) findings.add(`${label}, ${lie}: ${problem}`);
    told.push(lie);
  }
  await bench.check(label, expected, { dataDir });
  return told.join(", ");
}

/** Another model under the same name: the first answer of the process is as wrong as the last. */
async function otherLength({ label, bench, dataDir, plain, expected, from }) {
  from(plain);
  answerFrom(3, () => null);
  await bench.run(INDEX, { dataDir });
  server.answer = ({ vectors }) => vectors.map((vector) => vector.slice(0, 48));
  const result = await bench.run(INDEX, { dataDir });
  findings.check(
    result.code === 2 && /dimensions/.test(result.stderr) && typeof readError(result)?.hint === "string",
    () => `${label}: exits ${result.code}, no help: ${result.stderr.slice(0, 400)}`,
  );
  const search = await bench.search({ dataDir });
  findings.check(
    search.code === 2 && typeof readError(search)?.hint === "string",
    () =>
      `${label}: a search with such a query exits ${search.code}, no help: ${search.stderr.slice(0, 400)}`,
  );
  server.answer = null;
  await bench.mustMend(label, INDEX, { dataDir, expected });
  return `exit ${result.code} ${readError(result)?.code}`;
}

async function serverRefuses({ label, bench, dataDir, plain, expected, from }) {
  const told = [];
  for (const status of [400, 401, 404, 500, 503]) {
    rmSync(dataDir, { recursive: true, force: true });
    from(plain);
    answerFrom(2, () => ({ status, body: { error: `refused with ${status}` } }));
    const result = await bench.run(INDEX, { dataDir });
    findings.expectError(`${label}, ${status}`, result, ["model-unreachable", "model-missing"]);
    told.push(`${status} ${readError(result)?.code}`);
  }
  server.answer = null;
  await bench.mustMend(label, INDEX, { dataDir, expected });
  return told.join(", ");
}

/** The connection is cut in the middle of an answer: once, which the next try makes good, and for good. */
async function serverBreaksOff({ label, bench, dataDir, plain, expected, from }) {
  const told = [];
  for (const cut of [0, 0.1, 0.9]) {
    rmSync(dataDir, { recursive: true, force: true });
    from(plain);
    let isCut = false;
    answerFrom(3, ({ vectors }) => {
      if (isCut) return vectors;
      isCut = true;
      return { cut };
    });
    await bench.mustRun(`${label}, once after ${cut}`, INDEX, { dataDir });
    await bench.check(`${label}, once after ${cut}`, expected, { dataDir });
    rmSync(dataDir, { recursive: true, force: true });
    from(plain);
    answerFrom(3, () => ({ cut }));
    const result = await bench.run(INDEX, { dataDir });
    findings.expectError(`${label}, for good after ${cut}`, result, ["model-unreachable"]);
    server.answer = null;
    await bench.mustMend(`${label}, for good after ${cut}`, INDEX, { dataDir, expected });
    told.push(`after ${cut}: exit ${result.code}`);
  }
  return told.join(", ");
}

/** It takes the request and never answers. Minutes of waiting are made seconds; who only reads goes on meanwhile. */
async function serverHangs({ label, bench, dataDir, corpus, expected }) {
  answerFrom(3, () => new Promise(() => undefined));
  const env = { NODE_OPTIONS: `--import=${new URL("support/hurried-timers.mjs", import.meta.url).href}` };
  const result = await bench.run(["ingest", corpus], { dataDir, env });
  findings.expectError(label, result, ["model-unreachable"]);
  findings.check(
    /no answer within/.test(result.stderr),
    () => `${label}: it does not say that the server is silent: ${result.stderr.slice(0, 300)}`,
  );
  const lexical = await bench.search({ dataDir }, ["--mode", "lexical"]);
  findings.check(lexical.code === 0, () => `${label}: keyword search exits ${lexical.code}`);
  server.answer = null;
  await bench.mustMend(label, ["ingest", corpus], { dataDir, expected });
  return `exit ${result.code} ${readError(result)?.code}`;
}

/** A text the server cannot embed must not keep the others from their vectors for ever. */
async function oneTextRefused({ label, bench, dataDir, plain, from }) {
  from(plain);
  let refused = null;
  server.answer = ({ input, vectors }) => {
    refused ??= input[0];
    return input.includes(refused) ? { status: 500, body: { error: "cannot embed this" } } : vectors;
  };
  const first = await bench.run(INDEX, { dataDir });
  await bench.run(INDEX, { dataDir });
  const ledger = readLedger(dataDir, bench.store, MODEL_ID);
  findings.check(
    (ledger?.committed.length ?? 0) > 0,
    () =>
      `${label}: exit ${first.code}; after two runs not one of ${ledger?.pending.length} chunks has a vector`,
  );
  return `${ledger?.committed.length} of ${ledger?.pending.length} have a vector`;
}

/** Locked at once, and whoever reads does not wait: the first one hangs in a request all the while. */
async function secondWriter({ label, bench, dataDir, corpus, expected }) {
  const { run, release } = await startAndHold(bench, ["ingest", corpus], dataDir);
  const readers = ["--vec-only", "--mode=hybrid", "--mode=lexical"];
  // Their queries go to the server, too.
  const [ingest, index, status, ...searches] = await Promise.all([
    bench.run(["ingest", corpus], { dataDir }),
    bench.run(INDEX, { dataDir }),
    bench.run(["status"], { dataDir }),
    ...readers.map((flag) => bench.search({ dataDir }, [flag])),
  ]);
  findings.check(run.child.exitCode === null, () => `${label}: the first writer ended too early`);
  findings.expectError(`${label}, ingest`, ingest, ["locked"]);
  findings.expectError(`${label}, index`, index, ["locked"]);
  findings.check(status.code === 0, () => `${label}: status exits ${status.code}`);
  for (const [at, search] of searches.entries())
    findings.check(
      search.code === 0,
      () => `${label}: search ${readers[at]} exits ${search.code}: ${search.stderr.slice(0, 300)}`,
    );
  const warnings = JSON.parse(searches[0].stdout || "{}").warnings ?? [];
  findings.check(warnings.length > 0, () => `${label}: the search says nothing of pending vectors`);
  release();
  const { code } = await run.ended;
  findings.check(code === 0, () => `${label}: the first writer exits ${code}`);
  await bench.check(label, expected, { dataDir });
  return `locked after ${ingest.ms.toFixed(0)} and ${index.ms.toFixed(0)} ms, searches took ${searches.map(({ ms }) => ms.toFixed(0)).join(", ")} ms`;
}

/** Each search gives what was committed when it began, and nothing that was not when it ended. */
async function readersMeanwhile({ label, bench, dataDir, plain, expected, from }) {
  from(plain);
  server.delayMs = 150;
  const run = startKebab(setup, [...INDEX, "--batch-size", "2", "--json"], { dataDir, env: bench.env() });
  const look = () => readLedger(dataDir, bench.store, MODEL_ID);
  const counts = [];
  while (run.child.exitCode === null && run.child.signalCode === null) {
    const before = look();
    const search = await bench.search({ dataDir });
    const after = look();
    if (before.dimension === null && search.code === 2) continue;
    if (!findings.check(search.code <= 1, () => `${label}: search exits ${search.code}: ${search.stderr}`))
      break;
    const found = new Set(JSON.parse(search.stdout).hits.map((hit) => hit.chunk_id));
    const late = before.committed.filter((id) => !found.has(id));
    const early = [...found].filter((id) => !after.committed.includes(id));
    findings.check(late.length === 0, () => `${label}: ${late.length} committed vectors are not found`);
    findings.check(
      early.length === 0,
      () => `${label}: ${early.length} vectors are seen before their commit`,
    );
    counts.push(found.size);
  }
  const { code, stderr } = await run.ended;
  findings.check(code === 0, () => `${label}: the writer exits ${code}: ${stderr.slice(0, 300)}`);
  await bench.check(label, expected, { dataDir });
  return `searches found ${counts.join(", ")}`;
}

async function indexMoved({ label, bench, folder, corpus, whole, expected }) {
  const moved = join(folder, "moved here");
  cpSync(whole, `${moved}.part`, { recursive: true });
  renameSync(`${moved}.part`, moved);
  const texts = server.texts;
  await bench.mustRun(label, ["ingest", corpus], { dataDir: moved });
  findings.check(server.texts === texts, () => `${label}: ${server.texts - texts} texts were embedded again`);
  await bench.check(label, expected, { dataDir: moved });
  rmSync(moved, { recursive: true, force: true });
}

async function oldSchema({ label, bench, dataDir, corpus }) {
  for (const args of [["ingest", corpus], INDEX]) {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { recursive: true });
    cpSync(join(options.kebab, "test/fixtures/databases/schema-1.sqlite"), join(dataDir, "kebab.sqlite"));
    const read = await bench.search({ dataDir }, ["--mode", "hybrid"]);
    findings.check(
      read.code <= 1 || readError(read)?.hint !== null,
      () => `${label}: search before the migration exits ${read.code}: ${read.stderr.slice(0, 300)}`,
    );
    await bench.mustRun(label, args, { dataDir });
    for (const problem of await checkVectors(dataDir)) findings.add(`${label}, ${args[0]}: ${problem}`);
    const search = await bench.search({ dataDir });
    const paths = search.code === 0 ? JSON.parse(search.stdout).hits.map((hit) => hit.doc_path) : [];
    findings.check(
      paths.includes("ops/deploy.md"),
      () => `${label}, ${args[0]}: no vector of the old documents is found: ${search.stderr.slice(0, 300)}`,
    );
  }
}

async function ctrlC({ label, bench, dataDir, corpus, expected }) {
  server.delayMs = 30;
  const run = startKebab(setup, ["ingest", corpus, "--json"], { dataDir, env: bench.env() });
  let events = 0;
  let isAsked = false;
  const stop = followLines(run.stdoutPath, (lines) => {
    events += lines.filter((line) => line.includes("chunks-embedded")).length;
    // Once: the second Ctrl-C ends a run at once.
    if (events < 3 || isAsked) return;
    isAsked = true;
    run.child.kill("SIGINT");
  });
  const result = await run.ended;
  stop();
  findings.check(
    result.code === 130,
    () => `${label}: exits ${result.code ?? result.signal}: ${result.stderr.slice(0, 300)}`,
  );
  const { report } = readReport(result);
  findings.check(report.interrupted, () => `${label}: the report does not say that it was interrupted`);
  const ledger = readLedger(dataDir, bench.store, MODEL_ID);
  const waiting = ledger.pending.length;
  findings.check(
    waiting > 0 && report.vectors?.remaining === waiting,
    () => `${label}: ${waiting} chunks wait, the report says ${JSON.stringify(report.vectors)}`,
  );
  const texts = server.texts;
  const resumed = await bench.mustRun(label, [...INDEX, "--resume"], { dataDir });
  findings.check(
    server.texts - texts <= waiting,
    () => `${label}: ${waiting} chunks waited, ${server.texts - texts} texts were embedded`,
  );
  const again = await bench.run([...INDEX, "--resume"], { dataDir });
  findings.expectError(`${label}, nothing to resume`, again, ["usage"]);
  await bench.check(label, expected, { dataDir });
  return `${ledger.committed.length} done, ${waiting} left, ${readReport(resumed, "index_report.v1").report.embedded} embedded on resume`;
}

async function ctrlCWhileHanging({ label, bench, dataDir, corpus, expected }) {
  const { run, release } = await startAndHold(bench, ["ingest", corpus], dataDir);
  const asked = performance.now();
  run.child.kill("SIGINT");
  const result = await run.ended;
  const ms = performance.now() - asked;
  release();
  findings.check(
    result.code === 130 && ms < 20_000,
    () =>
      `${label}: exits ${result.code ?? result.signal} after ${ms.toFixed(0)} ms: ${result.stderr.slice(0, 300)}`,
  );
  server.answer = null;
  await bench.mustMend(label, ["ingest", corpus], { dataDir, expected });
  return `ended after ${ms.toFixed(0)} ms`;
}

/** What one store holds, the other gets without a text embedded again. */
async function otherStore({ label, bench, dataDir, whole, from, expected }) {
  from(whole);
  const other = bench.store === "lancedb" ? "sqlite-vec" : "lancedb";
  const there = createVectorBench(setup, server, findings, other);
  const texts = server.texts;
  await there.mustRun(label, INDEX, { dataDir });
  findings.check(server.texts === texts, () => `${label}: ${server.texts - texts} texts were embedded again`);
  for (const problem of await checkVectors(dataDir)) findings.add(`${label}: ${problem}`);
  const { search } = await there.look({ dataDir });
  for (const line of compareDumps({ search: expected.search }, { search }))
    findings.add(`${label}: another result in ${other}: ${line}`);
  await bench.mustRun(`${label}, back`, INDEX, { dataDir });
  for (const problem of await checkVectors(dataDir)) findings.add(`${label}, back: ${problem}`);
}

/** Documents come and go while another model is in use: on the way back, the first one catches up. */
async function modelThereAndBack({ label, bench, dataDir, corpus, whole, folder, from }) {
  from(whole);
  await bench.mustRun(label, ["ingest", corpus], { dataDir, model: OTHER_MODEL });
  const fewer = new Map([...files].filter((_, at) => at % 3 !== 0));
  fewer.set("new.md", { content: "# New\n\nrollback and restore\n", time: 1_800_000_000 });
  writeCorpus(corpus, fewer);
  await bench.mustRun(label, ["ingest", corpus], { dataDir, model: OTHER_MODEL });
  const meanwhile = await bench.search({ dataDir });
  findings.check(
    meanwhile.code === 0,
    () =>
      `${label}: a search with the first model exits ${meanwhile.code}: ${meanwhile.stderr.slice(0, 300)}`,
  );
  await bench.mustRun(label, ["ingest", corpus], { dataDir });
  const straight = join(folder, "straight");
  rmSync(straight, { recursive: true, force: true });
  cpSync(whole, straight, { recursive: true });
  await bench.mustRun(label, ["ingest", corpus], { dataDir: straight });
  for (const problem of await checkVectors(dataDir)) findings.add(`${label}: ${problem}`);
  const [{ search: found }, { search: wanted }] = [
    await bench.look({ dataDir }),
    await bench.look({ dataDir: straight }),
  ];
  for (const line of compareDumps({ search: wanted }, { search: found })) findings.add(`${label}: ${line}`);
  writeCorpus(corpus, files);
}

/** As a kill leaves it between the last vector and the last checkpoint. */
async function jobLeftRunning({ label, bench, dataDir, corpus, whole, from }) {
  from(whole);
  change(dataDir, "update jobs set state = 'running'");
  await bench.mustRun(label, ["ingest", corpus], { dataDir });
  await bench.mustRun(label, INDEX, { dataDir });
  const [{ state }] = change(dataDir, "select state from jobs");
  findings.check(
    state === "done",
    () => `${label}: nothing is pending, two runs went well, and the job still says ${state}`,
  );
}

/** A new release of kebab gives the model another text: every vector is made anew, and no old one is found. */
async function newVersion({ label, bench, dataDir, corpus, whole, expected, from }) {
  from(whole);
  change(dataDir, "update vector_tables set version = 'old.0'");
  change(dataDir, "update embedding_cache set prefix_hash = 'old.0'");
  const gone = [...files.keys()].filter((path) => path.endsWith(".md")).slice(0, 3);
  writeCorpus(corpus, new Map([...files].filter(([path]) => !gone.includes(path))));
  const before = await bench.search({ dataDir });
  findings.expectError(`${label}, search before`, before, ["index-missing"]);
  await bench.mustRun(label, ["ingest", corpus], { dataDir });
  for (const problem of await checkVectors(dataDir))
    findings.add(`${label}, with 3 documents less: ${problem}`);
  writeCorpus(corpus, files);
  await bench.mustRun(label, ["ingest", corpus], { dataDir });
  for (const line of compareDumps(
    { search: expected.search },
    { search: (await bench.look({ dataDir })).search },
  ))
    findings.add(`${label}: ${line}`);
}

/** The version of the model before made shorter vectors. */
async function newLength({ label, bench, dataDir, corpus, expected }) {
  server.answer = ({ vectors }) => vectors.map((vector) => vector.slice(0, 48));
  await bench.mustRun(`${label}, before`, ["ingest", corpus], { dataDir });
  change(dataDir, "update vector_tables set version = 'old.0'");
  change(dataDir, "delete from embedding_cache");
  server.answer = null;
  await bench.mustMend(label, ["ingest", corpus], { dataDir, expected });
}

/** The ledger says committed, and the whole table is not there. */
function tableGone({ label, bench, dataDir, whole, expected, from }) {
  from(whole);
  if (bench.store === "lancedb") rmSync(join(dataDir, "vectors.lance"), { recursive: true });
  else change(dataDir, `drop table "${tableName(dataDir)}"`);
  return examineLoss({ label, bench, dataDir, expected, isTold: true });
}

/** The ledger says committed, and some of the vectors are not there. */
async function vectorsGone({ label, bench, dataDir, whole, expected, from }) {
  from(whole);
  const some = readLedger(dataDir, bench.store, MODEL_ID).committed.slice(0, 5);
  if (bench.store === "lancedb") {
    await withLance(dataDir, (table) =>
      table.delete(`chunk_id in (${some.map((id) => `'${id}'`).join(", ")})`),
    );
  } else {
    const ids = change(
      dataDir,
      `select id from chunk_vectors where chunk_id in (${some.map((id) => `'${id}'`).join(", ")})`,
    );
    for (const { id } of ids) change(dataDir, `delete from "${tableName(dataDir)}" where rowid = ${id}`);
  }
  // A search cannot know without reading everything; the doctor does.
  return examineLoss({ label, bench, dataDir, expected, isTold: false });
}

/** Search must not crash and must say so; the doctor must find it; the next run must mend it. */
async function examineLoss({ label, bench, dataDir, expected, isTold }) {
  const [vector, hybrid, doctor] = await Promise.all([
    bench.search({ dataDir }),
    bench.search({ dataDir }, ["--mode", "hybrid"]),
    bench.run(["doctor"], { dataDir }),
  ]);
  findings.check(
    vector.code !== null && (vector.code <= 1 || readError(vector)?.hint !== null),
    () => `${label}: vector search crashes: ${vector.code ?? vector.signal} ${vector.stderr.slice(0, 300)}`,
  );
  findings.check(
    hybrid.code === 0,
    () => `${label}: hybrid search exits ${hybrid.code}: ${hybrid.stderr.slice(0, 300)}`,
  );
  const warnings = vector.code <= 1 ? JSON.parse(vector.stdout).warnings : [];
  findings.check(
    vector.code === 2 || warnings.length > 0 || !isTold,
    () => `${label}: vector search exits ${vector.code} and says nothing of what is missing`,
  );
  const problems = JSON.parse(doctor.stdout).checks.filter(({ state }) => state !== "ok");
  findings.check(problems.length > 0, () => `${label}: doctor finds nothing`);
  await bench.mustMend(label, INDEX, { dataDir, expected });
  return `vector search exits ${vector.code} with ${warnings.length} warnings; doctor: ${problems.map(({ message }) => message).join("; ") || "all ok"}`;
}

/** A vector nobody asked for is not shown, and not for ever. */
async function strayVector({ label, bench, dataDir, whole, expected, from }) {
  from(whole);
  change(dataDir, "delete from chunk_vectors where id in (select id from chunk_vectors order by id limit 3)");
  const search = await bench.search({ dataDir });
  findings.check(
    search.code === 0,
    () => `${label}: search exits ${search.code}: ${search.stderr.slice(0, 300)}`,
  );
  const doctor = await bench.run(["doctor"], { dataDir });
  const problems = JSON.parse(doctor.stdout).checks.filter(({ state }) => state !== "ok");
  findings.check(
    problems.length > 0,
    () => `${label}: 3 chunks have no row in the ledger, doctor finds nothing`,
  );
  await bench.mustMend(label, INDEX, { dataDir, expected });
}

/** Half of each file of vectors: an error that says what to do, and keywords go on. */
async function vectorsDamaged({ label, bench, dataDir, whole, corpus, expected, from }) {
  if (bench.store !== "lancedb") return "LanceDB only: a damaged database is another matter";
  from(whole);
  const name = readdirSync(join(dataDir, "vectors.lance")).find((entry) => entry.endsWith(".lance"));
  const data = join(dataDir, "vectors.lance", name, "data");
  for (const file of readdirSync(data)) truncateSync(join(data, file), 100);
  const [vector, hybrid, lexical] = await Promise.all([
    bench.search({ dataDir }),
    bench.search({ dataDir }, ["--mode", "hybrid"]),
    bench.search({ dataDir }, ["--mode", "lexical"]),
  ]);
  findings.expectError(`${label}, vector search`, vector, ["database-broken"]);
  findings.check(lexical.code === 0, () => `${label}: keyword search exits ${lexical.code}`);
  findings.check(
    hybrid.code === 0 || typeof readError(hybrid)?.hint === "string",
    () => `${label}: hybrid search exits ${hybrid.code}: ${hybrid.stderr.slice(0, 300)}`,
  );
  const doctor = await bench.run(["doctor"], { dataDir });
  const problems = JSON.parse(doctor.stdout).checks.filter(({ state }) => state !== "ok");
  findings.check(problems.length > 0, () => `${label}: doctor finds nothing`);
  await bench.mustRun(`${label}, reset`, ["reset", "--yes"], { dataDir });
  await bench.mustMend(label, ["ingest", corpus], { dataDir, expected });
  return `vector search exits ${vector.code}, hybrid ${hybrid.code}`;
}

/** From the nth request on, counted from now. */
function answerFrom(count, answer) {
  const first = server.requests + count;
  server.answer = (request) => (request.number >= first ? answer(request) : request.vectors);
}

/** A run that hangs in its third request, until it is released; those of others are answered. */
async function startAndHold(bench, args, dataDir) {
  const { held, release } = holdRequest(server, 3);
  const run = startKebab(setup, [...args, "--json"], { dataDir, env: bench.env() });
  await Promise.race([held, run.ended]);
  return { run, release };
}

/** Another program's hand in the database. */
function change(dataDir, sql) {
  const database = openWithVectors(dataDir, { readonly: false });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

function tableName(dataDir) {
  const database = new DatabaseSync(join(dataDir, "kebab.sqlite"), { readOnly: true });
  const { name } = database.prepare("select name from vector_tables where store = 'sqlite-vec'").get();
  database.close();
  return name;
}

async function withLance(dataDir, work) {
  const { connect } = await import("@lancedb/lancedb");
  const connection = await connect(join(dataDir, "vectors.lance"));
  const name = (await connection.tableNames()).find((table) => table.startsWith("chunk_embeddings"));
  const table = await connection.openTable(name);
  await work(table);
  table.close();
  connection.close();
}
