// Retrieval quality over a folder of BEIR sets: keyword search, meaning search, and both fused by each policy.
// Usage: npm run bench:quality -- [FOLDER] [--only adi,scifact] [--fresh]
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureQuality } from "./measures/quality.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { SETS } from "./support/published.mjs";
import { renderDocument, renderQuality } from "./support/quality-report.mjs";
import { comparePublished, summariseGroups } from "./support/quality-summary.mjs";
import { listSets, unpackSets } from "./support/sets-folder.mjs";
import { ELSEWHERE, openWorkshop, ROOT, WORK, workFolder } from "./support/workshop.mjs";

const { values: flags, positionals } = parseArgs({
  options: { only: { type: "string" }, fresh: { type: "boolean", default: false } },
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
  schema_version: "kebab_quality.v2",
  date: new Date().toISOString(),
  ...describeCommit(ROOT),
  machine: describeMachine(),
};
const workshop = await openWorkshop();
results.build = workshop.build;
results.policy = await readPolicy(workshop.insides);
results.sets = [];
for (const [position, name] of wanted.entries()) {
  say(`${name}, ${position + 1} of ${wanted.length}`);
  const options = { folder: join(folder, name), policy: results.policy, fresh: flags.fresh, say };
  results.sets.push(await measureQuality(workshop, workFolder("quality"), options));
}
results.groups = summariseGroups(results.sets);
results.published = comparePublished(results.sets, results.policy);

// Some of the sets, or others, are a trial: what the repository keeps is of all of ours.
const isWhole = Object.keys(SETS).every((name) => wanted.includes(name));
const figures = join(isWhole ? join(ROOT, "bench", "results") : WORK, "quality.json");
const document = join(isWhole ? join(ROOT, "docs") : WORK, "quality.md");
for (const [file, content] of [
  [figures, `${JSON.stringify(results, null, 1)}\n`],
  [document, renderDocument(results)],
]) {
  mkdirSync(resolve(file, ".."), { recursive: true });
  writeFileSync(file, content);
}
process.stdout.write(`${renderQuality(results)}\n\nwritten to ${figures} and ${document}\n`);

/** What kebab does where nobody chose a policy. */
async function readPolicy({ loadConfig }) {
  const surroundings = { cwd: ELSEWHERE, env: {}, homeDir: ELSEWHERE, platform: process.platform };
  const { config } = await loadConfig({ ...surroundings, dataDir: workFolder("quality") });
  return config.search.hybridFusion;
}
