// One BEIR set by every mode and policy: means with intervals, and each fused list against the better of its sides.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { round } from "../support/statistics.mjs";
import { createEnvironment, ELSEWHERE, workFolder } from "../support/workshop.mjs";

const DIGITS = 5;
/** Of what is kept here. Another form is measured anew. */
const FORM = 2;
const NO_VECTORS = "Cannot search by meaning";
/** The policies are judged by these two; the others stand beside figures that somebody else published. */
const JUDGED = ["ndcg@10", "recall@100"];
const METRICS = [...JUDGED, "hit@1", "mrr@3", "map"];
/** By what they hold; the rest go by the languages that their own description names. */
const NOTES = ["anthropic-docs", "vespa-notes", "locomo-a"];

/** Kept, and not measured again while the build and the set stay as they are. */
export async function measureQuality(workshop, dataDir, { folder, policy, fresh, say }) {
  const set = basename(folder);
  const key = { form: FORM, build: workshop.build, set: hashOfSet(folder), policy };
  const kept = join(dataDir, "results", `${set}.json`);
  const earlier = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : null;
  if (!fresh && JSON.stringify(earlier?.key) === JSON.stringify(key)) {
    say(`${set}: measured before, by the same build`);
    return earlier.result;
  }
  const started = performance.now();
  const measured = await evaluate(workshop, dataDir, { folder, policy });
  const result = { ...measured, seconds: Math.round((performance.now() - started) / 1000) };
  mkdirSync(join(dataDir, "results"), { recursive: true });
  writeFileSync(kept, JSON.stringify({ key, result }));
  return result;
}

async function evaluate(workshop, dataDir, { folder, policy }) {
  const set = basename(folder);
  const json =
    (await runEval(workshop, dataDir, { folder, modes: "all" })) ??
    // Every document is in a script the model does not know: there is no meaning side to measure.
    (await runEval(workshop, dataDir, { folder, modes: "lexical,hybrid" }));
  if (json === null) throw new Error(`${set} can be searched in no mode`);
  const stored = join(dataDir, "runs", json.run_id);
  const { versions } = JSON.parse(readFileSync(join(stored, "run.json"), "utf8"));
  const variants = await readVariants(stored, json);
  // Rankings and questions of one run take up to 100 MB, and what is wanted of them has been read.
  rmSync(stored, { recursive: true });
  return {
    set,
    group: groupOf(folder),
    documents: json.documents,
    queries: json.queries,
    versions,
    runs: variants.map((variant) => summarise(workshop.insides, variant)),
    comparisons: JUDGED.flatMap((metric) => compareWithSides(workshop.insides, variants, metric)),
    policies: JUDGED.flatMap((metric) => compareWithPolicy(workshop.insides, variants, { metric, policy })),
    baselines: readBaselines(folder),
  };
}

/** Null when the set has no vectors at all. */
async function runEval({ kebab }, dataDir, { folder, modes }) {
  const words = ["eval", "beir", folder, "--mode", modes, "--fusion", "all", "--json"];
  const { status, stdout, stderr } = await spawnEval([kebab, "--data-dir", dataDir, ...words]);
  if (status === 0) return JSON.parse(stdout);
  if (modes === "all" && stderr.includes(NO_VECTORS)) return null;
  throw new Error(`kebab eval beir ${folder} failed with ${status}: ${stderr}`);
}

/** What it tells people is passed on as it comes: embedding a set takes minutes. */
async function spawnEval(words) {
  const env = createEnvironment(workFolder("homes", "quality"));
  const child = spawn(process.execPath, words, { env, cwd: ELSEWHERE, stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.on("data", (bytes) => process.stderr.write(bytes));
  const [[status], stdout, stderr] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, stdout, stderr };
}

/**
 * Every metric of every query, by variant, from what the command keeps of a run. The means must be those that the
 * command told, or we read it wrongly.
 */
async function readVariants(stored, { runs, queries }) {
  const variants = new Map(
    runs.map((run) => [
      nameOf(run),
      { ...run, values: Object.fromEntries(METRICS.map((name) => [name, []])) },
    ]),
  );
  const lines = createInterface({ input: createReadStream(join(stored, "queries.jsonl")) });
  for await (const line of lines) {
    const record = JSON.parse(line);
    const { values } = variants.get(nameOf(record));
    const all = { ...record.metrics, "mrr@3": toMrr3(record.metrics) };
    for (const name of METRICS) values[name].push(all[name]);
  }
  for (const { values, metrics, ...run } of variants.values()) {
    const isWhole = values["ndcg@10"].length === queries;
    if (!isWhole || Math.abs(meanOf(values["ndcg@10"]) - metrics["ndcg@10"]) > 1e-9) {
      throw new Error(`${stored}: the queries give another nDCG@10 for ${nameOf(run)} than was told`);
    }
  }
  return [...variants.values()];
}

function nameOf({ mode, fusion }) {
  return fusion === null ? mode : `${mode}/${fusion}`;
}

/** Reciprocal ranks are 1, 1/2, 1/3, …: those of the first three are the ones of a third and more. */
function toMrr3(metrics) {
  return metrics["mrr@10"] > 0.33 ? metrics["mrr@10"] : 0;
}

/** A mean's interval is that of its difference from nothing. */
function summarise({ comparePaired }, { mode, fusion, values, latency_ms }) {
  const figures = METRICS.map((name) => {
    const { low, high } = comparePaired(
      values[name].map(() => 0),
      values[name],
    );
    return [name, { mean: round(meanOf(values[name]), DIGITS), low: round(low), high: round(high) }];
  });
  return { mode, fusion, figures: Object.fromEntries(figures), latency_ms };
}

function compareWithSides(insides, variants, metric) {
  const sides = variants.filter(({ mode }) => mode !== "hybrid");
  const mean = ({ values }) => meanOf(values[metric]);
  const better = sides.reduce((best, side) => (mean(side) > mean(best) ? side : best));
  return variants
    .filter(({ mode }) => mode === "hybrid")
    .map(({ fusion, values }) => ({
      ...{ fusion, metric, against: better.mode },
      ...compare(insides, better.values[metric], values[metric]),
    }));
}

function compareWithPolicy(insides, variants, { metric, policy }) {
  const fused = variants.filter(({ mode }) => mode === "hybrid");
  const usual = fused.find(({ fusion }) => fusion === policy);
  return fused
    .filter((variant) => variant !== usual)
    .map(({ fusion, values }) => ({
      ...{ fusion, metric, against: policy },
      ...compare(insides, usual.values[metric], values[metric]),
    }));
}

function compare({ comparePaired }, baseline, candidate) {
  const { difference, low, high, wins, losses, ties, significant } = comparePaired(baseline, candidate);
  const verdict = !significant ? "same" : difference < 0 ? "below" : "above";
  return { difference: round(difference), low: round(low), high: round(high), wins, losses, ties, verdict };
}

/** What the maker of the set measured on it with plain keyword search. */
function readBaselines(folder) {
  const file = join(folder, "baseline.json");
  if (!existsSync(file)) return [];
  return Object.entries(JSON.parse(readFileSync(file, "utf8"))).map(([system, metrics]) => ({
    system,
    "ndcg@10": round(metrics["ndcg@10"]),
    "recall@100": round(metrics["recall@100"]),
  }));
}

function groupOf(folder) {
  const set = basename(folder);
  if (NOTES.includes(set)) return "notes";
  const description = join(folder, "meta.json");
  const language = existsSync(description) ? JSON.parse(readFileSync(description, "utf8")).language : "";
  if (/^(en->ko|ko->en)$/.test(language)) return "across languages";
  if (/->/.test(language)) return "code";
  return { en: "English", ko: "Korean" }[language] ?? "other";
}

function hashOfSet(folder) {
  const hash = createHash("sha256");
  for (const name of ["corpus.jsonl", "queries.jsonl", "qrels.tsv", "qrels/test.tsv"]) {
    const file = join(folder, name);
    if (existsSync(file)) hash.update(name).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}

function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
