// `embedPending` over the real store, with a model that takes its vectors from a file: what storing them costs.
// Usage: node store-vectors.mjs INSIDES HOME VECTORS
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { openVectors } from "../support/growth-vectors.mjs";

const [insidesFile, home, file] = process.argv.slice(2);
const insides = await import(pathToFileURL(insidesFile).href);
const surroundings = { cwd: tmpdir(), env: process.env, homeDir: home, platform: process.platform };
const { config } = await insides.loadConfig(surroundings);
const paths = insides.toDataPaths(config.storage.dataDir);
const real = await insides.openEmbedder(config.embeddings);
const key = insides.toVectorKey(real, config);
const vectors = openVectors(file);
let madeMs = 0;
const embedder = {
  modelId: real.modelId,
  version: real.version,
  covers: (text, use) => real.covers(text, use),
  embedDocuments: async (texts) => {
    const started = performance.now();
    const taken = [...vectors.take(texts.length)];
    madeMs += performance.now() - started;
    return { vectors: taken, split: 0 };
  },
};

const open = await insides.openWriter(config, paths, "bench");
const started = performance.now();
await open.ledger.enrol(key);
const store = await open.vectorStore();
const { ledger } = open;
const { batchSize } = config.embeddings;
const report = await insides.embedPending({ embedder, store, ledger, key, batchSize });
await open[Symbol.asyncDispose]();
const storeMs = performance.now() - started - madeMs;
await real[Symbol.asyncDispose]();
vectors.close();
process.stdout.write(`${JSON.stringify({ rows: report.embedded, uncovered: report.uncovered, storeMs })}\n`);
