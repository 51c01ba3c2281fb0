// Vector and hybrid search, and what makes vectors: the model and the table for Korean.
import { InferenceSession, Tensor } from "onnxruntime-node";
import { createDocument } from "../corpus/document.mjs";
import { between, createRandom } from "../corpus/random.mjs";
import { createVocabulary } from "../corpus/vocabulary.mjs";
import { DIMENSION, makeVectors } from "../support/made-vectors.mjs";
import { listQueries, openBareFts } from "./guard-index.mjs";
import { takeRounds } from "./guard-rounds.mjs";
import { openBareScan } from "./guard-scan.mjs";
import { openEngine, readConfig } from "./search.mjs";

const TOP = 10;
const CANDIDATES = 50;
const QUERIES = 6;
/** As the table keeps in mind, and about as many pieces as it cuts a word into. */
const KEPT_WORDS = 16_384;
const PIECES = 6;

export async function measureVector({ workshop, vectors }) {
  const { insides } = workshop;
  const config = await readConfig(workshop, vectors.home);
  const index = insides.openIndex(config, insides.toDataPaths(config.storage.dataDir));
  const embedder = await insides.openEmbedder(config.embeddings);
  const table = await index.ledger.find(insides.toVectorKey(embedder, config));
  const store = await index.vectorStore();
  const scan = await openBareScan(vectors.rows);
  const { queries } = makeVectors(0, QUERIES);
  const sides = {
    kebab: (query) => store.search(table, query, { limit: CANDIDATES, filter: {} }),
    yardstick: async () => scan(),
  };
  const rounds = await takeRounds(sides, queries, { warmUp: 20, enough: 24 });
  await index[Symbol.asyncDispose]();
  await embedder[Symbol.asyncDispose]();
  return rounds;
}

/** The engine keeps the vectors of the last questions: after the first round none is embedded. */
export async function measureHybrid({ workshop, vectors }) {
  const kebab = await openEngine(workshop.library, vectors.home);
  const texts = listQueries().filter((_, at) => at % 2 === 0);
  const bare = await openBareFts(workshop, vectors.home);
  const scan = await openBareScan(vectors.rows);
  const sides = {
    kebab: (text) => kebab.search(text, { mode: "hybrid", top: TOP }),
    yardstick: async (text) => {
      bare.search(text);
      scan();
    },
  };
  const rounds = await takeRounds(sides, texts, { warmUp: 4 });
  bare.close();
  await kebab[Symbol.asyncDispose]();
  return rounds;
}

/** The model without the table for Korean, one thread on both sides. */
export async function measureEmbedding({ workshop, vectors }) {
  const { insides } = workshop;
  const { embeddings } = await readConfig(workshop, vectors.home);
  const embedder = await insides.openEmbedder({ ...embeddings, model: "bge-small-en-v1.5", threads: 1 });
  const model = insides.locateModel(insides.findModel("bge-small-en-v1.5"), embeddings.modelsDir);
  const windows = new insides.WindowMaker(await insides.openTokenizer(model.folder), model.maxTokens);
  const items = [];
  for (const text of makeEnglishPassages(3)) {
    const { value: ids } = await windows.cut(model.documentPrefix, text).next();
    items.push({ text, ids: Array.from(ids) });
  }
  const session = await InferenceSession.create(model.weightsPath, {
    intraOpNumThreads: 1,
    logSeverityLevel: 3,
    graphOptimizationLevel: "extended",
  });
  const sides = {
    kebab: ({ text }) => embedder.embedDocuments([text]),
    yardstick: ({ ids }) => session.run(toFeeds(session, ids), ["last_hidden_state"]),
  };
  const rounds = await takeRounds(sides, items, { warmUp: 1, enough: 5 });
  await session.release();
  await embedder[Symbol.asyncDispose]();
  return rounds;
}

function toFeeds(session, ids) {
  const same = { attention_mask: 1n, token_type_ids: 0n };
  const toTensor = (name) =>
    new Tensor(
      "int64",
      BigInt64Array.from(ids, (id) => same[name] ?? BigInt(id)),
      [1, ids.length],
    );
  return Object.fromEntries(session.inputNames.map((name) => [name, toTensor(name)]));
}

function makeEnglishPassages(count) {
  const vocabulary = createVocabulary();
  const passages = [];
  for (let number = 0; passages.length < count; number++) {
    const { text, kind } = createDocument(number, vocabulary);
    if (kind === "english") passages.push(text.replace(/\s+/g, " ").slice(0, 400));
  }
  return passages;
}

/** More words than the table keeps in mind: most of the work is in words met for the first time. */
export async function measureBridge({ workshop, vectors }) {
  const { embeddings } = await readConfig(workshop, vectors.home);
  const embedder = await workshop.insides.openEmbedder({ ...embeddings, threads: 1 });
  const sides = { kebab: (texts) => embedder.embedDocuments(texts), yardstick: createRowLoop() };
  const passages = makeKoreanPassages(600);
  const items = Array.from({ length: 60 }, (_, part) => passages.slice(part * 10, (part + 1) * 10));
  const rounds = await takeRounds(sides, items, { warmUp: 2, enough: 5 });
  await embedder[Symbol.asyncDispose]();
  return rounds;
}

/** Compounds of two nouns, so that words seldom come again. */
function makeKoreanPassages(count) {
  const vocabulary = createVocabulary();
  const random = createRandom(170);
  const noun = () => vocabulary.koreanNoun(random);
  const sentence = () =>
    `${Array.from({ length: between(random, 3, 8) }, () => noun() + noun() + vocabulary.particle(random)).join(" ")} ${vocabulary.koreanVerb(random)}.`;
  return Array.from({ length: count }, () => Array.from({ length: 6 }, sentence).join(" "));
}

/** What any reader of such a table does: words from a map, unknown ones from rows of four bits, sums, length 1. */
function createRowLoop() {
  const rows = new Uint8Array(2 ** 17 * (DIMENSION / 2));
  for (let at = 0; at < rows.length; at++) rows[at] = Math.imul(at, 0x9e3779b1) >>> 24;
  const sums = new Float32Array(KEPT_WORDS * DIMENSION);
  const known = new Map();
  const lookUp = (word) => {
    const kept = known.get(word);
    if (kept !== undefined) return kept;
    if (known.size >= KEPT_WORDS) known.clear();
    const vector = sums.subarray(known.size * DIMENSION, (known.size + 1) * DIMENSION).fill(0);
    for (let piece = 0; piece < PIECES; piece++) addRow(vector, rows, toRow(word, piece));
    known.set(word, vector);
    return vector;
  };
  return async (texts) => texts.map((text) => sumWords(text.split(" ").map(lookUp)));
}

function sumWords(vectors) {
  const sum = new Float64Array(DIMENSION);
  for (const vector of vectors) for (let at = 0; at < DIMENSION; at++) sum[at] += vector[at];
  let square = 0;
  for (const value of sum) square += value * value;
  return Float32Array.from(sum, (value) => value / Math.sqrt(square));
}

function toRow(word, piece) {
  let hash = piece;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return (hash >>> 15) * (DIMENSION / 2);
}

function addRow(vector, rows, start) {
  for (let at = 0; at < DIMENSION / 2; at++) {
    const pair = rows[start + at];
    vector[2 * at] += 0.1 * (pair & 15);
    vector[2 * at + 1] += 0.1 * (pair >> 4);
  }
}
