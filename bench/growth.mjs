// Growth curves: what ingest, vectors and search cost from 1,000 to 500,000 chunks, beside what bounds each.
// Usage: npm run bench:growth -- [--quick] [--sizes 1000,10000] [--fresh]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  makeChunkCorpus,
  measureAgain,
  measureColdSearch,
  measureGrowthEmbedding,
  measureMaking,
  measureWarmSearch,
  readLoad,
  SPARE,
} from "./measures/growth.mjs";
import { drawGrowth } from "./support/growth-plot.mjs";
import { renderGrowth } from "./support/growth-report.mjs";
import { fitSeries } from "./support/growth-series.mjs";
import { makeVectorsFile } from "./support/growth-vectors.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { openWorkshop, ROOT, WORK } from "./support/workshop.mjs";

const FULL_SIZES = [1000, 3000, 10_000, 30_000, 100_000, 500_000];
const QUICK_SIZES = [1000, 3000, 10_000];

const { values: flags } = parseArgs({
  options: { quick: { type: "boolean" }, sizes: { type: "string" }, fresh: { type: "boolean" } },
});
const sizes = flags.sizes?.split(",").map(Number) ?? (flags.quick === true ? QUICK_SIZES : FULL_SIZES);
const unfit = sizes.find((size) => !(size >= 100));
if (unfit !== undefined) throw new Error(`Cannot measure ${unfit} chunks: sizes are numbers from 100 on`);
// Other sizes than the page is for: a trial, and not kept.
const isKept = sizes.join() === FULL_SIZES.join();

const started = performance.now();
const say = (text) =>
  process.stderr.write(`[${((performance.now() - started) / 1000).toFixed(0)} s] ${text}\n`);

const results = {
  schema_version: "kebab_growth.v1",
  date: new Date().toISOString(),
  quick: !isKept,
  ...describeCommit(ROOT),
  machine: describeMachine(),
};
const workshop = await openWorkshop();
say("texts and made-up vectors");
for (const chunks of sizes) makeChunkCorpus(chunks);
const vectorsFile = makeVectorsFile(Math.ceil(Math.max(...sizes) * SPARE));
say("embedding");
results.embedding = measureGrowthEmbedding(workshop, { chunks: sizes[0], passages: isKept ? 80 : 24 });
results.sizes = sizes.map(measureSize);
results.fits = fitSeries(results);
results.load_after = readLoad();
results.seconds = Math.round((performance.now() - started) / 1000);
write();

function measureSize(chunks) {
  say(`${chunks} chunks: first ingest, vectors stored`);
  // Each of the large ones takes minutes, and has its own slices of a busy machine in it.
  const repeats = !isKept || chunks > 30_000 ? 1 : chunks > 3000 ? 2 : 3;
  const made = measureMaking(workshop, { chunks, repeats, vectorsFile, isFresh: flags.fresh === true });
  say(`${chunks} chunks: ${made.kept ? `kept from ${made.at}; ` : ""}ingest of nothing new`);
  const again = measureAgain(workshop, { chunks, repeats: isKept ? 7 : 3 });
  say(`${chunks} chunks: searches in one process`);
  const warm = measureWarmSearch(workshop, { chunks, rounds: isKept ? 2 : 1 });
  say(`${chunks} chunks: searches as commands`);
  const cold = measureColdSearch(workshop, { chunks, repeats: isKept ? 7 : 3 });
  return { wanted: chunks, ...made, again, warm, cold };
}

function write() {
  const json = isKept ? join(ROOT, "bench", "results", "growth.json") : join(WORK, "growth", "trial.json");
  const page = isKept ? join(ROOT, "docs", "performance.md") : join(WORK, "growth", "performance.md");
  const picture = page.replace(/md$/, "svg");
  mkdirSync(join(json, ".."), { recursive: true });
  const text = renderGrowth(results);
  writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(page, text);
  writeFileSync(picture, drawGrowth(results));
  process.stdout.write(`${text}\nwritten to ${json}, ${page} and ${picture}\n`);
}
