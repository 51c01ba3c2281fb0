// The first vector search of a process, which loads the codes, the second, and the memory they take.
// Usage: node first-vector-search.mjs INSIDES HOME
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";

const [insidesFile, home] = process.argv.slice(2);
const insides = await import(pathToFileURL(insidesFile).href);
const surroundings = { cwd: tmpdir(), env: process.env, homeDir: home, platform: process.platform };
const { config } = await insides.loadConfig(surroundings);
const embedder = await insides.openEmbedder(config.embeddings);
const index = insides.openIndex(config, insides.toDataPaths(config.storage.dataDir));
const table = await index.ledger.find(insides.toVectorKey(embedder, config));
const query = new Float32Array(table.dimension).map((_, at) => Math.sin(at + 1));

const before = process.memoryUsage.rss();
const firstMs = await searchTimed();
const after = process.memoryUsage.rss();
const secondMs = await searchTimed();
await index[Symbol.asyncDispose]();
const told = { firstMs, secondMs, memoryBytes: after - before, rssBytes: after };
process.stdout.write(`${JSON.stringify(told)}\n`);

async function searchTimed() {
  const started = performance.now();
  const store = await index.vectorStore();
  await store.search(table, query, { limit: 10, filter: {} });
  return performance.now() - started;
}
