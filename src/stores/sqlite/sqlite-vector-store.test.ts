import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durableVectorStoreContract } from "../../../test/contracts/vector-store-contract.ts";
import { toRow, VectorStoreBench } from "../../../test/support/vector-store-bench.ts";
import { searchEveryVector } from "./exact-vector-search.ts";
import { openForReading } from "./open-sqlite.ts";
import { SqliteVectorStore } from "./sqlite-vector-store.ts";

const KILLED_WRITER = new URL("../../../test/support/children/upsert-sqlite-vectors.ts", import.meta.url);

describe("the sqlite-vec vector store", () => {
  durableVectorStoreContract({
    store: "sqlite-vec",
    open: async ({ database }) => new SqliteVectorStore(database),
    killedWriter: KILLED_WRITER,
  });
});

describe("search over codes", () => {
  const open = (): Promise<VectorStoreBench> =>
    VectorStoreBench.open("sqlite-vec", async ({ database }) => new SqliteVectorStore(database));

  it("gives what scoring every vector through SQL gives, to the last bit", async () => {
    await using bench = await open();
    const component = fc.integer({ min: -1000, max: 1000 });
    const direction = fc
      .array(component, { minLength: 20, maxLength: 20 })
      .filter((values) => values.some((value) => value !== 0));
    const vectors = fc.sample(direction, { numRuns: 700, seed: 3 });
    await bench.put(
      ...Array.from({ length: 7 }, (_, index) => ({
        path: `${index}.md`,
        chunks: Array.from({ length: 100 }, (_chunk, ordinal) => `chunk ${ordinal}`),
      })),
    );
    const table = await bench.table(20);
    await bench.embed(
      table,
      vectors.map((vector, index) => toRow(`${Math.floor(index / 100)}.md`, `chunk ${index % 100}`, vector)),
    );
    for (const query of fc.sample(direction, { numRuns: 40, seed: 4 })) {
      const search = { vector: Float32Array.from(query), limit: 25, filter: { path: "[1-4].md" } };
      const exact = await searchEveryVector(bench.database, table, search);
      expect(await bench.store.search(table, search.vector, search)).toEqual(exact);
    }
  });

  it("sees what another connection has written since", async () => {
    await using bench = await open();
    await bench.put({ path: "notes.md", chunks: ["a", "b"] });
    const table = await bench.table(4);
    await bench.embed(table, [toRow("notes.md", "a", [1, 0, 0, 0])]);
    using reading = openForReading(bench.database.path);
    const reader = new SqliteVectorStore(reading);
    const count = async (): Promise<number> =>
      (await reader.search(table, Float32Array.of(1, 1, 0, 0), { limit: 10, filter: {} })).length;
    expect(await count()).toBe(1);
    await bench.embed(table, [toRow("notes.md", "b", [0, 1, 0, 0])]);
    expect(await count()).toBe(2);
    await bench.removeDocument("notes.md");
    expect(await count()).toBe(0);
  });
});
