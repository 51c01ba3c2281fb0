// `kebab search` through a running `kebab serve`, beside the same command alone and `node -e 0`.
// Usage: npm run bench:warm -- [--rows N] [--repeats N]; over examples/notes, and over an index of N chunks
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureWarm } from "./measures/warm.mjs";
import { runCommand } from "./support/command.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { makeVectors } from "./support/made-vectors.mjs";
import { formatMs, formatRatio, toTable } from "./support/table.mjs";
import { makeVectorIndex } from "./support/vector-index.mjs";
import { createEnvironment, ELSEWHERE, openWorkshop, ROOT, WORK, workFolder } from "./support/workshop.mjs";

const TARGET = 2.5;
const ROWS = 100_000;
const REPEATS = 31;

const { values: flags } = parseArgs({ options: { rows: { type: "string" }, repeats: { type: "string" } } });
const rows = Number(flags.rows ?? ROWS);
const repeats = Number(flags.repeats ?? REPEATS);
const isKept = rows === ROWS && repeats === REPEATS;

const workshop = await openWorkshop();
const results = {
  schema_version: "kebab_bench.v1",
  date: new Date().toISOString(),
  ...describeCommit(ROOT),
  machine: describeMachine(),
  warm: {},
};
const say = (text) => process.stderr.write(`${text}\n`);

say("examples/notes");
results.warm.notes = await measureWarm(workshop, ingestNotes(), { repeats });
if (rows > 0) {
  say(`index of ${rows} chunks`);
  const { home } = await makeVectorIndex(workshop, makeVectors(rows, 1));
  results.warm[rows] = await measureWarm(workshop, home, { repeats });
}

const folder = isKept ? join(ROOT, "bench", "results") : WORK;
mkdirSync(folder, { recursive: true });
const file = join(folder, isKept ? `${results.date.slice(0, 10)}-warm.json` : "quick-warm.json");
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
process.stdout.write(`${render(results.warm)}\n\nwritten to ${file}\n`);

function ingestNotes() {
  const home = workFolder("homes", "warm-notes");
  const words = [workshop.kebab, "ingest", join(ROOT, "examples", "notes"), "--quiet"];
  runCommand({ words, env: createEnvironment(home), cwd: ELSEWHERE });
  return home;
}

function render(measured) {
  const body = Object.entries(measured).flatMap(([index, { wall_ms: wall, ratio, ...more }]) =>
    Object.keys(wall).map((name) => [
      index,
      name.replace("_", " "),
      ...[formatMs(wall[name].min), formatMs(wall[name].p50), formatRatio(ratio[name])],
      ...[formatRatio(more.ratio_quiet[name]), formatRatio(more.ratio_each[name])],
      name === "warm_hybrid" ? `<= ${TARGET} x: ${ratio[name] <= TARGET ? "ok" : "MISSED"}` : "",
    ]),
  );
  return toTable([["index", "command", "min", "p50", "to node", "quiet", "each", "target"], ...body]);
}
