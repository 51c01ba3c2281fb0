import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durableVectorStoreContract } from "../../../test/contracts/vector-store-contract.ts";
import { kill, readLine, startChild } from "../../../test/support/run-child.ts";
import { chunkId, toRow, VectorStoreBench } from "../../../test/support/vector-store-bench.ts";
import type { SearchFilter } from "../../core/search.ts";
import type { VectorTable } from "../../ports/vector-store.ts";
import { Database } from "./database.ts";
import { searchEveryVector } from "./exact-vector-search.ts";
import { openForReading } from "./open-sqlite.ts";
import { SqliteVectorStore } from "./sqlite-vector-store.ts";

const KILLED_WRITER = new URL("../../../test/support/children/upsert-sqlite-vectors.ts", import.meta.url);
const RUN_SQL = new URL("../../../test/support/children/run-sql.ts", import.meta.url);

const open = (): Promise<VectorStoreBench> =>
  VectorStoreBench.open("sqlite-vec", async ({ database }) => new SqliteVectorStore(database));

describe("the sqlite-vec vector store", () => {
  durableVectorStoreContract({
    store: "sqlite-vec",
    open: async ({ database }) => new SqliteVectorStore(database),
    killedWriter: KILLED_WRITER,
  });
});

describe("search over codes", () => {
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

describe("a filter that comes again", () => {
  /** Two documents of one chunk each; the second is in Korean and tagged. */
  async function openNotes(): Promise<{ bench: VectorStoreBench; table: VectorTable }> {
    const bench = await open();
    await bench.put(
      { path: "a.md", chunks: ["deploy"] },
      { path: "b.md", chunks: ["배포"], lang: "ko", tags: ["ops"] },
    );
    const table = await bench.table(4);
    await bench.embed(table, [toRow("a.md", "deploy", [1, 0, 0, 0]), toRow("b.md", "배포", [0, 1, 0, 0])]);
    return { bench, table };
  }

  const A = chunkId("a.md", "deploy");
  const B = chunkId("b.md", "배포");
  const FILTERS: readonly SearchFilter[] = [
    { langs: ["ko"] },
    { langs: ["en"] },
    { tagsAll: ["ops"] },
    { tagsAny: ["ops"] },
    { path: "b*" },
  ];
  /** Neither a chunk nor a vector is touched. */
  const CHANGE = /* sql */ `
    update documents set lang = iif(path = 'a.md', 'ko', 'en'), path = iif(path = 'a.md', 'b2.md', 'c.md');
    update document_tags set document = (select id from documents where path = 'b2.md');
  `;

  const inThisConnection = async ({ database }: VectorStoreBench): Promise<void> => database.exec(CHANGE);
  const inAnotherConnection = async ({ database }: VectorStoreBench): Promise<void> => {
    using other = new Database(database.path, { readonly: false });
    other.exec(CHANGE);
  };
  const inAnotherProcess = async ({ database }: VectorStoreBench): Promise<void> => {
    const child = await startChild(RUN_SQL, [database.path, CHANGE]);
    try {
      expect(await readLine(child)).toBe("done");
    } finally {
      await kill(child, "SIGKILL");
    }
  };

  it.each([
    ["this connection", inThisConnection],
    ["another connection", inAnotherConnection],
    ["another process", inAnotherProcess],
  ])("follows documents that %s changes, though no vector does", async (_, change) => {
    const { bench, table } = await openNotes();
    await using _bench = bench;
    using reading = openForReading(bench.database.path);
    const stores = [bench.store, new SqliteVectorStore(reading)];
    const find = async (filter: SearchFilter): Promise<string[][]> =>
      Promise.all(
        stores.map(async (store) => {
          const hits = await store.search(table, Float32Array.of(1, 1, 0, 0), { limit: 9, filter });
          return hits.map((hit) => hit.chunkId);
        }),
      );
    const findAll = (): Promise<string[][][]> => Promise.all(FILTERS.map(find));
    const before = [[B], [A], [B], [B], [B]].map((ids) => [ids, ids]);
    expect(await findAll()).toEqual(before);
    expect(await findAll()).toEqual(before);
    await change(bench);
    const after = [[A], [B], [A], [A], [A]].map((ids) => [ids, ids]);
    expect(await findAll()).toEqual(after);
    expect(await find({})).toEqual([[A, B].sort(), [A, B].sort()]);
  });

  it("passes the same rows, however many others came between", async () => {
    await using bench = await open();
    const numbers = Array.from({ length: 30 }, (_, number) => number);
    await bench.put(
      ...numbers.map((number) => ({ path: `${number}.md`, chunks: ["a"], tags: [`tag ${number % 12}`] })),
    );
    const table = await bench.table(4);
    await bench.embed(
      table,
      numbers.map((number) => toRow(`${number}.md`, "a", [1, number, 0, 0])),
    );
    const filters = numbers.flatMap((number): SearchFilter[] => [
      { tagsAll: [`tag ${number % 12}`] },
      { tagsAny: [`tag ${number % 12}`, `tag ${(number + 1) % 12}`] },
      { tagsAll: ["tag 3"] },
    ]);
    for (const filter of filters) {
      const search = { vector: Float32Array.of(1, 1, 0, 0), limit: 9, filter };
      const exact = await searchEveryVector(bench.database, table, search);
      expect(exact).not.toEqual([]);
      expect(await bench.store.search(table, search.vector, search)).toEqual(exact);
    }
  });
});
