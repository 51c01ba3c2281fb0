// The figures that are followed over the sizes, each with what bounds it. The page and the picture are made of them.

import { fitPower } from "./growth-fit.mjs";
import { DIMENSION } from "./made-vectors.mjs";
import { round } from "./statistics.mjs";

const VECTOR_MB = (DIMENSION * Float32Array.BYTES_PER_ELEMENT) / 1e6;

/** `of` and `limit` take one size's results; `bound` says what the limit is, in words; times are milliseconds. */
export const SERIES = [
  {
    ...{ id: "first", name: "first ingest, no vectors", unit: "ms" },
    of: ({ first }) => first.wall_ms.kebab.p50,
    limit: ({ first }) => first.wall_ms.raw.p50,
    bound: "reading and hashing the files, inserting them into a raw FTS5 table",
  },
  {
    ...{ id: "first-memory", name: "first ingest, peak memory", unit: "MB" },
    of: ({ first }) => first.peak_mb.kebab,
    limit: ({ first }) => first.peak_mb.raw,
    bound: "the same raw program's peak",
  },
  {
    ...{ id: "disk", name: "index on disk, no vectors", unit: "MB" },
    of: ({ first }) => first.disk_mb.kebab,
    limit: ({ first }) => first.disk_mb.raw,
    bound: "the raw FTS5 table with the files' whole texts",
  },
  {
    ...{ id: "store", name: "storing the vectors, made already", unit: "ms" },
    of: ({ stored }) => stored.wall_ms.kebab,
    limit: ({ stored }) => stored.wall_ms.raw,
    bound: "the same vectors as blobs in a plain table, one transaction",
  },
  {
    ...{ id: "store-memory", name: "storing the vectors, peak memory", unit: "MB" },
    of: ({ stored }) => stored.peak_mb.kebab,
    limit: ({ stored }) => stored.peak_mb.raw,
    bound: "the same raw program's peak",
  },
  {
    ...{ id: "disk-vectors", name: "index on disk, with vectors", unit: "MB" },
    of: ({ stored }) => stored.disk_mb.kebab,
    limit: ({ text_mb: text, stored }) => text + stored.vectors * VECTOR_MB,
    bound: "the text and the float32 vectors, nothing else",
  },
  {
    ...{ id: "again", name: "ingest of nothing new, command", unit: "ms" },
    of: ({ again }) => again.wall_ms.kebab.p50,
    limit: ({ again }) => again.wall_ms.walk.p50,
    bound: "node that reads every folder and stats every file",
  },
  {
    ...{ id: "again-memory", name: "ingest of nothing new, peak memory", unit: "MB" },
    of: ({ again }) => again.peak_mb.kebab,
    limit: ({ again }) => again.peak_mb.walk,
    bound: "the same walk's peak",
  },
  {
    ...{ id: "lexical", name: "lexical search, p50", unit: "ms" },
    of: ({ warm }) => warm.wall_ms.lexical.p50,
    limit: ({ warm }) => warm.wall_ms.bare.p50,
    bound: "the same FTS5 expression, bare, through the same binding",
  },
  {
    ...{ id: "lexical-p95", name: "lexical search, p95", unit: "ms" },
    of: ({ warm }) => warm.wall_ms.lexical.p95,
    limit: ({ warm }) => warm.wall_ms.bare.p95,
    bound: "the same, its p95",
  },
  {
    ...{ id: "scan", name: "nearest vectors in the store, p50", unit: "ms" },
    of: ({ warm }) => warm.wall_ms.scan.p50,
    limit: ({ warm }) => warm.wall_ms.read.p50,
    bound: "memory bandwidth: one thread reading as many bytes as the int8 codes have",
  },
  {
    ...{ id: "vector", name: "vector search, p50", unit: "ms" },
    of: ({ warm }) => warm.wall_ms.vector.p50,
    limit: ({ warm }) => warm.wall_ms.embed.p50 + warm.wall_ms.read.p50,
    bound: "embedding the query, and that reading",
  },
  {
    ...{ id: "vector-p95", name: "vector search, p95", unit: "ms" },
    of: ({ warm }) => warm.wall_ms.vector.p95,
    limit: ({ warm }) => warm.wall_ms.embed.p95 + warm.wall_ms.read.p50,
    bound: "embedding the query at its p95, and that reading",
  },
  {
    ...{ id: "hybrid", name: "hybrid search, p50", unit: "ms" },
    of: ({ warm }) => warm.wall_ms.hybrid.p50,
    limit: ({ warm }) => warm.wall_ms.embed.p50 + warm.wall_ms.read.p50 + warm.wall_ms.bare.p50,
    bound: "embedding the query, that reading, and the bare FTS5 query",
  },
  {
    ...{ id: "hybrid-p95", name: "hybrid search, p95", unit: "ms" },
    of: ({ warm }) => warm.wall_ms.hybrid.p95,
    limit: ({ warm }) => warm.wall_ms.embed.p50 + warm.wall_ms.read.p50 + warm.wall_ms.bare.p95,
    bound: "the same with the bare FTS5 query at its p95",
  },
  {
    ...{ id: "beside", name: "hybrid search less embedding, p50", unit: "ms" },
    of: ({ warm }) => warm.hybrid_beside_embedding_ms.p50,
    limit: ({ warm }) => warm.wall_ms.read.p50 + warm.wall_ms.bare.p50,
    bound: "that reading and the bare FTS5 query",
  },
  {
    ...{ id: "search-memory", name: "memory of the searching process, its own", unit: "MB" },
    of: ({ warm }) => warm.memory_mb.hybrid.own,
    limit: ({ warm }) => warm.memory_mb.node.own + warm.code_bytes / 1e6,
    bound: "node's own, and the int8 codes",
  },
  ...["lexical", "vector", "hybrid"].map((mode) => ({
    ...{ id: `command-${mode}`, name: `\`kebab search\`, ${mode}, as a command`, unit: "ms" },
    of: ({ cold }) => cold.wall_ms[mode].p50,
    limit: ({ cold }) => cold.wall_ms.node.p50,
    bound: "`node -e 0`",
  })),
];

export function seriesOf(id) {
  return SERIES.find((series) => series.id === id);
}

/** Exponents of all figures and of their limits, by the number of chunks there really were. */
export function fitSeries({ sizes }) {
  const toFit = (figure) => fitPower(sizes.map((size) => [size.chunks, figure(size)]));
  return Object.fromEntries(
    SERIES.map(({ id, of, limit }) => [id, { kebab: toFit(of), limit: toFit(limit) }]),
  );
}

export function ratioOf({ of, limit }, size) {
  return round(of(size) / limit(size), 3);
}
