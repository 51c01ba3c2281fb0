// The benchmark: everything as ratios measured in one run, because machines differ and are never quiet.
// Usage: npm run bench -- [--quick] [--no-qmd] [--no-vectors] [--sets FOLDER]
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeCorpus } from "./make-corpus.mjs";
import { measureCommands } from "./measures/commands.mjs";
import { ingestAnew, measureFirstIngest, measureNoChange } from "./measures/ingest.mjs";
import { openQmd } from "./measures/qmd.mjs";
import { measureSearch } from "./measures/search.mjs";
import { measureSets } from "./measures/sets.mjs";
import { FULL_VECTORS, measureAllVectors, QUICK_VECTORS, VECTOR_PARTS } from "./measures/vectors.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { render } from "./support/report.mjs";
import { openWorkshop, ROOT, WORK, workFolder } from "./support/workshop.mjs";

const FULL = { files: 10_000, smaller: [1000, 3000], search: 7, commands: 35, ingest: 3, noChange: 15 };
const QUICK = { files: 1000, smaller: [], search: 3, commands: 14, ingest: 1, noChange: 7 };

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean" },
    "no-qmd": { type: "boolean" },
    "no-vectors": { type: "boolean" },
    sets: { type: "string" },
  },
});
const plan = flags.quick ? QUICK : FULL;
const started = performance.now();
const say = (text) =>
  process.stderr.write(`[${((performance.now() - started) / 1000).toFixed(0)} s] ${text}\n`);

const results = {
  schema_version: "kebab_bench.v1",
  date: new Date().toISOString(),
  quick: flags.quick ?? false,
  ...describeCommit(ROOT),
  machine: describeMachine(),
};
const workshop = await openWorkshop();

say(`corpus of ${plan.files} files`);
const corpus = makeCorpus(plan.files, join(workFolder("corpus"), String(plan.files)));
const { folder: _, ...kept } = corpus;
results.corpus = kept;

const qmd = flags["no-qmd"] ? { reason: "left out by --no-qmd" } : openQmd(corpus.folder);
say(qmd.reason === undefined ? `qmd ${qmd.version} runs` : `qmd cannot be compared: ${qmd.reason}`);
results.qmd = { version: qmd.version ?? null, reason: qmd.reason ?? null };

const home = workFolder("homes", `kebab-${plan.files}`);
say("first ingest");
results.first_ingest = measureFirstIngest(workshop, home, { corpus, qmd, repeats: plan.ingest });
say("ingest of nothing new");
results.no_change = await measureNoChange(workshop, home, { corpus, qmd, repeats: plan.noChange });
say("search in process");
results.search = { [plan.files]: await measureSearch(workshop, home, { repeats: plan.search }) };
say("search as a command");
results.commands = { [plan.files]: await measureCommands(workshop, home, { repeats: plan.commands }) };

for (const files of plan.smaller) {
  say(`search over ${files} files`);
  const small = makeCorpus(files, join(workFolder("corpus"), String(files)));
  const smallHome = workFolder("homes", `kebab-${files}`);
  ingestAnew(workshop, smallHome, small.folder);
  results.search[files] = await measureSearch(workshop, smallHome, { repeats: 3 });
  results.commands[files] = await measureCommands(workshop, smallHome, { repeats: 14 });
}
if (!flags["no-vectors"]) {
  const vectorPlan = flags.quick ? QUICK_VECTORS : FULL_VECTORS;
  results.vectors = await measureAllVectors(workshop, {
    plan: vectorPlan,
    parts: VECTOR_PARTS,
    hasLance: true,
    say,
  });
}
if (flags.sets !== undefined) {
  say("BEIR sets");
  results.sets = measureSets(workshop, workFolder("homes", "sets"), resolve(flags.sets));
}
results.seconds = Math.round((performance.now() - started) / 1000);

// A quick run is a test of the bench itself: its figures are not kept.
const folder = flags.quick ? WORK : join(ROOT, "bench", "results");
mkdirSync(folder, { recursive: true });
const file = join(folder, `${flags.quick ? "quick" : results.date.slice(0, 10)}.json`);
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
process.stdout.write(`${render(results)}\n\nwritten to ${file}\n`);
