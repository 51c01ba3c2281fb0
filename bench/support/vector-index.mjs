// An index with as many chunks as wanted, texts from the corpus generator, vectors made up: no model has to run.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDocument } from "../corpus/document.mjs";
import { createVocabulary } from "../corpus/vocabulary.mjs";
import { readConfig } from "../measures/search.mjs";
import { DIMENSION } from "./made-vectors.mjs";
import { workFolder } from "./workshop.mjs";

const SOURCE = { id: "made", tags: [], trustLevel: "primary" };
const TENTH = "every-tenth";
const DOCUMENTS_AT_ONCE = 500;
const VECTORS_AT_ONCE = 2000;

/** The filters the searches are measured with, and which documents pass them, known by their numbers. */
export const FILTERS = {
  none: { filter: {}, passes: () => true },
  tag: { filter: { tagsAll: [TENTH] }, passes: (number) => isTenth(number) },
  path: { filter: { path: "area-*[05]/**" }, passes: (number) => areaOf(number) % 5 === 0 },
};

/**
 * Gives { home, config, paths, key, table, chunks }; a chunk is { id, number }, by the position of its vector.
 * Kept in bench/.work and used again by the same build.
 */
export async function makeVectorIndex(workshop, { documents: vectors }) {
  const rows = vectors.length;
  const { insides } = workshop;
  const home = workFolder("homes", `vectors-${rows}`);
  const config = await readConfig(workshop, home);
  const paths = insides.toDataPaths(config.storage.dataDir);
  const stamp = join(home, "made-by.json");
  const recipe = JSON.stringify({ build: workshop.build, rows, vectors: hashOf(vectors) });
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== recipe) {
    rmSync(stamp, { force: true });
    rmSync(paths.folder, { recursive: true, force: true });
    await fill(workshop, { config, paths, vectors });
    writeFileSync(stamp, recipe);
  }
  const embedder = await insides.openEmbedder(config.embeddings);
  const key = insides.toVectorKey(embedder, config);
  const index = insides.openIndex(config, paths);
  const table = await index.ledger.find(key);
  await index[Symbol.asyncDispose]();
  return { home, config, paths, key, table, chunks: readChunks(insides, paths) };
}

async function fill({ insides }, { config, paths, vectors }) {
  const embedder = await insides.openEmbedder(config.embeddings);
  const key = insides.toVectorKey(embedder, config);
  const open = await insides.openWriter(config, paths, "bench");
  await open.writer.putSource({ id: SOURCE.id, root: paths.folder, origin: "library" });
  await putDocuments(insides, open.writer, { config, rows: vectors.length });
  await open.ledger.enrol(key);
  const store = await open.vectorStore();
  const table = await open.ledger.open(key, DIMENSION);
  for (let position = 0; position < vectors.length; ) {
    const pending = await open.ledger.pending(key, VECTORS_AT_ONCE);
    const rows = pending.map((chunk, offset) => ({ ...chunk, vector: vectors[position + offset] }));
    await store.upsert(table, rows);
    const ids = pending.map(({ chunkId }) => chunkId);
    await open.ledger.commit(key, ids, "committed");
    position += pending.length;
  }
  await store.settle(table);
  await open[Symbol.asyncDispose]();
  // An index run leaves an optimised copy of the model behind, and so must we: searches start from it.
  await embedder.embedDocuments(["a text"]);
  await embedder[Symbol.asyncDispose]();
}

async function putDocuments(insides, writer, { config, rows }) {
  const vocabulary = createVocabulary();
  const options = { targetTokens: config.chunk.targetTokens, overlapTokens: config.chunk.overlapTokens };
  const format = insides.createFormats().find(({ parser }) => parser.accepts("note.md"));
  const pipeline = insides.toPipeline(format, options, SOURCE);
  let batch = [];
  for (let number = 0, chunks = 0; chunks < rows; number++) {
    const bytes = Buffer.from(createDocument(number, vocabulary).text);
    const path = `area-${areaOf(number)}/note-${number}.md`;
    const file = { path, size: bytes.length, modifiedMs: number, repo: null };
    const documentId = insides.toDocumentId(SOURCE.id, path);
    const task = { source: SOURCE, file, documentId, pipeline, storedHash: null };
    const { document } = await insides.prepareDocument(task, bytes, { format, options });
    const tags = isTenth(number) ? [...document.tags, { tag: TENTH, origin: "document" }] : document.tags;
    batch.push({ ...document, tags, chunks: document.chunks.slice(0, rows - chunks) });
    chunks += document.chunks.length;
    if (batch.length >= DOCUMENTS_AT_ONCE || chunks >= rows) {
      await writer.putAll(batch);
      batch = [];
    }
  }
  await writer.merge("all");
}

function readChunks({ Database }, paths) {
  const database = new Database(paths.database, { readonly: true });
  const sql = `select v.chunk_id, d.path from chunk_vectors v join documents d on d.id = v.document order by v.id`;
  const rows = database.rows(sql);
  database[Symbol.dispose]();
  return rows.map(([id, path]) => ({ id, number: Number(/(\d+)\.md$/.exec(path)[1]) }));
}

function hashOf(vectors) {
  const hash = createHash("sha256");
  for (const vector of vectors) hash.update(vector);
  return hash.digest("hex");
}

function isTenth(number) {
  return number % 10 === 3;
}

function areaOf(number) {
  return Math.floor(number / 100);
}
