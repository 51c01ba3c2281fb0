// The vector part of the benchmark alone: embedding, in Korean too, vector search, hybrid search, and both as commands.
// Usage: npm run bench:vectors -- [--quick] [--parts embedding,bridge,search,hybrid,commands] [--rows N] [--files N]
//   [--queries N] [--repeats N] [--no-lancedb] [DATABASE...], kebab indexes whose cached vectors are taken
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FULL_VECTORS, measureAllVectors, QUICK_VECTORS, VECTOR_PARTS } from "./measures/vectors.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { renderVectors } from "./support/vectors-report.mjs";
import { openWorkshop, ROOT, WORK } from "./support/workshop.mjs";

const number = { type: "string" };
const { values: flags, positionals: vectorFiles } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean" },
    parts: { type: "string" },
    "no-lancedb": { type: "boolean" },
    ...{ rows: number, files: number, queries: number, repeats: number },
  },
});
const parts = flags.parts?.split(",") ?? VECTOR_PARTS;
const unknown = parts.find((part) => !VECTOR_PARTS.includes(part));
if (unknown !== undefined)
  throw new Error(`There is no part "${unknown}": there are ${VECTOR_PARTS.join(", ")}`);

const started = performance.now();
const say = (text) =>
  process.stderr.write(`[${((performance.now() - started) / 1000).toFixed(0)} s] ${text}\n`);
const plan = { ...(flags.quick ? QUICK_VECTORS : FULL_VECTORS) };
for (const size of ["rows", "files", "queries"]) {
  if (flags[size] !== undefined) plan[size] = Number(flags[size]);
}
for (const times of ["embed", "bridge", "search", "hybrid", "commands"]) {
  if (flags.repeats !== undefined) plan[times] = Number(flags.repeats);
}
// Of another size than the targets are for, or of some parts only: a trial, and not kept.
const quick = JSON.stringify(plan) !== JSON.stringify(FULL_VECTORS);
const isKept = !quick && vectorFiles.length === 0 && parts.length === VECTOR_PARTS.length;

const results = {
  schema_version: "kebab_bench.v1",
  date: new Date().toISOString(),
  quick,
  ...describeCommit(ROOT),
  machine: describeMachine(),
};
const workshop = await openWorkshop();
results.vectors = await measureAllVectors(workshop, {
  plan,
  parts,
  hasLance: !flags["no-lancedb"],
  vectorFiles,
  say,
});
results.seconds = Math.round((performance.now() - started) / 1000);

const folder = isKept ? join(ROOT, "bench", "results") : WORK;
mkdirSync(folder, { recursive: true });
const file = join(folder, isKept ? `${results.date.slice(0, 10)}-vectors.json` : "quick-vectors.json");
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
process.stdout.write(`${renderVectors(results.vectors, { quick })}\n\nwritten to ${file}\n`);
