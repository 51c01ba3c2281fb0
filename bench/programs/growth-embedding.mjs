// Passages through the default model, beside bare multiplications of matrices: the two take turns.
// Usage: node growth-embedding.mjs INSIDES HOME PASSAGES
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { clocked } from "../support/command.mjs";
import { MULTIPLICATION_OPERATIONS, openMultiplication } from "../support/growth-matmul.mjs";
import { median, round, sum } from "../support/statistics.mjs";

const AT_ONCE = 4;
const MULTIPLICATIONS = 40;

const [insidesFile, home, count] = process.argv.slice(2);
const insides = await import(pathToFileURL(insidesFile).href);
const surroundings = { cwd: tmpdir(), env: process.env, homeDir: home, platform: process.platform };
const { config } = await insides.loadConfig(surroundings);
const embedder = await insides.openEmbedder(config.embeddings);
const model = insides.locateModel(insides.findModel(config.embeddings.model), config.embeddings.modelsDir);
const passages = readPassages(Number(count));
// A passage with Hangul is read over the bridge, and by the model only where it holds many Latin words.
const [hangul, own] = [true, false].map((wanted) =>
  passages.filter((text) => ((embedder.bridgedLanguage?.(text) ?? null) !== null) === wanted),
);
const operationsOf = await createCounter();
const multiplication = await openMultiplication();
// Opens the session and the bridge, and leaves the optimised copy of the model behind.
await embedder.embedDocuments([...own.slice(0, AT_ONCE), ...hangul.slice(0, AT_ONCE)]);

const slices = [];
for (let at = 0; at < own.length; at += AT_ONCE) {
  const texts = own.slice(at, at + AT_ONCE);
  const model = await clocked(() => embedder.embedDocuments(texts));
  const bare = await clocked(async () => {
    for (let turn = 0; turn < MULTIPLICATIONS; turn++) await multiplication.run();
  });
  const counts = await Promise.all(texts.map(operationsOf));
  slices.push({ texts: texts.length, model, bare, operations: sum(counts) });
}
const overBridge = await clocked(() => embedder.embedDocuments(hangul));
await multiplication.close();
await embedder[Symbol.asyncDispose]();

const modelRates = slices.map(({ operations, model }) => operations / model.wallMs / 1e6);
const bareRates = slices.map(({ bare }) => (MULTIPLICATION_OPERATIONS * MULTIPLICATIONS) / bare.wallMs / 1e6);
const ownMs = sum(slices.map(({ model }) => model.wallMs));
const told = {
  passages: { all: passages.length, model: own.length, hangul: hangul.length },
  per_second: {
    all: round((1000 * passages.length) / (ownMs + overBridge.wallMs)),
    model: round((1000 * own.length) / ownMs),
    hangul: hangul.length === 0 ? null : round((1000 * hangul.length) / overBridge.wallMs),
  },
  gops: { model: round(median(modelRates)), limit: round(median(bareRates)) },
  gops_best: { model: round(Math.max(...modelRates)), limit: round(Math.max(...bareRates)) },
  // Turn by turn, so that a busy second of the machine falls on one ratio among many.
  ratio: round(median(modelRates.map((rate, slice) => rate / bareRates[slice]))),
};
process.stdout.write(`${JSON.stringify(told)}\n`);

/** Of the whole index, as far apart as their number allows. */
function readPassages(wanted) {
  const database = new insides.Database(insides.toDataPaths(config.storage.dataDir).database, {
    readonly: true,
  });
  const rows = database.rows(
    `select d.title, c.heading_path, c.text from chunks c join documents d on d.id = c.document order by c.id`,
  );
  database[Symbol.dispose]();
  const step = Math.max(1, Math.floor(rows.length / wanted));
  return rows
    .filter((_, position) => position % step === 0)
    .slice(0, wanted)
    .map(([title, path, text]) => insides.toEmbeddingText({ title, headingPath: JSON.parse(path), text }));
}

/** Multiplications and additions of the model's matrices alone: what else it does is its own affair. */
async function createCounter() {
  const shape = JSON.parse(readFileSync(join(model.folder, "config.json"), "utf8"));
  const { hidden_size: hidden, intermediate_size: inner, num_hidden_layers: layers } = shape;
  const windows = new insides.WindowMaker(await insides.openTokenizer(model.folder), model.maxTokens);
  return async (text) => {
    let operations = 0;
    for await (const { length } of windows.cut(model.documentPrefix, text)) {
      const weights = 2 * length * (4 * hidden * hidden + 2 * hidden * inner);
      const attention = 4 * length * length * hidden;
      operations += layers * (weights + attention);
    }
    return operations;
  };
}
