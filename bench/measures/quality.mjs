// One BEIR set by every mode, with the difference between the fused list and the better of its two sides.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { round } from "../support/statistics.mjs";
import { createEnvironment, ELSEWHERE, workFolder } from "../support/workshop.mjs";

const DIGITS = 5;
const NO_VECTORS = "Cannot search by meaning";
/** By what they hold; the rest go by the languages that their own description names. */
const NOTES = ["anthropic-docs", "vespa-notes", "locomo-a"];

/** Kept, and not measured again while the build and the set stay as they are. */
export async function measureQuality(workshop, dataDir, { folder, fusions, fresh, say }) {
  const set = basename(folder);
  const key = { build: workshop.build, set: hashOfSet(folder), fusions };
  const kept = join(dataDir, "results", `${set}.json`);
  const earlier = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : null;
  if (!fresh && JSON.stringify(earlier?.key) === JSON.stringify(key)) {
    say(`${set}: measured before, by the same build`);
    return earlier.result;
  }
  const result = await evaluate(workshop, dataDir, { folder, fusions });
  mkdirSync(join(dataDir, "results"), { recursive: true });
  writeFileSync(kept, JSON.stringify({ key, result }));
  return result;
}

async function evaluate(workshop, dataDir, { folder, fusions }) {
  const set = basename(folder);
  const out = join(dataDir, `${set}.tsv`);
  const json =
    (await runEval(workshop, dataDir, { folder, out, fusions, modes: "all" })) ??
    // Every document is in a script the model does not know: there is no meaning side to measure.
    (await runEval(workshop, dataDir, { folder, out, fusions, modes: "lexical,hybrid" }));
  if (json === null) throw new Error(`${set} can be searched in no mode`);
  const runs = json.runs.map(({ mode, fusion, metrics, latency_ms }) => {
    const figures = Object.entries(metrics).map(([name, value]) => [name, round(value, DIGITS)]);
    return { mode, fusion, metrics: Object.fromEntries(figures), latency_ms };
  });
  const judged = await workshop.insides.readBeirSet(folder);
  const perQuery = readPerQuery(workshop.insides, judged, { out, runs: json.runs });
  return {
    set,
    group: groupOf(folder),
    documents: json.documents,
    queries: json.queries,
    runs,
    comparisons: compareFused(workshop.insides, perQuery),
  };
}

/** Null when the set has no vectors at all. */
async function runEval({ kebab }, dataDir, { folder, out, fusions, modes }) {
  const words = ["eval", "beir", folder, "--mode", modes, "--fusion", fusions, "--json", "--out", out];
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
 * nDCG@10 of every query in every run, from the ranks the command wrote down. The lines name the mode and not the
 * policy: a run ends where the queries begin again. The means must be those the command told, or we read it wrongly.
 */
function readPerQuery({ ndcgAt }, judged, { out, runs }) {
  const queries = judged.queries.filter(({ id }) =>
    [...(judged.qrels.get(id)?.values() ?? [])].some((grade) => grade > 0),
  );
  const places = new Map(queries.map(({ id }, place) => [id, place]));
  const blocks = { lexical: [], vector: [], hybrid: [] };
  const last = {};
  for (const line of readFileSync(out, "utf8").split("\n")) {
    if (line === "") continue;
    const [query, document, rank, , mode] = line.split("\t");
    const place = places.get(query);
    if (rank === "1") {
      if (last[mode] === undefined || place <= last[mode]) blocks[mode].push(new Map());
      last[mode] = place;
      blocks[mode].at(-1).set(query, []);
    }
    blocks[mode].at(-1).get(query).push(document);
  }
  return runs.map(({ mode, fusion, metrics }) => {
    const rankings = blocks[mode].shift() ?? new Map();
    const values = queries.map(({ id }) => ndcgAt(rankings.get(id) ?? [], judged.qrels.get(id), 10));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    if (Math.abs(mean - metrics["ndcg@10"]) > 1e-9) {
      throw new Error(
        `${judged.name}: ${out} gives another nDCG@10 for ${mode} ${fusion ?? ""} than was told`,
      );
    }
    return { mode, fusion, mean, values };
  });
}

function compareFused({ comparePaired }, perQuery) {
  const sides = perQuery.filter(({ mode }) => mode !== "hybrid");
  const better = sides.reduce((best, side) => (side.mean > best.mean ? side : best));
  return perQuery
    .filter(({ mode }) => mode === "hybrid")
    .map(({ fusion, values }) => {
      const { difference, low, high, wins, losses, ties } = comparePaired(better.values, values);
      const verdict = high < 0 ? "below" : low > 0 ? "above" : "same";
      const figures = { difference: round(difference), low: round(low), high: round(high) };
      return { fusion, against: better.mode, ...figures, wins, losses, ties, verdict };
    });
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
