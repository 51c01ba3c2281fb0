// Everything at once on one base, for minutes: a folder that changes, `kebab ingest --watch`, `kebab serve`,
// `kebab mcp`, further writers, searches and questions by HTTP, MCP and command. Every answer is checked against
// what the files held; memory, open files and threads must not grow; at the end the index equals a clean one.
// Usage: npm run soak -- [--minutes 5] [--seed 1] [--kebab DIR] [--keep]
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Findings, openScratch, printFigures, readOptions } from "../robustness/support/harness.mjs";
import { loadEngine } from "../robustness/support/load-engine.mjs";
import { createRandom } from "../robustness/support/random.mjs";
import { createSetup } from "../robustness/support/run-kebab.mjs";
import { Checks } from "./support/checks.mjs";
import { runCommand, startMcp, startServer, startWatch } from "./support/clients.mjs";
import { compareIndexes, lookForLeftovers } from "./support/final.mjs";
import { History } from "./support/history.mjs";
import { Lane } from "./support/lanes.mjs";
import { judgeGrowth, Sampler } from "./support/samples.mjs";
import { readNotes } from "./support/texts.mjs";
import { createWorkers } from "./support/workers.mjs";
import { World } from "./support/world.mjs";

const LANES = 3;
const SAMPLE_MS = 2000;
const WIRES = [
  "search_response.v1",
  "answer.v1",
  "fetch_result.v1",
  "ingest_report.v1",
  "document.v1",
  "error.v1",
];
const REPORT = fileURLToPath(new URL("../../bench/.work/soak.json", import.meta.url));

const options = readOptions({ minutes: 5 });
const started = performance.now();
const say = (text) =>
  process.stderr.write(`[${((performance.now() - started) / 1000).toFixed(0)} s] ${text}\n`);
const findings = new Findings();
const scratch = openScratch("soak", options.keep);
const runtime = join(scratch, "run");
const setup = createSetup(options.kebab, scratch, {
  KEBAB_EMBEDDINGS_PROVIDER: "onnx",
  XDG_RUNTIME_DIR: runtime,
});
for (const folder of ["run", "notes", "spare", "home"]) mkdirSync(join(scratch, folder), { mode: 0o700 });

const history = new History();
const laneFiles = Array.from({ length: LANES }, () => []);
for (const [at, note] of readNotes(join(options.kebab, "examples/notes")).entries()) {
  const path = join(scratch, "notes", note.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, note.bytes);
  history.write(note.path, note.text ?? "");
  history.confirm(note.path);
  // Most stay as they are; some Markdown is edited, renamed and deleted like all else.
  if (at % 3 === 0 && note.path.endsWith(".md")) laneFiles[at % LANES].push(note.path);
}

say("first ingest");
const first = await runCommand(setup, ["ingest", join(scratch, "notes")]);
if (first.code !== 0) throw new Error(`Cannot ingest the notes: ${first.stderr}`);
const engine = await loadEngine(setup);
const schemas = Object.fromEntries(
  await Promise.all(WIRES.map(async (name) => [name, await engine.schema(name)])),
);

say("starting serve, watch and mcp");
const watched = { runs: 0, stored: 0, removed: 0, failed: 0 };
const server = await startServer(setup);
const watch = await startWatch(setup, join(scratch, "notes"), (line) => {
  if (line.schema_version === "ingest_report.v1") watched.runs++;
  if (line.kind === "file-stored") watched.stored++;
  if (line.kind === "file-removed") watched.removed++;
  if (line.kind === "file-failed") watched.failed++;
});
const mcp = await startMcp(setup);
process.once("exit", () => {
  for (const { child } of [server, watch]) child.kill("SIGKILL");
  if (mcp.transport.pid) process.kill(mcp.transport.pid, "SIGKILL");
});

const end = performance.now() + options.minutes * 60_000;
const random = createRandom(options.seed);
const checks = new Checks({ findings, history, schemas });
const world = new World({
  ...{ setup, server, mcp, history, findings, checks, random },
  folder: join(scratch, "notes"),
  spare: join(scratch, "spare"),
  isOver: () => performance.now() >= end,
});
for (const [name, { ended }] of Object.entries({ serve: server, watch }))
  void ended.then(({ code, signal, stderr }) =>
    findings.check(world.isOver(), () => `${name} ended with ${code ?? signal}: ${stderr.slice(-500)}`),
  );
const sampler = new Sampler(
  { serve: server.child.pid, mcp: mcp.transport.pid, watch: watch.child.pid },
  SAMPLE_MS,
);
const ticker = setInterval(() => say(`${JSON.stringify(world.counts)}, ${findings.count} failures`), 30_000);

const lanes = Array.from({ length: LANES }, (_, number) => new Lane(number, laneFiles[number], world));
await Promise.all([...lanes.map((lane) => lane.run()), ...createWorkers(world).map((run) => run())]);
clearInterval(ticker);
const growth = judgeGrowth(sampler.stop());
for (const problem of growth.problems) findings.add(problem);

say("stopping");
await stopAll();
say("comparing with a clean index");
const last = await runCommand(setup, ["ingest", join(scratch, "notes")]);
const found = ["added", "updated", "renamed", "removed"].reduce((sum, name) => sum + last.value?.[name], 0);
findings.check(
  last.code === 0 && found === 0 && last.value.failed.length === 0,
  () => `at the end an ingest still finds: ${JSON.stringify(last.value ?? last.stderr).slice(0, 600)}`,
);
// Notes whose turn did not come wait in the library.
const settled = await runCommand(setup, ["ingest"]);
findings.check(
  settled.code === 0,
  () => `the last ingest exits ${settled.code}: ${settled.stderr.slice(-300)}`,
);
const leftovers = lookForLeftovers(setup.dataDir, runtime);
for (const problem of leftovers.problems) findings.add(problem);
const clean = { ...setup, dataDir: join(scratch, "clean") };
const cleanRun = await runCommand(clean, ["ingest", join(scratch, "notes")]);
if (cleanRun.code !== 0) throw new Error(`Cannot make the clean index: ${cleanRun.stderr}`);
for (const problem of await compareIndexes(setup.dataDir, clean.dataDir)) findings.add(problem);
await world.checkNotes();
const doctor = await runCommand(setup, ["doctor"]);
findings.check(
  doctor.code === 0,
  () => `doctor exits ${doctor.code}: ${JSON.stringify(doctor.value).slice(0, 600)}`,
);

report();

/** Gently, and each must end as it should. */
async function stopAll() {
  watch.child.kill("SIGINT");
  const watching = await watch.ended;
  findings.check(
    watching.code === 130,
    () => `watch ended with ${watching.code ?? watching.signal}: ${watching.stderr.slice(-300)}`,
  );
  await mcp.client.close();
  findings.check(mcp.errors.length === 0, () => `mcp: ${mcp.errors[0]}`);
  findings.check(!/error/i.test(mcp.stderr), () => `mcp says ${mcp.stderr.slice(-300)}`);
  server.agent.destroy();
  server.child.kill("SIGTERM");
  const served = await server.ended;
  findings.check(
    served.code === 0,
    () => `serve ended with ${served.code ?? served.signal}: ${served.stderr.slice(-300)}`,
  );
}

function report() {
  const seconds = (performance.now() - started) / 1000;
  const figures = {
    minutes: options.minutes,
    seed: options.seed,
    seconds: Math.round(seconds),
    ...world.summary(),
    watch: `${watched.runs} runs, ${watched.stored} files stored, ${watched.removed} removed, ${watched.failed} failed for the moment`,
    index: `${(leftovers.databaseBytes / 1e6).toFixed(1)} MB, -wal ${leftovers.walBytes} bytes`,
  };
  const show = (values) => values.join(" → ");
  for (const [name, { memory_mb, peak_mb, handles, threads, samples }] of Object.entries(growth.figures))
    figures[`${name}, quarter by quarter`] =
      `${show(memory_mb)} MB (peak ${peak_mb}), ${show(handles)} open files, ${show(threads)} threads, ${samples} samples`;
  printFigures(figures);
  mkdirSync(dirname(REPORT), { recursive: true });
  const json = {
    date: new Date().toISOString(),
    failures: findings.count,
    ...figures,
    growth: growth.figures,
  };
  writeFileSync(REPORT, `${JSON.stringify(json, null, 2)}\n`);
  findings.end("soak");
}
