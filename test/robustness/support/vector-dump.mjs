import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { getLoadablePath } from "sqlite-vec";

const require = createRequire(import.meta.url);

/**
 * Everything about vectors that an index holds, as sorted lines a table; row numbers and times are left out.
 * `vectors` is what the stores themselves hold, committed or not.
 */
export async function dumpVectors(dataDir) {
  const database = openWithVectors(dataDir);
  try {
    const rows = (sql, ...values) => database.prepare(sql).all(...values);
    const tables = rows("select * from vector_tables");
    const ledger = rows(
      "select t.store, t.model_id, v.chunk_id, v.state from chunk_vectors v join vector_tables t on t.id = v.vector_table",
    );
    const stored = [];
    for (const table of tables) {
      const held = table.store === "lancedb" ? await readLance(dataDir, table) : readVec0(database, table);
      stored.push(...held.map((line) => `${table.store} ${table.model_id} ${line}`));
    }
    const dump = {
      vector_tables: rows(
        "select store, model_id, version, name, dimension, is_enrolled from vector_tables",
      ).map((row) => JSON.stringify(row)),
      ledger: ledger.map(
        ({ store, model_id, chunk_id, state }) => `${store} ${model_id} ${chunk_id} ${state}`,
      ),
      vectors: stored,
      cache: rows("select * from embedding_cache").map(
        ({ vector, ...row }) => `${JSON.stringify(row)} ${toSum(vector)}`,
      ),
    };
    return Object.fromEntries(Object.entries(dump).map(([name, lines]) => [name, lines.sort(byText)]));
  } finally {
    database.close();
  }
}

/** What must hold of any index whose last run was not disturbed. */
export async function checkVectors(dataDir) {
  const problems = [];
  const { ledger, vectors } = await dumpVectors(dataDir);
  const states = new Map(ledger.map((line) => [toKey(line), line.split(" ")[3]]));
  const held = vectors.map(toKey);
  const heldOnce = new Set(held);
  const tell = (keys, problem) => {
    if (keys.length > 0) problems.push(`${keys.length} ${problem}: ${keys[0]}`);
  };
  tell(
    held.filter((key, at) => held.indexOf(key) !== at),
    "vectors are doubled",
  );
  tell(
    [...states].filter(([key, state]) => state === "committed" && !heldOnce.has(key)).map(([key]) => key),
    "committed chunks have no vector",
  );
  tell(
    held.filter((key) => !states.has(key)),
    "vectors belong to no chunk",
  );
  const database = openWithVectors(dataDir);
  const missing = database
    .prepare(
      `select c.chunk_id from chunks c join vector_tables t on t.is_enrolled = 1 where not exists (
        select 1 from chunk_vectors v where v.vector_table = t.id and v.chunk_id = c.chunk_id and v.state in ('committed', 'uncovered'))`,
    )
    .all();
  const waiting = database
    .prepare(
      `select v.chunk_id from chunk_vectors v join vector_tables t on t.id = v.vector_table
       where t.is_enrolled = 1 and v.state in ('pending', 'removing')`,
    )
    .all();
  database.close();
  tell(
    missing.map((row) => row.chunk_id),
    "chunks have no vector",
  );
  tell(
    waiting.map((row) => row.chunk_id),
    "rows are still pending or removing",
  );
  return problems;
}

/** What the ledger of an index says of the table of one store and model; null before there is one. */
export function readLedger(dataDir, store, modelId) {
  if (!existsSync(join(dataDir, "kebab.sqlite"))) return null;
  const database = new DatabaseSync(join(dataDir, "kebab.sqlite"), { readOnly: true, timeout: 10_000 });
  try {
    const table = database
      .prepare("select id, dimension from vector_tables where store = ? and model_id = ?")
      .get(store, modelId);
    if (table === undefined) return null;
    const ids = { pending: [], committed: [], uncovered: [], removing: [] };
    for (const { chunk_id, state } of database
      .prepare("select chunk_id, state from chunk_vectors where vector_table = ?")
      .all(table.id))
      ids[state].push(chunk_id);
    return { dimension: table.dimension, ...ids };
  } catch (error) {
    if (/no such table/.test(error.message)) return null;
    throw error;
  } finally {
    database.close();
  }
}

export function openWithVectors(dataDir, options = {}) {
  const database = new DatabaseSync(join(dataDir, "kebab.sqlite"), {
    readOnly: options.readonly ?? true,
    allowExtension: true,
    timeout: 10_000,
  });
  database.enableLoadExtension(true);
  database.loadExtension(getLoadablePath());
  return database;
}

function readVec0(database, { id, name }) {
  const exists = database.prepare("select 1 from sqlite_master where name = ?").get(name) !== undefined;
  if (!exists) return [];
  const chunks = new Map(
    database
      .prepare("select id, chunk_id from chunk_vectors where vector_table = ?")
      .all(id)
      .map((row) => [Number(row.id), row.chunk_id]),
  );
  return database
    .prepare(`select rowid as id, embedding, code from "${name}"`)
    .all()
    .map(
      (row) => `${chunks.get(Number(row.id)) ?? `row-${row.id}`} ${toSum(row.embedding)} ${toSum(row.code)}`,
    );
}

async function readLance(dataDir, { name }) {
  const folder = join(dataDir, "vectors.lance");
  if (!existsSync(join(folder, `${name}.lance`))) return [];
  const { connect } = require("@lancedb/lancedb");
  const connection = await connect(folder, { readConsistencyInterval: 0 });
  try {
    const table = await connection.openTable(name);
    const rows = await table.query().toArray();
    table.close();
    return rows.map(
      (row) =>
        `${row.chunk_id} ${toSum(Float32Array.from(row.embedding))} ${toSum(JSON.stringify([row.doc_id, row.model_id, row.embedding_version, row.text, [...row.heading_path]]))}`,
    );
  } finally {
    connection.close();
  }
}

function byText(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Store, model and chunk of a line. */
function toKey(line) {
  return line.split(" ").slice(0, 3).join(" ");
}

function toSum(value) {
  const bytes =
    typeof value === "string" ? value : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return createHash("md5").update(bytes).digest("hex").slice(0, 12);
}
