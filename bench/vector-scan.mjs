// VectorScan against sqlite-vec's own scan over float32, by turns, and both against exact search in doubles.
// Usage: node bench/vector-scan.mjs [ROWS] [DOCUMENTS.f32 QUERIES.f32], files of unit vectors; without them the
// vectors are made up. Fewer documents than rows are repeated with a little noise.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { createRandom } from "./corpus/random.mjs";
import { median, quantile, sum } from "./support/statistics.mjs";
import { formatMs, formatRatio, toTable } from "./support/table.mjs";
import { ROOT, workFolder } from "./support/workshop.mjs";

const DIMENSION = 384;
const QUERIES = 20;
const NOISE = 0.01;
const INSIDES = `
  export { Database } from "${ROOT}/src/stores/sqlite/database.ts";
  export { readVectorCodes } from "${ROOT}/src/stores/sqlite/read-vector-codes.ts";
  export { Vec0Table } from "${ROOT}/src/stores/sqlite/vec0-table.ts";
  export { encodeVector } from "${ROOT}/src/stores/sqlite/vector-code.ts";
  export { createCosine } from "${ROOT}/src/stores/cosine.ts";
  export { spreadVector } from "${ROOT}/src/stores/spread-vector.ts";
  export { VectorScan } from "${ROOT}/src/stores/vector-scan.ts";
`;
const PLAIN = `
  select rowid, distance from plain where embedding match ? and k = ? order by distance
`;
const PLAIN_FILTERED = `
  select rowid, distance from plain where embedding match ? and k = ?
  and rowid in (select value from json_each(?)) order by distance
`;

const [rows = "100000", documentsFile, queriesFile] = process.argv.slice(2);
const folder = mkdtempSync(join(workFolder(), "vector-scan-"));
try {
  await main(await loadInsides(folder));
} finally {
  rmSync(folder, { recursive: true });
}

async function main(insides) {
  const { documents, queries } = makeVectors(Number(rows));
  const database = new insides.Database(join(folder, "vectors.db"), { readonly: false });
  const table = new insides.Vec0Table(database, "coded");
  await table.load();
  fill(database, table, documents, insides.encodeVector);

  const before = performance.now();
  const scan = new insides.VectorScan(DIMENSION, { toDirection: insides.spreadVector });
  for (const block of insides.readVectorCodes(database, "coded", new Set())) scan.add(block);
  const loadMs = performance.now() - before;

  const tenth = documents.flatMap((_, id) => (id % 10 === 3 ? [id] : []));
  const lines = [10, 50, 150].flatMap((limit) =>
    [null, tenth].map((allowed) =>
      measure({ insides, database, table, scan, documents, queries, limit, allowed }),
    ),
  );
  const header = [
    "k",
    "filter",
    "sqlite-vec",
    "VectorScan",
    "ratio",
    "best",
    "in memory",
    "rows read",
    "recall",
  ];
  process.stdout.write(`${toTable([header, ...lines])}\n\n`);
  const megabytes = (scan.memoryBytes / 2 ** 20).toFixed(0);
  process.stdout.write(`${scan.size} x ${DIMENSION}: codes loaded in ${formatMs(loadMs)}, ${megabytes} MB\n`);
}

/** One line of the table: p50 of both, with the vectors of the candidates from the database and from memory. */
function measure({ insides, database, table, scan, documents, queries, limit, allowed }) {
  const times = { plain: [], scan: [], memory: [] };
  const read = [];
  let found = 0;
  for (const query of queries) {
    const take = (name, work) => {
      const start = performance.now();
      const result = work();
      times[name].push(performance.now() - start);
      return result;
    };
    const search = (vectors) =>
      scan.search(query, {
        limit,
        allowed: allowed ? scan.mask((id) => allowed.has(id)) : undefined,
        read: vectors,
      });
    const values = [new Uint8Array(query.buffer), limit];
    take("plain", () =>
      allowed
        ? database.all(PLAIN_FILTERED, [...values, JSON.stringify(allowed)])
        : database.all(PLAIN, values),
    );
    let count = 0;
    const hits = take("scan", () =>
      search((ids) => {
        count += ids.length;
        return table.vectors(ids);
      }),
    );
    take("memory", () => search((ids) => ids.map((id) => documents[id])));
    read.push(count);
    found += recall(hits, exactSearch(insides.createCosine(query), { documents, limit, allowed }));
  }
  return [
    ...[`${limit}`, allowed ? "10 %" : "none"],
    ...[formatMs(median(times.plain)), formatMs(median(times.scan))],
    formatRatio(median(times.plain) / median(times.scan)),
    ...[formatMs(Math.min(...times.scan)), formatMs(median(times.memory))],
    `${median(read)} (most ${Math.max(...read)}, p95 ${Math.round(quantile(read, 0.95))})`,
    (found / queries.length).toFixed(4),
  ];
}

function exactSearch(cosine, { documents, limit, allowed }) {
  const ids = allowed ?? documents.keys();
  const scores = Array.from(ids, (id) => cosine(documents[id]));
  return scores.sort((a, b) => b - a).slice(0, limit);
}

/** By score, for rows that tie may stand for each other. */
function recall(hits, exact) {
  return sum(exact.map((score, rank) => (hits[rank]?.score === score ? 1 : 0))) / exact.length;
}

function fill(database, table, documents, encode) {
  table.create(DIMENSION);
  database.exec(
    `create virtual table plain using vec0(embedding float[${DIMENSION}] distance_metric=cosine)`,
  );
  database.transaction(() => {
    for (const [id, vector] of documents.entries()) {
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      const code = encode(vector);
      database.run("insert into plain (rowid, embedding) values (cast(? as integer), ?)", [id, bytes]);
      database.run("insert into coded (rowid, embedding, code) values (cast(? as integer), ?, vec_int8(?))", [
        ...[id, bytes, code],
      ]);
    }
  });
}

function makeVectors(count) {
  const random = createRandom(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const make = (from) => toUnit(from.map((value) => value + NOISE * normal()));
  const topics = Array.from({ length: 200 }, () => Float32Array.from({ length: DIMENSION }, normal));
  const invent = (_, index) => toUnit(topics[index % topics.length].map((value) => value + normal()));
  const given = documentsFile ? readVectors(documentsFile) : Array.from({ length: count }, invent);
  const asked = queriesFile ? readVectors(queriesFile) : Array.from({ length: QUERIES }, invent);
  const documents = Array.from({ length: count }, (_, index) =>
    index < given.length ? given[index] : make(given[index % given.length]),
  );
  const step = Math.max(1, Math.floor(asked.length / QUERIES));
  return { documents, queries: asked.filter((_, index) => index % step === 0).slice(0, QUERIES) };
}

function toUnit(vector) {
  const length = Math.sqrt(vector.reduce((squares, value) => squares + value * value, 0));
  return vector.map((value) => value / length);
}

function readVectors(file) {
  const bytes = readFileSync(file);
  const size = DIMENSION * Float32Array.BYTES_PER_ELEMENT;
  return Array.from(
    { length: bytes.length / size },
    (_, row) => new Float32Array(Uint8Array.from(bytes.subarray(row * size, (row + 1) * size)).buffer),
  );
}

async function loadInsides(into) {
  const entry = join(into, "entry.mjs");
  writeFileSync(entry, INSIDES);
  const bundle = await rolldown({
    input: entry,
    platform: "node",
    external: (id) => /^[^./]/.test(id) && !id.startsWith("@oxc-project/runtime"),
    transform: { target: "node20" },
  });
  const file = join(into, "insides.mjs");
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
  return import(pathToFileURL(file).href);
}
