import { createRequire } from "node:module";
import type { Table } from "@lancedb/lancedb";
import type { RankedChunk } from "../../src/core/search.ts";
import type { VectorRow, VectorTable } from "../../src/ports/vector-store.ts";
import { compareRanked, createCosine } from "../../src/stores/cosine.ts";
import { LancedbVectorStore } from "../../src/stores/lancedb/lancedb-vector-store.ts";
import { toRow, VectorStoreBench } from "./vector-store-bench.ts";

export function openLancedbBench(options: { indexFromRows?: number } = {}): Promise<VectorStoreBench> {
  return VectorStoreBench.open("lancedb", async ({ folder, ledger }) => {
    return new LancedbVectorStore(folder, ledger, options);
  });
}

/** The table as another program would see it. */
export async function openBeside(bench: VectorStoreBench, table: VectorTable): Promise<Table & Disposable> {
  const lancedb = createRequire(import.meta.url)("@lancedb/lancedb") as typeof import("@lancedb/lancedb");
  const connection = await lancedb.connect(bench.folder.at("vectors"));
  const opened = await connection.openTable(table.name);
  return Object.assign(opened, { [Symbol.dispose]: () => opened.close() });
}

/** The same numbers on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

/** Vectors in clusters, as those of texts are. */
export function toClusters(count: number, dimension: number): Float32Array[] {
  const random = createRandom(7);
  const centers = Array.from({ length: 20 }, () => Float32Array.from({ length: dimension }, random));
  return Array.from({ length: count }, (_, index) =>
    (centers[index % 20] ?? new Float32Array()).map((value) => value + random() * 0.6),
  );
}

/** Documents of four chunks each, committed. */
export async function embedClusters(
  bench: VectorStoreBench,
  { count, dimension }: { count: number; dimension: number },
): Promise<{ table: VectorTable; rows: VectorRow[]; paths: string[] }> {
  const names = ["a", "b", "c", "d"];
  const paths = Array.from(
    { length: count / 4 },
    (_, index) => `${index % 3 === 0 ? "ops" : "home"}/${index}.md`,
  );
  await bench.put(...paths.map((path) => ({ path, chunks: names })));
  const table = await bench.table(dimension);
  const vectors = toClusters(count, dimension);
  const rows = paths.flatMap((path, document) =>
    names.map((name, index) => toRow(path, name, [...(vectors[document * 4 + index] ?? [])])),
  );
  await bench.embed(table, rows);
  return { table, rows, paths };
}

/** What an exact search gives. */
export function toExact(rows: readonly VectorRow[], query: Float32Array, limit: number): RankedChunk[] {
  const toScore = createCosine(query);
  const ranked = rows.map((row) => ({ chunkId: row.chunkId, score: toScore(row.vector) }));
  return ranked.sort(compareRanked).slice(0, limit);
}
