// kebab's vector store, through its port, beside sqlite-vec's own scan over float32 and LanceDB's flat search.
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { getLoadablePath } from "sqlite-vec";
import { clocked, runCommand } from "../support/command.mjs";
import { DIMENSION, exactScores } from "../support/made-vectors.mjs";
import { median, round, sum, summarise } from "../support/statistics.mjs";
import { FILTERS } from "../support/vector-index.mjs";
import { createEnvironment, ELSEWHERE, programPath, workFolder } from "../support/workshop.mjs";

const LIMITS = [10, 50];
const LANCE_PATIENCE_MS = 60_000;
/** Of equal scores either may stand last; float64 sums of two programs may differ in the last bits. */
const TIE = 1e-9;
/** A yardstick that finds less than this does other work than kebab: its sums in float32 may swap near ties, no more. */
const YARDSTICK_RECALL = 0.99;
const PLAIN_SQL = {
  none: "select rowid, distance from plain where embedding match ? and k = ? order by distance",
  some: `select rowid, distance from plain where embedding match ? and k = ?
    and rowid in (select value from json_each(?)) order by distance`,
};

export async function measureVectorSearch(workshop, index, { vectors, repeats, coldRepeats, hasLance }) {
  const { insides } = workshop;
  const plain = openPlain(vectors.documents);
  const lance = hasLance ? await openLance(vectors.documents) : { reason: "left out" };
  const opened = insides.openIndex(index.config, index.paths);
  const store = await opened.vectorStore();
  const exact = vectors.queries.map((query) => exactScores(vectors.documents, query));
  const positions = new Map(index.chunks.map(({ id }, position) => [id, position]));
  const toPositions = (ranked) => ranked.map(({ chunkId }) => positions.get(chunkId));
  const variants = [];
  for (const [name, { filter, passes }] of Object.entries(FILTERS)) {
    const allowed = index.chunks.flatMap(({ number }, position) => (passes(number) ? [position] : []));
    for (const limit of LIMITS) {
      const sides = {
        kebab: async (query) => toPositions(await store.search(index.table, query, { limit, filter })),
        plain: async (query) => plain.search(query, { limit, allowed: name === "none" ? null : allowed }),
        // Its filters are another program's affair: the vectors alone are compared.
        ...(lance.search === undefined || name !== "none"
          ? {}
          : { lancedb: (query) => lance.search(query, limit) }),
      };
      const { spent, hits } = await takeTurns(sides, vectors.queries, repeats);
      const { kebab: recall, ...others } = recallOf(hits, { exact, allowed, limit });
      const poor = Object.entries(others).find(([, share]) => share < YARDSTICK_RECALL);
      if (poor !== undefined) throw new Error(`${poor[0]} finds ${poor[1]} of the nearest: no yardstick`);
      variants.push({ filter: name, k: limit, passing: allowed.length, ...compare(spent), recall });
    }
  }
  await opened[Symbol.asyncDispose]();
  plain.close();
  await lance.close?.();
  return {
    rows: vectors.documents.length,
    dimension: DIMENSION,
    queries: vectors.queries.length,
    repeats,
    variants,
    lancedb: lance.reason === undefined ? { build_ms: round(lance.buildMs) } : { reason: lance.reason },
    cold: measureCold(workshop, index, coldRepeats),
  };
}

/** The first round warms caches and compilers, and is thrown away. */
async function takeTurns(sides, queries, repeats) {
  const names = Object.keys(sides);
  const spent = Object.fromEntries(names.map((name) => [name, []]));
  const hits = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < repeats; round++) {
    for (const [position, query] of queries.entries()) {
      for (let step = 0; step < names.length; step++) {
        const name = names[(Math.max(0, round) + position + step) % names.length];
        const ran = await clocked(async () => {
          hits[name][position] = await sides[name](query);
        });
        if (round >= 0) spent[name].push(ran);
      }
    }
  }
  return { spent, hits };
}

function compare(spent) {
  const each = (figure) =>
    Object.fromEntries(
      Object.entries(spent).map(([name, list]) => [name, summarise(list.map((ran) => ran[figure]))]),
    );
  const wall = each("wallMs");
  const cpu = each("cpuMs");
  return {
    wall_ms: wall,
    cpu_ms: cpu,
    ratio: round(wall.kebab.p50 / wall.plain.p50),
    ratio_quiet: round(wall.kebab.min / wall.plain.min),
    ratio_cpu: round(cpu.kebab.p50 / cpu.plain.p50),
    ratio_to_lancedb: wall.lancedb === undefined ? null : round(wall.kebab.p50 / wall.lancedb.p50),
  };
}

/** The share of the nearest that each side found; a hit as near as the last of them is one of them. */
function recallOf(hits, { exact, allowed, limit }) {
  const isAllowed = new Set(allowed);
  const wanted = Math.min(limit, allowed.length);
  const lasts = exact.map((scores) => {
    const sorted = Float64Array.from(allowed, (position) => scores[position]).sort();
    return sorted[sorted.length - wanted];
  });
  const shareOf = (found, query) =>
    new Set(found.filter((at) => isAllowed.has(at) && exact[query][at] >= lasts[query] - TIE)).size / wanted;
  const means = Object.entries(hits).map(([side, lists]) => [
    side,
    round(sum(lists.map(shareOf)) / lists.length, 6),
  ]);
  return Object.fromEntries(means);
}

/** sqlite-vec as its own documentation uses it, with the cache that kebab's connections have. */
function openPlain(documents) {
  const file = join(workFolder("homes", "plain-vectors"), "plain.sqlite");
  rmSync(file, { force: true });
  const connection = new DatabaseSync(file, { allowExtension: true });
  connection.enableLoadExtension(true);
  connection.loadExtension(getLoadablePath());
  connection.exec("pragma cache_size = -65536; pragma temp_store = memory");
  fillPlain(connection, documents);
  const statements = { none: connection.prepare(PLAIN_SQL.none), some: connection.prepare(PLAIN_SQL.some) };
  let list = { allowed: null, json: "" };
  return {
    search: (query, { limit, allowed }) => {
      const bytes = new Uint8Array(query.buffer);
      if (allowed === null) return statements.none.all(bytes, limit).map(({ rowid }) => rowid);
      // Made once for all queries: which rows pass costs the yardstick nothing.
      if (list.allowed !== allowed) list = { allowed, json: JSON.stringify(allowed) };
      return statements.some.all(bytes, limit, list.json).map(({ rowid }) => rowid);
    },
    close: () => connection.close(),
  };
}

function fillPlain(connection, documents) {
  connection.exec(`
    create virtual table plain using vec0(embedding float[${DIMENSION}] distance_metric=cosine);
    begin;
  `);
  const put = connection.prepare("insert into plain (rowid, embedding) values (cast(? as integer), ?)");
  for (const [position, vector] of documents.entries()) put.run(position, new Uint8Array(vector.buffer));
  connection.exec("commit");
}

/** Gives { search, close, buildMs }, or { reason } when it cannot run here or takes too long. */
async function openLance(documents) {
  const started = performance.now();
  const folder = workFolder("homes", "lance-vectors");
  rmSync(folder, { recursive: true, force: true });
  try {
    process.env.LANCEDB_LOG ??= "error";
    const { lancedb, arrow } = requireLance();
    const connection = await lancedb.connect(folder);
    const table = await connection.createTable("vectors", toArrow(arrow, documents));
    const held = await table.countRows();
    if (held !== documents.length) return { reason: `it holds ${held} of ${documents.length} rows` };
    const search = async (query, limit) => {
      const nearest = table.query().nearestTo(query).distanceType("cosine").limit(limit);
      return (await nearest.select(["id", "_distance"]).toArray()).map(({ id }) => id);
    };
    await search(documents[0], 10);
    const buildMs = performance.now() - started;
    if (buildMs > LANCE_PATIENCE_MS) return { reason: `it took ${(buildMs / 1000).toFixed(0)} s to fill` };
    return { search, buildMs, close: async () => connection.close() };
  } catch (error) {
    return { reason: String(error.message).slice(0, 300) };
  }
}

/** Not imported: LanceDB requires apache-arrow, and takes a table of a second copy of it for an empty one. */
function requireLance() {
  const require = createRequire(import.meta.url);
  return { lancedb: require("@lancedb/lancedb"), arrow: require("apache-arrow") };
}

/** Column by column: rows as objects take a minute. */
function toArrow(arrow, documents) {
  const { Field, FixedSizeList, Float32, Int32, makeData, RecordBatch, Schema, Struct, Table } = arrow;
  const values = new Float32Array(documents.length * DIMENSION);
  for (const [position, vector] of documents.entries()) values.set(vector, position * DIMENSION);
  const lists = new FixedSizeList(DIMENSION, new Field("item", new Float32(), true));
  const schema = new Schema([new Field("id", new Int32(), false), new Field("vector", lists, false)]);
  const count = { length: documents.length, nullCount: 0 };
  const numbers = makeData({ type: new Float32(), length: values.length, nullCount: 0, data: values });
  const children = [
    makeData({ type: new Int32(), ...count, data: Int32Array.from(documents.keys()) }),
    makeData({ type: lists, ...count, child: numbers }),
  ];
  const data = makeData({ type: new Struct(schema.fields), ...count, children });
  return new Table(schema, [new RecordBatch(schema, data)]);
}

/** In processes of their own: what the first search costs, and what it leaves in memory. */
function measureCold({ insidesFile }, { home }, repeats) {
  const words = [programPath("first-vector-search.mjs"), insidesFile, home];
  const runs = Array.from({ length: repeats }, () =>
    JSON.parse(runCommand({ words, env: createEnvironment(home), cwd: ELSEWHERE }).stdout),
  );
  const of = (name) => runs.map((run) => run[name]);
  return {
    repeats,
    first_ms: summarise(of("firstMs")),
    second_ms: summarise(of("secondMs")),
    memory_mb: round(median(of("memoryBytes")) / 1e6),
    rss_mb: round(median(of("rssBytes")) / 1e6),
  };
}
