// A hybrid search in a process of its own, one step after the other, each timed; in kebab some of them overlap.
// Usage: node search-steps.mjs INSIDES HOME QUERY
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";

const steps = { "node itself": performance.now() };
const [insidesFile, home, query] = process.argv.slice(2);

const insides = await timed("import kebab", () => import(pathToFileURL(insidesFile).href));
const { config } = await timed("read config", () =>
  insides.loadConfig({ cwd: tmpdir(), env: process.env, homeDir: home, platform: process.platform }),
);
const index = await timed("open index", async () =>
  insides.openIndex(config, insides.toDataPaths(config.storage.dataDir)),
);
await timed("import onnxruntime", () => import("onnxruntime-node"));
const { modelsDir, model: name, threads } = config.embeddings;
const model = insides.locateModel(insides.findModel(name), modelsDir);
const tokenizer = await timed("load tokenizer", () => insides.openTokenizer(model.folder));
const { weightsPath, weightsBytes, weightsSha256, pooling } = model;
const cache = { cacheDir: `${modelsDir}/.cache`, writesCache: false };
const session = await timed("load model", () =>
  insides.OnnxSession.open({ weightsPath, weightsBytes, weightsSha256, pooling, threads, ...cache }),
);
const windows = new insides.WindowMaker(tokenizer, model.maxTokens);
const vector = await timed("embed query", async () => {
  const { value: ids } = await windows.cut(model.queryPrefix, query).next();
  return Float32Array.from(await session.embed(ids));
});
const embedder = await insides.openEmbedder(config.embeddings);
const table = await index.ledger.find(insides.toVectorKey(embedder, config));
const searchVectors = async () => {
  const store = await index.vectorStore();
  return store.search(table, vector, { limit: 50, filter: {} });
};
await timed("search vectors, codes loaded", searchVectors);
await timed("search vectors again", searchVectors);
await timed("search words", () =>
  index.lexicalIndex.search(insides.parseQuery(query), { limit: 50, filter: {} }),
);
await session[Symbol.asyncDispose]();
await index[Symbol.asyncDispose]();
process.stdout.write(`${JSON.stringify(steps)}\n`);

async function timed(step, work) {
  const started = performance.now();
  const result = await work();
  steps[step] = performance.now() - started;
  return result;
}
