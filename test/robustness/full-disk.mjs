// A disk that fills up in the middle of an ingest: a clear error, an index that still opens, a next run that completes.
// Usage: node test/robustness/full-disk.mjs [--files 250] [--sizes 64k,256k,512k,1m,2m,3m] [--seed 1]; needs root for its small file systems

import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCorpus, evolveCorpus, writeCorpus } from "./support/corpus.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { checkIndex, compareDumps, dumpIndex } from "./support/index-dump.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, readError, readReport, runKebab } from "./support/run-kebab.mjs";
import { openSmallDisk } from "./support/small-disk.mjs";

const options = readOptions({ files: 250, sizes: "64k,256k,512k,1m,2m,3m" });
const findings = new Findings();
const scratch = openScratch("full-disk", options.keep);
const setup = createSetup(options.kebab, scratch);
const disk = join(scratch, "disk");
const roomy = "256m";
const small = openSmallDisk(disk);
if (small === null) {
  console.log("full-disk: not run, mounting a small tmpfs needs root");
  process.exit(0);
}
const { mount, unmount, resize: remount, leave } = small;

const random = createRandom(options.seed);
const corpus = join(scratch, "corpus");
const examples = join(options.kebab, "examples/notes");
const earlier = createCorpus(random, options.files);
const later = evolveCorpus(earlier, random);
const plain = join(scratch, "plain");
const figures = {};
writeCorpus(corpus, earlier, examples);
await ingest(plain);
const expectedEarlier = dumpIndex(plain);
writeCorpus(corpus, later, examples);
const incremental = join(scratch, "incremental");
cpSync(plain, incremental, { recursive: true });
await ingest(incremental);
const expectedLater = dumpIndex(incremental);

writeCorpus(corpus, earlier, examples);
for (const size of options.sizes.split(",")) await fillFresh(size);
await fillIncremental();
await fillWhileFull();
printFigures(figures);
findings.end("full-disk", Object.keys(figures).length);

/** A new index on a disk too small for it. */
async function fillFresh(size) {
  mount(size);
  const dataDir = join(disk, "data");
  const full = await ingest(dataDir);
  checkFull(`${size}`, full);
  const stored = await checkStillThere(`${size}`, dataDir);
  remount(roomy);
  const next = await ingest(dataDir);
  findings.check(
    next.code === 0,
    () => `${size}: with room again, ingest exits ${next.code}: ${next.stderr.slice(0, 300)}`,
  );
  compare(`${size}`, dataDir, expectedEarlier);
  figures[`fresh index on ${size}`] =
    `exit ${full.code}, ${stored} documents kept, the next run stored ${next.code === 0 ? readReport(next).report.added : "nothing"}`;
  unmount();
}

/** An existing index, and room for only a part of the changes. */
async function fillIncremental() {
  mount(roomy);
  const dataDir = join(disk, "data");
  cpSync(plain, dataDir, { recursive: true });
  writeCorpus(corpus, later, examples);
  leave(200_000);
  const full = await ingest(dataDir);
  checkFull("incremental", full);
  const stored = await checkStillThere("incremental", dataDir);
  remount(roomy);
  const next = await ingest(dataDir);
  findings.check(
    next.code === 0,
    () => `incremental: with room again, ingest exits ${next.code}: ${next.stderr.slice(0, 300)}`,
  );
  compare("incremental", dataDir, expectedLater);
  figures["existing index, 200 kB left"] = `exit ${full.code}, ${stored} documents searchable meanwhile`;
  unmount();
}

/** Not a byte left: what reads must go on, what writes must say why not. */
async function fillWhileFull() {
  mount(roomy);
  const dataDir = join(disk, "data");
  cpSync(plain, dataDir, { recursive: true });
  leave(4096);
  try {
    for (const size of [1_000_000, 4096, 512, 1])
      writeFileSync(join(disk, "ballast"), Buffer.alloc(size), { flag: "a" });
  } catch {
    // As full as it gets.
  }
  const before = await checkStillThere("no byte left", dataDir);
  const full = await ingest(dataDir);
  checkFull("no byte left", full);
  for (const args of [
    ["note", "a few words"],
    ["tag", "examples/index.md", "new-tag"],
    ["status"],
    ["list", "docs"],
    ["doctor"],
  ]) {
    const result = await runKebab(setup, [...args, "--json"], { dataDir });
    const isWriting = args[0] === "note" || args[0] === "tag";
    findings.check(!isWriting || result.code === 2, () => `no byte left: ${args[0]} exits ${result.code}`);
    findings.check(
      isWriting || result.code === 0 || result.code === 3,
      () => `no byte left: ${args[0]} exits ${result.code}: ${result.stderr.slice(0, 300)}`,
    );
    if (result.code === 2) checkError(`no byte left: ${args[0]}`, result, ["disk-full"]);
  }
  rmSync(join(disk, "ballast"), { force: true });
  remount(roomy);
  const next = await ingest(dataDir);
  findings.check(
    next.code === 0,
    () => `no byte left: with room again, ingest exits ${next.code}: ${next.stderr.slice(0, 300)}`,
  );
  figures["no byte left"] = `${before} documents searchable, ingest exits ${full.code}`;
  unmount();
}

function ingest(dataDir) {
  return runKebab(setup, ["ingest", corpus, "--json"], { dataDir });
}

function checkFull(label, result) {
  findings.check(
    result.code === 2,
    () =>
      `${label}: on a full disk ingest exits ${result.code ?? result.signal}: ${result.stderr.slice(0, 300)}`,
  );
  if (result.code === 2) checkError(label, result, ["disk-full"]);
}

function checkError(label, result, codes) {
  const error = readError(result);
  findings.check(
    codes.includes(error?.code),
    () => `${label}: the error is no ${codes.join(" or ")}: ${result.stderr.slice(0, 500)}`,
  );
  findings.check(
    /full|no space/.test(error?.message ?? "") && error?.hint !== null,
    () => `${label}: the message does not help: ${error?.message}`,
  );
}

/** Opens and searches on the full disk; the checks that write are made on a copy. */
async function checkStillThere(label, dataDir) {
  if (!existsSync(join(dataDir, "kebab.sqlite"))) return 0;
  const search = await runKebab(setup, ["search", "rollback", "--mode", "lexical", "--json"], { dataDir });
  // An index that never got its tables says so.
  const isEmpty = search.code === 2 && /index-missing/.test(search.stderr);
  findings.check(
    search.code <= 1 || isEmpty,
    () => `${label}: search on the full disk exits ${search.code}: ${search.stderr.slice(0, 300)}`,
  );
  if (isEmpty) return 0;
  const status = await runKebab(setup, ["status", "--json"], { dataDir });
  if (
    !findings.check(
      status.code === 0,
      () => `${label}: status on the full disk exits ${status.code}: ${status.stderr.slice(0, 300)}`,
    )
  )
    return 0;
  const copy = join(scratch, "copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(dataDir, copy, { recursive: true });
  for (const problem of checkIndex(copy)) findings.add(`${label}: ${problem}`);
  return JSON.parse(status.stdout).documents;
}

function compare(label, dataDir, expected) {
  for (const problem of checkIndex(dataDir)) findings.add(`${label}: ${problem}`);
  for (const line of compareDumps(expected, dumpIndex(dataDir))) findings.add(`${label}: ${line}`);
}
