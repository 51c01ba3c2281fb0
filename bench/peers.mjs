// kebab beside what a user would pick instead: one corpus, the same queries, all taking turns.
// Usage: npm run bench:peers -- [--quick] [--files N] [--sets adi,scifact | --no-quality]
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeCorpus } from "./make-corpus.mjs";
import { installAll } from "./peers/contestants.mjs";
import { measureKeyword } from "./peers/keyword.mjs";
import { toMeasure } from "./peers/measure.mjs";
import { drawPeers } from "./peers/picture.mjs";
import { measureQualityOf } from "./peers/quality.mjs";
import { renderPage, renderText } from "./peers/report.mjs";
import { tryPeers } from "./peers/trial.mjs";
import { measureGivenVectors } from "./peers/vectors.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { unpackSets } from "./support/sets-folder.mjs";
import { openWorkshop, ROOT, workFolder } from "./support/workshop.mjs";

const FULL = { files: 3000, rows: 10_000, ingest: 3, again: 3, cold: 2, everyQuery: 2, rounds: 5 };
const QUICK = { files: 1000, rows: 2000, ingest: 1, again: 2, cold: 1, everyQuery: 8, rounds: 2 };
/** English, Korean, and Korean questions to English notes; small enough for the run to end in a quarter of an hour. */
const SETS = ["adi", "cranfield", "scifact", "anthropic-docs", "pyfaq-ko", "obsidian-ko2en"];

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean" },
    files: { type: "string" },
    sets: { type: "string" },
    "no-quality": { type: "boolean" },
  },
});
const plan = {
  ...(flags.quick ? QUICK : FULL),
  ...(flags.files === undefined ? {} : { files: Number(flags.files) }),
};
const sets = flags.sets?.split(",") ?? (flags["no-quality"] || flags.quick ? [] : SETS);
const started = performance.now();
const say = (words) =>
  process.stderr.write(`[${((performance.now() - started) / 1000).toFixed(0)} s] ${words}\n`);

const results = {
  schema_version: "kebab_peers.v1",
  date: new Date().toISOString(),
  ...describeCommit(ROOT),
  machine: describeMachine(),
};
const workshop = await openWorkshop();
const installed = installAll({ say });
await tryPeers(workshop, { installed, say });
const { folder, ...corpus } = makeCorpus(plan.files, join(workFolder("corpus"), String(plan.files)));
Object.assign(results, { plan, corpus, installed });

results.groups = [
  {
    title: "Install",
    about: `What a production install puts on the disk, without Node itself. Most of kebab's is in ${describeLargest()}.`,
    measures: measureInstall(),
  },
  {
    title: `Keyword search, ${plan.files} files`,
    about:
      "Every figure but the search in a process that stays is of a whole process, its start included. Peers without a notion of an unchanged file rebuild wholly.",
    measures: await measureKeyword(workshop, { installed, corpus: { folder, ...corpus }, plan, say }),
  },
  {
    title: `Vectors, ${plan.rows} chunks`,
    about:
      "The same chunks of the same texts, with the same made vectors of 384 dimensions; queries' vectors are given, so that no model runs on either side. kebab also reads the texts of its hits.",
    measures: await measureGivenVectors(workshop, { installed, rows: plan.rows, plan, say }),
  },
];
let failure = null;
try {
  results.groups.push(...(await measureAllQuality()));
} catch (error) {
  // The speeds took minutes: they are told, though not kept where a whole run is.
  failure = error;
}
results.seconds = Math.round((performance.now() - started) / 1000);
write();
if (failure !== null) {
  say(`the quality could not be measured: ${failure.stack}`);
  process.exitCode = 1;
}

function describeLargest() {
  return installed.kebab.largest
    .map(({ name, bytes }) => `${name} (${(bytes / 1e6).toFixed(0)} MB)`)
    .join(", ");
}

function measureInstall() {
  const entries = Object.entries(installed);
  const lists = Object.fromEntries(
    entries.flatMap(([name, { bytes }]) => (bytes === null ? [] : [[name, [bytes]]])),
  );
  const reasons = Object.fromEntries(
    entries.flatMap(([name, { reason }]) => (reason === undefined ? [] : [[name, reason]])),
  );
  const row = { id: "install", unit: "bytes", reasons };
  const lean = { ...lists, kebab: [installed.kebab.bytes_without_optional] };
  return [
    toMeasure({ ...row, label: "installed", lists }),
    toMeasure({ ...row, label: "installed, kebab without its optional LanceDB", lists: lean }),
  ];
}

async function measureAllQuality() {
  if (sets.length === 0) return [];
  const inside = findSets();
  if (inside === null) return [];
  const groups = await measureQualityOf(workshop, { installed, folder: inside, sets, say });
  const about = {
    keyword: "Whole documents, each peer with its defaults.",
    vector: "kebab's chunks with the vectors its own index holds, and the same vectors of the queries.",
    hybrid: "The same chunks and vectors; each peer fuses by its own default.",
  };
  return Object.entries(groups).map(([mode, measures]) => ({
    ...{ title: `Quality, ${mode} search`, about: about[mode], isMean: true },
    measures,
  }));
}

/** They are not everywhere: the tables are then without them. */
function findSets() {
  try {
    const inside = unpackSets();
    const missing = sets.filter((name) => !existsSync(join(inside, name)));
    if (missing.length > 0) throw new Error(`${inside} has no ${missing.join(", ")}`);
    return inside;
  } catch (error) {
    say(`quality is left out: ${error.message}`);
    return null;
  }
}

/** A run with other sizes is a trial: what the repository keeps is of the whole one. */
function write() {
  const isWhole = Object.keys(flags).length === 0 && failure === null;
  const trial = workFolder("peers", "trial");
  const place = (...names) => (isWhole ? join(ROOT, ...names) : join(trial, names.at(-1)));
  const files = {
    [place("bench", "results", "peers.json")]: `${JSON.stringify(results, null, 2)}\n`,
    [place("docs", "peers.md")]: renderPage(results),
    [place("docs", "peers.svg")]: drawPeers(results),
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, content);
  }
  process.stdout.write(`${renderText(results)}\n\nwritten to ${Object.keys(files).join(", ")}\n`);
}
