import { describe, expect, it } from "vitest";
import {
  embedClusters,
  openBeside,
  openLancedbBench,
  toClusters,
  toExact,
} from "../../../test/support/lancedb-bench.ts";
import { chunkId, toRow } from "../../../test/support/vector-store-bench.ts";

describe("the index", () => {
  it("is built above the threshold and finds what an exact search finds", async () => {
    await using bench = await openLancedbBench({ indexFromRows: 1000 });
    const { table, rows } = await embedClusters(bench, { count: 2000, dimension: 64 });
    await bench.store.settle(table);
    using beside = await openBeside(bench, table);
    expect(await beside.listIndices()).toMatchObject([{ indexType: "IvfRq", numIndexedRows: 2000 }]);
    let found = 0;
    for (const query of toClusters(2050, 64).slice(2000)) {
      const hits = await bench.store.search(table, query, { limit: 10, filter: {} });
      const expected = new Set(toExact(rows, query, 10).map((hit) => hit.chunkId));
      found += hits.filter((hit) => expected.has(hit.chunkId)).length;
    }
    expect(found / 500).toBeGreaterThan(0.98);
  });

  it("does not hide rows written after it, and takes them in at the next settling", async () => {
    await using bench = await openLancedbBench({ indexFromRows: 1000 });
    const { table } = await embedClusters(bench, { count: 1000, dimension: 64 });
    await bench.store.settle(table);
    const late = toClusters(1400, 64).slice(1000);
    await bench.put({ path: "late.md", chunks: late.map((_, index) => String(index)) });
    await bench.embed(
      table,
      late.map((vector, index) => toRow("late.md", String(index), [...vector])),
    );
    const expectAllFound = async (): Promise<void> => {
      for (const [index, vector] of late.slice(0, 40).entries()) {
        const [hit] = await bench.store.search(table, vector, { limit: 1, filter: {} });
        expect(hit?.chunkId).toBe(chunkId("late.md", String(index)));
      }
    };
    await expectAllFound();
    await bench.store.settle(table);
    await expectAllFound();
    using beside = await openBeside(bench, table);
    expect(await beside.listIndices()).toMatchObject([{ numIndexedRows: 1400, numUnindexedRows: 0 }]);
  });

  it("keeps every row of a filter, and all rows of a long list", async () => {
    await using bench = await openLancedbBench({ indexFromRows: 1000 });
    const { table, rows, paths } = await embedClusters(bench, { count: 1200, dimension: 64 });
    await bench.store.settle(table);
    const query = toClusters(1201, 64)[1200] ?? new Float32Array();
    const inOps = new Set(
      paths.filter((path) => path.startsWith("ops/")).map((path) => toRow(path, "", []).documentId),
    );
    const allowed = rows.filter((row) => inOps.has(row.documentId));
    const filter = { path: "ops/**" };
    expect(await bench.store.search(table, query, { limit: 5000, filter })).toEqual(
      toExact(allowed, query, 5000),
    );
    expect(await bench.store.search(table, query, { limit: 5000, filter: {} })).toEqual(
      toExact(rows, query, 5000),
    );
  });

  it("is left out where the dimension does not allow it", async () => {
    await using bench = await openLancedbBench({ indexFromRows: 40 });
    const { table, rows } = await embedClusters(bench, { count: 80, dimension: 10 });
    await bench.store.settle(table);
    const query = rows[3]?.vector ?? new Float32Array();
    expect(await bench.store.search(table, query, { limit: 9, filter: {} })).toEqual(toExact(rows, query, 9));
  });
});
