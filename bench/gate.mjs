// How well the gate of `kebab ask` tells questions that a base can answer from those it cannot. The truth is known by
// construction: a set's own questions are answerable, those of every other set of the same language are not.
// Usage: npm run bench:gate -- [FOLDER] [--only adi,scifact]
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureGate } from "./measures/gate.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { unpackSets } from "./support/sets-folder.mjs";
import { toTable } from "./support/table.mjs";
import { openWorkshop, ROOT, WORK, workFolder } from "./support/workshop.mjs";

/** One language each, asked and answered; sets that share their documents with one of these are left out. */
const LANGUAGES = {
  en: [
    ...["scifact", "cranfield", "cisi", "adi", "cacm", "dbpedia-5k", "msmarco-en-a"],
    ...["cosqa-dev", "codedoc-a", "conala", "anthropic-docs", "vespa-notes", "locomo-a"],
  ],
  ko: ["korquad1-dev", "welfare-ko", "msmarco-ko-a", "pyfaq-ko"],
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
const present = new Set(readdirSync(folder).filter((name) => existsSync(join(folder, name, "corpus.jsonl"))));
const only = flags.only?.split(",") ?? null;
const workshop = await openWorkshop();
const results = {
  schema_version: "kebab_gate.v1",
  date: new Date().toISOString(),
  ...describeCommit(ROOT),
  machine: describeMachine(),
  sets: [],
};
for (const [language, names] of Object.entries(LANGUAGES)) {
  const family = names.filter((name) => present.has(name));
  for (const name of family.filter((each) => only === null || only.includes(each))) {
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
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = header.map((_, column) => (column < 2 ? "---" : "---:"));
  const { date, commit, changed } = results;
  return [
    "# The gate of `kebab ask`",
    "",
    `${date.slice(0, 10)}, commit ${commit}${changed ? " with changes" : ""}, threshold ${results.sets[0]?.threshold}. ` +
      "Answerable: a set's own questions. Not: those of the other sets of the language; some of these are near enough " +
      "to be answered after all, so the last column cannot reach 100 %.",
    "",
    ...[line(header), line(rule), ...rows.map(line)],
    "",
  ].join("\n");
}
