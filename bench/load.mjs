// Fifty clients at once on one `kebab serve`, hybrid search over 100,000 chunks: alone, and while another process ingests.
// Usage: npm run bench:load -- [--rows N] [--clients N] [--seconds N]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureLoad } from "./measures/load.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { makeVectors } from "./support/made-vectors.mjs";
import { formatMs, toTable } from "./support/table.mjs";
import { makeVectorIndex } from "./support/vector-index.mjs";
import { openWorkshop, ROOT, WORK } from "./support/workshop.mjs";

const FULL = { rows: 100_000, clients: 50, seconds: 60 };
/** A search is 4 × as long as one alone may be, times the clients that wait for each of two cores. */
const CORES = 2;
const PATIENCE = 4;
const MOST_GROWTH = 0.1;

const { values: flags } = parseArgs({
  options: { rows: { type: "string" }, clients: { type: "string" }, seconds: { type: "string" } },
});
const options = Object.fromEntries(
  Object.entries(FULL).map(([name, value]) => [name, Number(flags[name] ?? value)]),
);
const isWhole = Object.entries(FULL).every(([name, value]) => options[name] === value);

const workshop = await openWorkshop();
const { home } = await makeVectorIndex(workshop, makeVectors(options.rows, 1));
const results = {
  schema_version: "kebab_bench.v1",
  date: new Date().toISOString(),
  ...describeCommit(ROOT),
  machine: describeMachine(),
  options,
  load: await measureLoad(workshop, home, options),
};
const folder = isWhole ? join(ROOT, "bench", "results") : WORK;
mkdirSync(folder, { recursive: true });
const file = join(folder, isWhole ? `${results.date.slice(0, 10)}-load.json` : "quick-load.json");
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
process.stdout.write(`${render(results.load)}\n\nwritten to ${file}\n`);

function render({ single, runs }) {
  const limitMs = (PATIENCE * single.p50 * options.clients) / CORES;
  // Beside an ingest, which has a core of its own, only errors and torn answers count.
  const judge = (run, isMet) => (run === runs[0] ? (isMet ? "ok" : "MISSED") : "told");
  const rows = runs.map((run) => [
    ...[run.name, String(run.requests), String(run.errors), `${run.per_second}/s`],
    ...[formatMs(run.p50), formatMs(run.p95), judge(run, run.p95 <= limitMs)],
    `${run.memory_mb.before} → ${run.memory_mb.after} MB`,
    judge(run, run.memory_mb.after <= run.memory_mb.before * (1 + MOST_GROWTH)),
  ]);
  const header = ["50 clients", "requests", "errors", "rate", "p50", "p95", "", "memory", ""];
  const told = `one client: p50 ${formatMs(single.p50)}, p95 ${formatMs(single.p95)}; p95 may be ${PATIENCE} × ${formatMs(single.p50)} × ${options.clients} clients / ${CORES} cores = ${formatMs(limitMs)}`;
  return `${toTable([header, ...rows])}\n\n${told}`;
}
