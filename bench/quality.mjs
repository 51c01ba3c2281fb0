// Retrieval quality over a folder of BEIR sets: keyword search, meaning search, and both fused.
// Usage: npm run bench:quality -- [FOLDER] [--only adi,scifact] [--fusion rrf,adaptive] [--fresh]
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureQuality } from "./measures/quality.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { renderMarkdown, renderQuality, summariseGroups } from "./support/quality-report.mjs";
import { unpackSets } from "./support/sets-folder.mjs";
import { openWorkshop, ROOT, WORK, workFolder } from "./support/workshop.mjs";

const { values: flags, positionals } = parseArgs({
  options: { only: { type: "string" }, fusion: { type: "string" }, fresh: { type: "boolean" } },
  allowPositionals: true,
});
const started = performance.now();
const say = (text) =>
  process.stderr.write(`[${((performance.now() - started) / 1000).toFixed(0)} s] ${text}\n`);

const folder = positionals[0] === undefined ? unpackSets() : resolve(positionals[0]);
const names = listSets(folder);
const wanted = flags.only?.split(",") ?? names;
for (const name of wanted) {
  if (!names.includes(name)) throw new Error(`${folder} has no set "${name}": it has ${names.join(", ")}`);
}

const results = {
  schema_version: "kebab_quality.v1",
  date: new Date().toISOString(),
  ...describeCommit(ROOT),
  machine: describeMachine(),
};
const workshop = await openWorkshop();
results.build = workshop.build;
results.sets = [];
for (const [position, name] of wanted.entries()) {
  say(`${name}, ${position + 1} of ${wanted.length}`);
  const fusions = flags.fusion ?? "rrf,adaptive";
  const options = { folder: join(folder, name), fusions, fresh: flags.fresh ?? false, say };
  results.sets.push(await measureQuality(workshop, workFolder("quality"), options));
}
results.groups = summariseGroups(results.sets);
results.seconds = Math.round((performance.now() - started) / 1000);

// Some of the sets are a trial: the table in the repository is of all of them.
const isWhole = wanted.length === names.length;
const target = isWhole ? join(ROOT, "bench", "results") : WORK;
mkdirSync(target, { recursive: true });
writeFileSync(join(target, "quality.json"), `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(join(target, "quality.md"), renderMarkdown(results));
process.stdout.write(
  `${renderQuality(results)}\n\nwritten to ${join(target, "quality.json")} and quality.md\n`,
);

function listSets(inside) {
  return readdirSync(inside)
    .filter((name) => existsSync(join(inside, name, "corpus.jsonl")))
    .sort();
}
