// How well the gate of `kebab ask` tells questions that a base can answer from those it cannot. The truth is known by
// construction: a set's own questions are answerable, those of other sets in the same language are not.
// Usage: npm run bench:gate -- [FOLDER] [--only adi,scifact]
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureGate } from "./measures/gate.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { toMarkdownTable } from "./support/markdown.mjs";
import { listSets, unpackSets } from "./support/sets-folder.mjs";
import { toTable } from "./support/table.mjs";
import { openWorkshop, ROOT, WORK, workFolder } from "./support/workshop.mjs";

/**
 * Bases by the language they are asked in and the one they are written in. Those of a family ask each other; `askers`
 * only ask. Sets that share their documents with one of a family are left out, and so are askers that share its
 * questions: pyfaq-ko asks what pyfaq-ko2en asks.
 */
const FAMILIES = {
  en: {
    bases: [
      ...["scifact", "cranfield", "cisi", "adi", "cacm", "dbpedia-5k", "msmarco-en-a"],
      ...["cosqa-dev", "codedoc-a", "conala", "anthropic-docs", "vespa-notes", "locomo-a"],
    ],
    askers: [],
  },
  ko: { bases: ["korquad1-dev", "welfare-ko", "msmarco-ko-a", "pyfaq-ko"], askers: [] },
  "ko → en": {
    bases: [
      ...["obsidian-ko2en", "pyfaq-ko2en", "tatoeba-ko2en", "k8s-ko2en", "tldr-ko2en"],
      "msmarco-ko2en-a",
    ],
    askers: ["korquad1-dev", "welfare-ko"],
  },
  "en → ko": {
    bases: ["obsidian-en2ko", "tatoeba-en2ko", "k8s-en2ko", "msmarco-en2ko-a"],
    askers: ["scifact", "cranfield", "cosqa-dev", "locomo-a"],
  },
};
/** At most so many of a set's own questions, and so many in all of the others'. */
const QUESTIONS = { own: 200, other: 300 };

const { values: flags, positionals } = parseArgs({
  options: { only: { type: "string" } },
  allowPositionals: true,
});
const started = performance.now();
const say = (text) =>
  process.stderr.write(`[${((performance.now() - started) / 1000).toFixed(0)} s] ${text}\n`);

const folder = positionals[0] === undefined ? unpackSets() : resolve(positionals[0]);
const present = new Set(listSets(folder));
const only = flags.only?.split(",") ?? null;
const workshop = await openWorkshop();
const results = {
  schema_version: "kebab_gate.v1",
  date: new Date().toISOString(),
  ...describeCommit(ROOT),
  machine: describeMachine(),
  sets: [],
};
for (const [language, { bases, askers }] of Object.entries(FAMILIES)) {
  const family = [...bases, ...askers].filter((name) => present.has(name));
  const asked = bases.filter((name) => present.has(name));
  for (const name of asked.filter((each) => only === null || only.includes(each))) {
    say(name);
    const options = { folder, name, family, questions: QUESTIONS, dataDir: workFolder("quality"), say };
    results.sets.push({ language, ...(await measureGate(workshop, options)) });
  }
}

const header = ["set", "language", "answerable", "not", "AUROC", "refused answerable", "refused the others"];
const percent = (value) => `${(value * 100).toFixed(1)} %`;
const rows = results.sets.map((set) => [
  ...[set.set, set.language, String(set.answerable), String(set.unanswerable), set.auroc.toFixed(3)],
  ...[percent(set.refused_answerable), percent(set.refused_unanswerable)],
]);
const target = only === null ? join(ROOT, "bench", "results") : WORK;
mkdirSync(target, { recursive: true });
writeFileSync(join(target, "gate.json"), `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(join(target, "gate.md"), renderMarkdown());
process.stdout.write(
  `${toTable([header, ...rows])}\n\nwritten to ${join(target, "gate.json")} and gate.md\n`,
);

function renderMarkdown() {
  const { date, commit, changed } = results;
  return [
    "# The gate of `kebab ask`",
    `${date.slice(0, 10)}, commit ${commit}${changed ? " with changes" : ""}, threshold ${results.sets[0]?.threshold}. ` +
      "Answerable: a set's own questions. Not: those of other sets in the same language; some of these are near enough " +
      'to be answered after all, so the last column cannot reach 100 %. "ko → en": asked in Korean, written in English.',
    `${toMarkdownTable([header, ...rows], 2)}\n`,
  ].join("\n\n");
}
