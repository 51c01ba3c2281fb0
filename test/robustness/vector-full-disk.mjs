// A disk that fills up while vectors are made: a clear error, an index that still answers, a next run that completes.
// Usage: node test/robustness/vector-full-disk.mjs [--files 40] [--store both] [--room 40,80,160,320,640,1000] [--seed 1]
// --room is what the disk has left, in kB; needs root for a small file system.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { createCorpus, writeCorpus } from "./support/corpus.mjs";
import { openEmbeddingServer } from "./support/embedding-server.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, readError } from "./support/run-kebab.mjs";
import { openSmallDisk } from "./support/small-disk.mjs";
import { createVectorBench } from "./support/vector-bench.mjs";
import { readLedger } from "./support/vector-dump.mjs";

const options = readOptions({ files: 40, store: "both", room: "40,80,160,320,640,1000" });
const findings = new Findings();
const scratch = openScratch("vector-full-disk", options.keep);
const disk = openSmallDisk(join(scratch, "disk"));
if (disk === null) {
  console.log("vector-full-disk: not run, mounting a small tmpfs needs root");
  process.exit(0);
}
const setup = createSetup(options.kebab, scratch);
const server = await openEmbeddingServer();
const corpus = join(scratch, "corpus");
const figures = {};
const roomy = "256m";
writeCorpus(corpus, createCorpus(createRandom(options.seed), options.files));

for (const store of options.store === "both" ? ["sqlite-vec", "lancedb"] : [options.store]) {
  const bench = createVectorBench(setup, server, findings, store);
  const base = join(scratch, `${store}-base`);
  await bench.mustRun(`${store}, start`, ["ingest", corpus, "--no-embeddings"], { dataDir: base });
  const whole = join(scratch, `${store}-whole`);
  cpSync(base, whole, { recursive: true });
  await bench.mustRun(`${store}, undisturbed`, ["index", "--embeddings"], { dataDir: whole });
  const expected = await bench.look({ dataDir: whole });
  let inTheMiddle = 0;
  for (const room of options.room.split(",").map(Number)) {
    const committed = await fill(bench, { base, expected, room });
    if (committed > 0) inTheMiddle++;
  }
  findings.check(
    inTheMiddle > 0 || options.room.split(",").length < 3,
    () => `${store}: the disk was never full in the middle of the vectors: give other --room`,
  );
}
printFigures(figures);
await server.close();
findings.end("vector-full-disk", Object.keys(figures).length);

async function fill(bench, { base, expected, room }) {
  const label = `${bench.store}, ${room} kB left`;
  disk.mount(roomy);
  const dataDir = join(disk.folder, "data");
  cpSync(base, dataDir, { recursive: true });
  disk.leave(room * 1000);
  const full = await bench.run(["index", "--embeddings"], { dataDir });
  const ledger = readLedger(dataDir, bench.store, "ollama/words-64");
  const committed = ledger?.committed.length ?? 0;
  if (full.code !== 0) checkFull(label, full);
  await checkStillThere(label, bench, dataDir, committed);
  disk.resize(roomy);
  await bench.mustMend(`${label}, with room again`, ["index", "--embeddings"], { dataDir, expected });
  figures[label] =
    `exit ${full.code}${full.code === 0 ? ", it was enough" : ""}, ${committed} vectors committed, ${ledger?.pending.length ?? 0} pending`;
  disk.unmount();
  return full.code === 0 ? 0 : committed;
}

function checkFull(label, result) {
  const error = readError(result);
  findings.check(
    result.code === 2 && error?.code === "disk-full",
    () =>
      `${label}: on a full disk it exits ${result.code ?? result.signal}, no disk-full: ${result.stderr.slice(0, 500)}`,
  );
  findings.check(
    /full|no space/.test(error?.message ?? "") && typeof error?.hint === "string",
    () => `${label}: the message does not help: ${error?.message} (${error?.hint})`,
  );
}

/** Who only reads goes on, on the full disk. */
async function checkStillThere(label, bench, dataDir, committed) {
  const [lexical, vector, status] = await Promise.all([
    bench.search({ dataDir }, ["--mode", "lexical"]),
    bench.search({ dataDir }),
    bench.run(["status"], { dataDir }),
  ]);
  findings.check(
    lexical.code === 0,
    () => `${label}: keyword search exits ${lexical.code}: ${lexical.stderr.slice(0, 400)}`,
  );
  findings.check(
    status.code === 0,
    () => `${label}: status exits ${status.code}: ${status.stderr.slice(0, 400)}`,
  );
  findings.check(
    vector.code <= 1 || readError(vector)?.code === "index-missing",
    () => `${label}: vector search exits ${vector.code}: ${vector.stderr.slice(0, 400)}`,
  );
  if (vector.code > 1) return;
  const { hits } = JSON.parse(vector.stdout);
  findings.check(
    hits.length === committed,
    () => `${label}: search gives ${hits.length} of ${committed} committed vectors`,
  );
}
