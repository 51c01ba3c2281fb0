// Real, damaged and hostile files through the real program: no crash, no hang, every file accounted for.
// Usage: node test/robustness/file-fuzz.mjs [FOLDER of real documents] [--count 2000] [--bomb-size 100000] [--seed 1]
//   --only REGEX: of the hostile files those alone whose name matches, to look into one of them

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { makeBombs } from "./support/bombs.mjs";
import { Findings, openScratch, printFigures, readOptions, toShown } from "./support/harness.mjs";
import { checkIndex, openDatabase } from "./support/index-dump.mjs";
import { loadEngine } from "./support/load-engine.mjs";
import { mutateFile } from "./support/mutate.mjs";
import { createRandom } from "./support/random.mjs";
import {
  createSetup,
  followLines,
  readCpuMs,
  readReport,
  runKebab,
  startKebab,
} from "./support/run-kebab.mjs";

const options = readOptions({
  count: 2000,
  "bomb-size": 100_000,
  "slow-ms": 5000,
  "memory-mb": 1500,
  only: "",
  show: 10,
  suspects: 200,
});
/** Longer without any news than any single file may take: the run hangs. */
const SILENCE_MS = 120_000;
const MAX_BASE_BYTES = 400_000;
const [samples] = options.positionals;
if (samples !== undefined && !existsSync(samples)) {
  console.log(`file-fuzz: not run, there is no folder ${samples}`);
  process.exit(0);
}
if (samples === undefined) console.log("no folder of documents given: damaging examples/notes alone");

const findings = new Findings();
const scratch = openScratch("file-fuzz", options.keep);
const setup = createSetup(options.kebab, scratch);
const random = createRandom(options.seed);
const source = join(scratch, "files");
const made = makeFiles();
const walked = listFiles(source).length;
const first = await ingest();
checkReport(first, "first run");
const problems = checkIndex(setup.dataDir);
for (const problem of problems) findings.add(problem);
const checked = await checkTexts();
const second = await ingest();
checkReport(second, "second run");
findings.check(
  second.report.added + second.report.updated + second.report.removed === 0,
  "the second run found changes",
);
const search = await runKebab(setup, ["search", "the", "--mode", "lexical", "--json"]);
findings.check(
  search.code === 0,
  () => `a search afterwards exits ${search.code}: ${search.stderr.slice(0, 300)}`,
);

const { report } = first;
const slow = (await findSlow(first.groups)).sort((a, b) => b.ms - a.ms);
for (const { path, ms } of slow) {
  findings.check(ms < options["slow-ms"], `${toShown(path)} took ${ms.toFixed(0)} ms of processor time`);
}
printFigures({
  files: `${walked} (${made.real} as they are, ${made.mutated} damaged, ${made.bombs} hostile, ${made.odd} oddly named)`,
  stored: report.added,
  failed: report.failed.length,
  skipped: report.skipped.length,
  notices: report.notices.length,
  chunks: report.chunks.added,
  seconds: `${(first.result.ms / 1000).toFixed(1)}, second run ${(second.result.ms / 1000).toFixed(1)}`,
  "peak memory (MB)": `${(first.result.peakKb / 1024).toFixed(0)}, second run ${(second.result.peakKb / 1024).toFixed(0)}`,
  "texts compared": `${checked.texts}, citations followed ${checked.spans}`,
});
console.log("why files failed:");
for (const [reason, count] of countReasons(report.failed)) console.log(`  ${count} × ${reason}`);
console.log("slowest files, by processor time, each ingested alone:");
for (const { path, ms } of slow.slice(0, options.show)) console.log(`  ${ms.toFixed(0)} ms ${toShown(path)}`);
findings.end("file-fuzz");

function makeFiles() {
  const roots = [join(options.kebab, "examples/notes"), ...(samples === undefined ? [] : [samples])];
  const real = roots.flatMap((root) => listFiles(root).map((path) => ({ root, path, name: basename(path) })));
  for (const { root, path } of real)
    put(`real/${basename(root)}/${relative(root, path)}`, readFileSync(path));
  const bases = real
    .filter(({ path }) => statSync(path).size <= MAX_BASE_BYTES && statSync(path).size > 0)
    .map(({ path, name }) => ({ name, bytes: readFileSync(path) }));
  for (let at = 0; at < options.count; at++) {
    const { extension, bytes } = mutateFile(random, bases);
    put(`damaged/${at % 100}/${at}${extension === "" ? "" : `.${extension}`}`, bytes);
  }
  const wanted = new RegExp(options.only);
  const bombs = Object.entries(makeBombs(options["bomb-size"])).filter(([name]) => wanted.test(name));
  for (const [name, content] of bombs) put(`hostile/${name}`, content);
  return { real: real.length, mutated: options.count, bombs: bombs.length, odd: putOddNames() };
}

function putOddNames() {
  const names = [
    "-rf.md",
    "a b\tc.md",
    "line\nbreak.md",
    "'quotes\".md",
    "back\\slash.md",
    "%2e%2e%2f.md",
    "$(x).md",
    "`x`.md",
    "*.md",
    "[a].md",
    "{b,c}.md",
    "#hash.md",
    "?.md",
    "a#L1-L2.md",
    "\u1112\u1161\u11ab.md",
    "한.md",
    "🙂.md",
    "\u202egnp.md",
    "CON.md",
    "trailing .md ",
    "dot..md",
    `${"long".repeat(62)}.md`,
    "no-extension",
    "UPPER.MD",
    "a.md.txt",
  ];
  for (const name of names) put(`odd/${name}`, `# ${name.replace("\n", " ")}\n\nunder an odd name\n`);
  put(`odd/${"deep/".repeat(60)}file.md`, "# Deep\n");
  // Names that are no UTF-8: Node cannot open what it cannot spell, and must say so.
  writeFileSync(
    Buffer.concat([Buffer.from(`${source}/odd/`), Buffer.from([0xff, 0xfe]), Buffer.from(".md")]),
    "# Bytes\n",
  );
  const times = {
    "old.md": -1,
    "epoch.md": 0,
    "future.md": 32_503_680_000,
    "far.md": 15_000_000_000,
    "fraction.md": 1_700_000_000.123_456,
  };
  for (const [name, seconds] of Object.entries(times)) {
    put(`odd/${name}`, `# ${name}\n`);
    try {
      utimesSync(join(source, "odd", name), seconds, seconds);
    } catch {
      // Not every file system knows every time.
    }
  }
  symlinkSync("epoch.md", join(source, "odd/link.md"));
  return names.length + 2 + Object.keys(times).length;
}

function put(path, content) {
  const absolute = join(source, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, content);
}

/** As the walk sees them: regular files and links, nothing hidden. */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

async function ingest() {
  const run = startKebab(setup, ["ingest", source, "--json"], {
    // One thread, so that the time between two reports is the time of the files reported.
    env: { KEBAB_INGEST_WORKERS: "1" },
    watchMemory: true,
    timeoutMs: 3_600_000,
  });
  const groups = [];
  let last = performance.now();
  let lastCpu = 0;
  let lastPath = "the walk";
  const stop = followLines(run.stdoutPath, (lines) => {
    const paths = lines.map((line) => JSON.parse(line).path).filter((path) => path !== undefined);
    // Processor time, not the clock: others may be using the machine.
    const cpu = readCpuMs(run.child.pid) ?? lastCpu;
    if (paths.length > 0) groups.push({ paths, ms: cpu - lastCpu });
    lastPath = paths.at(-1) ?? lastPath;
    last = performance.now();
    lastCpu = cpu;
  });
  const watchdog = setInterval(() => {
    if (performance.now() - last < SILENCE_MS) return;
    findings.add(`hangs: nothing for ${SILENCE_MS / 1000} s after ${toShown(lastPath)}`);
    run.child.kill("SIGKILL");
  }, 1000);
  const result = await run.ended;
  clearInterval(watchdog);
  stop();
  if (result.code !== 0) {
    findings.add(
      `ingest exits ${result.code ?? result.signal} after ${toShown(lastPath)}: ${result.stderr.slice(0, 1000)}`,
    );
    findings.end("file-fuzz");
    process.exit(1);
  }
  return { result, groups, ...readReport(result) };
}

/**
 * Documents are committed, and reported, in groups. Those of the slowest groups are ingested
 * once more, each alone, to find the ones that made the group slow.
 */
async function findSlow(groups) {
  const worst = groups.sort((a, b) => b.ms - a.ms);
  const suspects = worst
    .filter(({ ms }, position) => position < 3 || ms > options["slow-ms"])
    .flatMap(({ paths }) => paths)
    .filter((path) => existsSync(join(source, path)))
    .sort((a, b) => statSync(join(source, b)).size - statSync(join(source, a)).size)
    .slice(0, options.suspects);
  const times = [];
  for (const [at, path] of suspects.entries()) {
    const folder = join(scratch, "alone", String(at));
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(source, path), join(folder, basename(path)));
    const dataDir = join(scratch, "alone-data");
    const { cpuMs } = await runKebab(setup, ["ingest", folder, "--json", "--quiet"], {
      dataDir,
      watchMemory: true,
    });
    rmSync(dataDir, { recursive: true, force: true });
    times.push({ path, ms: cpuMs });
  }
  return times;
}

function checkReport({ report: run, result }, label) {
  const told = run.added + run.updated + run.unchanged + run.failed.length + run.skipped.length;
  findings.check(told === walked, `${label}: ${walked} files walked, ${told} accounted for`);
  const lines = [...run.failed, ...run.skipped];
  const paths = new Set(lines.map((line) => line.path));
  findings.check(paths.size === lines.length, `${label}: a file has two lines in the report`);
  findings.check(
    lines.every((line) => line.reason.length > 0 && line.reason.length < 1000),
    `${label}: a reason is empty or endless`,
  );
  const megabytes = result.peakKb / 1024;
  findings.check(megabytes < options["memory-mb"], `${label}: ${megabytes.toFixed(0)} MB of memory`);
  findings.check(!/thread died|thread ended/.test(JSON.stringify(run.failed)), () => {
    const line = run.failed.find(({ reason }) => /thread died|thread ended/.test(reason));
    return `${label}: ${line?.path}: ${line?.reason}`;
  });
}

/** What the index holds of a text file, put together again, is the file. */
async function checkTexts() {
  const engine = await loadEngine(setup);
  const kebab = await engine.open();
  const database = openDatabase(setup.dataDir);
  const documents = database.prepare("select id, doc_id, path, source_id, type from documents").all();
  const chunksOf = database.prepare("select chunk_id, text from chunks where document = ?");
  let texts = 0;
  let spans = 0;
  for (const document of documents) {
    const expected = document.type === "pdf" ? null : decode(readFileSync(join(source, document.path)));
    if (expected !== null) {
      const { text } = await kebab.fetchDocument(document.doc_id);
      findings.check(
        text === expected,
        `${toShown(document.path)}: the index holds another text than the file`,
      );
      texts++;
    }
    const chunks = chunksOf.all(document.id);
    if (chunks.length === 0 || !random.chance(0.3)) continue;
    const chunk = random.pick(chunks);
    const { uri } = await kebab.fetchChunk(chunk.chunk_id);
    const span = await kebab.fetchSpan(uri, document.source_id);
    findings.check(span.text === chunk.text, `${toShown(uri)} does not lead back to its chunk`);
    spans++;
  }
  database.close();
  await kebab[Symbol.asyncDispose]();
  return { texts, spans };
}

/** Of what is UTF-8; null for what only guessing makes text of. */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch {
    return null;
  }
}

function countReasons(lines) {
  const counts = new Map();
  for (const { reason } of lines) {
    const kind = reason.replace(/\d+/g, "N").slice(0, 100);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}
