// Everything about vectors, for `npm run bench` and `npm run bench:vectors` alike.
import { loadavg } from "node:os";
import { join } from "node:path";
import { makeCorpus } from "../make-corpus.mjs";
import { makeVectors, takeVectors } from "../support/made-vectors.mjs";
import { makeVectorIndex } from "../support/vector-index.mjs";
import { workFolder } from "../support/workshop.mjs";
import { measureBridge } from "./bridge.mjs";
import { measureEmbedding } from "./embedding.mjs";
import { measureHybrid, measureVectorCommands } from "./hybrid.mjs";
import { measureVectorSearch } from "./vector-search.mjs";

export const VECTOR_PARTS = ["embedding", "bridge", "search", "hybrid", "commands"];
export const FULL_VECTORS = {
  rows: 100_000,
  files: 60,
  embed: 2,
  passages: 5000,
  bridge: 5,
  queries: 20,
  search: 3,
  hybrid: 3,
  every: 1,
  commands: 11,
};
export const QUICK_VECTORS = {
  rows: 5000,
  files: 8,
  embed: 1,
  passages: 1000,
  bridge: 1,
  queries: 5,
  search: 1,
  hybrid: 1,
  every: 10,
  commands: 3,
};

export async function measureAllVectors(workshop, { plan, parts, hasLance, vectorFiles = [], say }) {
  const results = { rows: plan.rows, load: { before: readLoad() } };
  if (parts.includes("embedding")) {
    say("embedding");
    const corpus = makeCorpus(plan.files, join(workFolder("corpus"), String(plan.files)));
    results.embedding = await measureEmbedding(workshop, { corpus, repeats: plan.embed });
  }
  if (parts.includes("bridge")) {
    say("bridge");
    results.bridge = await measureBridge(workshop, { passages: plan.passages, repeats: plan.bridge });
  }
  if (parts.some((part) => part !== "embedding" && part !== "bridge")) {
    say(`index of ${plan.rows} vectors`);
    const vectors =
      vectorFiles.length === 0
        ? makeVectors(plan.rows, plan.queries)
        : takeVectors(vectorFiles, plan.rows, plan.queries);
    const index = await makeVectorIndex(workshop, vectors);
    if (parts.includes("search")) {
      say("vector search");
      const options = { vectors, repeats: plan.search, coldRepeats: 3, hasLance };
      results.search = await measureVectorSearch(workshop, index, options);
    }
    if (parts.includes("hybrid")) {
      say("hybrid search in process");
      results.hybrid = await measureHybrid(workshop, index, { repeats: plan.hybrid, every: plan.every });
    }
    if (parts.includes("commands")) {
      say("vector and hybrid search as commands");
      const options = { repeats: plan.commands, stepRepeats: Math.min(5, plan.commands) };
      results.commands = measureVectorCommands(workshop, index, options);
    }
  }
  results.load.after = readLoad();
  return results;
}

function readLoad() {
  return loadavg().map((load) => Math.round(load * 100) / 100);
}
