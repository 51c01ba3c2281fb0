import { describe, expect, it } from "vitest";
import { embedClusters, openLancedbBench, toClusters, toExact } from "../../../test/support/lancedb-bench.ts";
import { chunkId, toRow } from "../../../test/support/vector-store-bench.ts";
import { LancedbVectorStore } from "./lancedb-vector-store.ts";

describe("search", () => {
  it("is exact under a filter that more documents pass than a condition can name", async () => {
    await using bench = await openLancedbBench();
    const { table, rows, paths } = await embedClusters(bench, { count: 7200, dimension: 16 });
    const atHome = new Set(
      paths.filter((path) => path.startsWith("home/")).map((path) => toRow(path, "", []).documentId),
    );
    expect(atHome.size).toBe(1200);
    const allowed = rows.filter((row) => atHome.has(row.documentId));
    for (const query of toClusters(7205, 16).slice(7200)) {
      const found = await bench.store.search(table, query, { limit: 30, filter: { path: "home/**" } });
      expect(found).toEqual(toExact(allowed, query, 30));
    }
  });

  it("sees a tie of thousands through to its end", async () => {
    await using bench = await openLancedbBench();
    const names = Array.from({ length: 3000 }, (_, index) => `chunk ${index}`);
    await bench.put({ path: "notes.md", chunks: names });
    const table = await bench.table(4);
    await bench.embed(
      table,
      names.map((name) => toRow("notes.md", name, [1, 2, 3, 4])),
    );
    const first = names
      .map((name) => chunkId("notes.md", name))
      .sort()
      .slice(0, 3);
    const found = await bench.find(table, [1, 0, 0, 0], { limit: 3 });
    expect(found.map((hit) => hit.chunkId)).toEqual(first);
  });

  it("passes over more hidden chunks than hits were asked for", async () => {
    await using bench = await openLancedbBench();
    const { table, rows } = await embedClusters(bench, { count: 2000, dimension: 16 });
    const query = rows[0]?.vector ?? new Float32Array();
    const nearest = new Set(toExact(rows, query, 1200).map((hit) => hit.chunkId));
    const hidden = { hidden: async () => nearest, documentsMatching: async () => null };
    await using store = new LancedbVectorStore(
      bench.folder.at("vectors"),
      Object.assign(Object.create(bench.ledger), hidden),
    );
    const expected = toExact(
      rows.filter((row) => !nearest.has(row.chunkId)),
      query,
      20,
    );
    expect(await store.search(table, query, { limit: 20, filter: {} })).toEqual(expected);
  });
});
