// Warm searches in one process: what they take, what the process holds, and the least they could take.
// Usage: node growth-search.mjs LIBRARY INSIDES HOME ROUNDS
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { createQueries } from "../corpus/queries.mjs";
import { bareSql } from "../measures/search.mjs";
import { clocked } from "../support/command.mjs";
import { createReadLoop } from "../support/growth-bandwidth.mjs";
import { DIMENSION, makeVectors } from "../support/made-vectors.mjs";
import { median, round, summarise } from "../support/statistics.mjs";

const TOP = 10;
const MADE_QUERIES = 50;
/** What the scan reads of each vector: a byte a component, a scale and an error. */
const CODE_BYTES = DIMENSION + 8;
const MAPPING = 0x7fff0000;

const [libraryFile, insidesFile, home, rounds] = process.argv.slice(2);
const memory = { node: readMemory() };
const { openKebab } = await import(pathToFileURL(libraryFile).href);
const kebab = await openKebab({ cwd: tmpdir(), env: process.env });
// All of them in each pass: the engine keeps the vectors of the last 128 questions, and would not make them again.
const queries = createQueries();
const texts = queries.map(({ text }) => text);
const search = (mode) => (text) => kebab.search(text, { mode, top: TOP });
const modes = { lexical: search("lexical"), vector: search("vector"), hybrid: search("hybrid") };
// Also warms caches and compilers; the yardsticks come after it and are not in what the process holds.
for (const [mode, run] of Object.entries(modes)) {
  for (const text of texts) await run(text);
  memory[mode] = readMemory();
}

const insides = await import(pathToFileURL(insidesFile).href);
const surroundings = { cwd: tmpdir(), env: process.env, homeDir: home, platform: process.platform };
const { config } = await insides.loadConfig(surroundings);
const embedder = await insides.openEmbedder(config.embeddings);
const index = insides.openIndex(config, insides.toDataPaths(config.storage.dataDir));
const table = await index.ledger.find(insides.toVectorKey(embedder, config));
const store = await index.vectorStore();
const { committed } = await index.ledger.counts(insides.toVectorKey(embedder, config));
const codeBytes = committed * CODE_BYTES;
const readCodes = await createReadLoop(codeBytes);
const bare = openBare();
const madeQueries = makeVectors(0, MADE_QUERIES).queries;

const passes = [
  { items: texts, sides: { lexical: modes.lexical, bare: async (text) => bare.search(text) } },
  { items: texts, sides: { vector: modes.vector } },
  { items: texts, sides: { hybrid: modes.hybrid } },
  { items: texts, sides: { embed: (text) => embedder.embedQuery(text) } },
  {
    items: madeQueries,
    sides: {
      scan: (query) => store.search(table, query, { limit: TOP, filter: {} }),
      read: async () => readCodes(),
    },
  },
];
const spent = {};
// kebab is warm by now; its yardsticks are not.
for (const { items, sides } of passes) {
  for (const [name, run] of Object.entries(sides)) {
    if (modes[name] === undefined) for (const item of items) await run(item);
  }
}
for (let turn = 0; turn < Number(rounds); turn++) {
  for (let step = 0; step < passes.length; step++) await runPass(passes[(step + turn) % passes.length], turn);
}
bare.close();
await index[Symbol.asyncDispose]();
await embedder[Symbol.asyncDispose]();
await kebab[Symbol.asyncDispose]();

const perQuery = toMedians("wallMs");
const perQueryCpu = toMedians("cpuMs");
const beside = perQuery.hybrid.map((ms, query) => ms - perQuery.embed[query]);
const told = {
  rounds: Number(rounds),
  vectors: committed,
  code_bytes: codeBytes,
  wall_ms: toSummaries(perQuery),
  cpu_ms: toSummaries(perQueryCpu),
  hybrid_beside_embedding_ms: summarise(beside),
  p50_ms_by_class: Object.fromEntries([...new Set(queries.map(({ kind }) => kind))].map(toClass)),
  read_gb_per_second: round(codeBytes / Math.min(...perQuery.read) / 1e6),
  ratios: {
    lexical: round(median(perQuery.lexical) / median(perQuery.bare)),
    scan: round(median(perQuery.scan) / median(perQuery.read)),
  },
  memory_mb: memory,
};
process.stdout.write(`${JSON.stringify(told)}\n`);

/** By side, one figure a query. */
function toMedians(clock) {
  const toFigure = (runs) => median(runs.map((run) => run[clock]));
  return Object.fromEntries(Object.entries(spent).map(([name, lists]) => [name, lists.map(toFigure)]));
}

function toSummaries(lists) {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, summarise(list)]));
}

function toClass(kind) {
  const p50 = (name) => round(median(perQuery[name].filter((_, query) => queries[query].kind === kind)));
  return [
    kind,
    Object.fromEntries(["lexical", "bare", "vector", "hybrid", "embed"].map((name) => [name, p50(name)])),
  ];
}

/** Those of one pass take turns query by query, each time beginning with another. */
async function runPass({ items, sides }, turn) {
  const names = Object.keys(sides);
  for (const name of names) spent[name] ??= items.map(() => []);
  for (const [position, item] of items.entries()) {
    for (let step = 0; step < names.length; step++) {
      const name = names[(turn + position + step) % names.length];
      spent[name][position].push(await clocked(() => sides[name](item)));
    }
  }
}

/** With the cache and the mapping of kebab's own connections. */
function openBare() {
  const connection = new DatabaseSync(insides.toDataPaths(config.storage.dataDir).database, {
    readOnly: true,
  });
  connection.exec(`pragma cache_size = -65536; pragma temp_store = memory; pragma mmap_size = ${MAPPING}`);
  const statement = connection.prepare(bareSql(config));
  const matches = new Map(texts.map((text) => [text, insides.toMatchExpression(insides.parseQuery(text))]));
  return { search: (text) => statement.all(matches.get(text)), close: () => connection.close() };
}

/** What is ours alone, and what of the index's file is mapped: the system may take the second back. */
function readMemory() {
  if (process.platform !== "linux")
    return { own: null, mapped: null, resident: round(process.memoryUsage.rss() / 1e6) };
  const status = readFileSync("/proc/self/status", "utf8");
  const of = (name) =>
    round((Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) * 1024) / 1e6);
  return { own: of("RssAnon"), mapped: of("RssFile"), resident: of("VmRSS") };
}
