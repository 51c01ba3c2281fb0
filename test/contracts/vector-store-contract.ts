import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchFilter } from "../../src/core/search.ts";
import type { VectorRow, VectorStore, VectorStoreName, VectorTable } from "../../src/ports/vector-store.ts";
import { compareRanked, createCosine } from "../../src/stores/cosine.ts";
import { kill, readLine, startChild } from "../support/run-child.ts";
import {
  chunkId,
  toRow,
  type VectorDocument,
  type VectorPlace,
  VectorStoreBench,
} from "../support/vector-store-bench.ts";

export interface VectorStoreUnderTest {
  /** Under which the ledger knows its tables. */
  readonly store: VectorStoreName;
  /** Called again after `reopen`, with the same folder and database file. The bench disposes of the store. */
  readonly open: (place: VectorPlace) => Promise<VectorStore>;
}

export interface DurableStoreUnderTest extends VectorStoreUnderTest {
  /**
   * A script for `startChild` that calls `upsertAndWait` of test/support/upsert-and-wait.ts with its
   * store. It is killed between upsert and commit.
   */
  readonly killedWriter: URL;
}

type Open = () => Promise<VectorStoreBench>;

/** What every VectorStore must hold to; the ledger and the documents are real, in SQLite. */
export function vectorStoreContract(tested: VectorStoreUnderTest): void {
  const open: Open = () => VectorStoreBench.open(tested.store, tested.open);
  describe("rows", () => rowTests(open));
  describe("what counts", () => visibilityTests(open));
  describe("search", () => searchTests(open));
  describe("filters", () => filterTests(open));
  describe("vectors that are none", () => refusalTests(open));
  describe("many rows", () => sizeTests(open));
}

/** And what one must hold to that keeps its vectors on the disk. */
export function durableVectorStoreContract(tested: DurableStoreUnderTest): void {
  const open: Open = () => VectorStoreBench.open(tested.store, tested.open);
  vectorStoreContract(tested);
  describe("closing and opening", () => reopenTests(open));
  describe("a killed run", () => killTests(open, tested));
}

const X = [1, 0, 0, 0];
const Y = [0, 1, 0, 0];
const Z = [0, 0, 1, 0];
const ALL = { limit: 100, filter: {} };

/** One document "notes.md" with these chunks, each with its vector, all committed. */
async function openWith(
  open: Open,
  vectors: Readonly<Record<string, readonly number[]>>,
): Promise<{ bench: VectorStoreBench; table: VectorTable }> {
  const bench = await open();
  await bench.put({ path: "notes.md", chunks: Object.keys(vectors) });
  const table = await bench.table(4);
  await bench.embed(
    table,
    Object.entries(vectors).map(([name, vector]) => toRow("notes.md", name, vector)),
  );
  return { bench, table };
}

const idOf = (name: string): string => chunkId("notes.md", name);
const idsOf = (ranked: readonly { chunkId: string }[]): string[] => ranked.map(({ chunkId: id }) => id);

function rowTests(open: Open): void {
  it("finds what was upserted, nearest first, with its cosine", async () => {
    const { bench, table } = await openWith(open, { a: X, b: Y, c: [1, 1, 0, 0] });
    await using _ = bench;
    expect(await bench.find(table, X)).toEqual([
      { chunkId: idOf("a"), score: 1 },
      { chunkId: idOf("c"), score: expect.closeTo(Math.SQRT1_2, 15) },
      { chunkId: idOf("b"), score: 0 },
    ]);
  });

  it("replaces the vector of a chunk it has", async () => {
    const { bench, table } = await openWith(open, { a: X, b: Y });
    await using _ = bench;
    await bench.store.upsert(table, [toRow("notes.md", "a", Z)]);
    expect(await bench.find(table, Z, { limit: 1 })).toEqual([{ chunkId: idOf("a"), score: 1 }]);
    expect(await bench.find(table, X)).toHaveLength(2);
    expect((await bench.store.chunkIds(table)).sort()).toEqual([idOf("a"), idOf("b")].sort());
  });

  it("takes the last of two vectors for one chunk in a batch", async () => {
    const { bench, table } = await openWith(open, { a: X });
    await using _ = bench;
    await bench.store.upsert(table, [toRow("notes.md", "a", Y), toRow("notes.md", "a", Z)]);
    expect(await bench.find(table, Z)).toEqual([{ chunkId: idOf("a"), score: 1 }]);
  });

  it("removes chunks, and ignores those it does not know", async () => {
    const { bench, table } = await openWith(open, { a: X, b: Y });
    await using _ = bench;
    await bench.store.remove(table, [idOf("a"), "unknown", `it's "quoted"; --`]);
    await bench.store.remove(table, [idOf("a")]);
    await bench.store.remove(table, []);
    expect(idsOf(await bench.find(table, X))).toEqual([idOf("b")]);
    expect(await bench.store.chunkIds(table)).toEqual([idOf("b")]);
  });

  it("does nothing for no rows", async () => {
    const { bench, table } = await openWith(open, { a: X });
    await using _ = bench;
    await bench.store.upsert(table, []);
    expect(await bench.find(table, X)).toHaveLength(1);
  });

  it("drops a table, twice too, and takes new vectors after it", async () => {
    const { bench, table } = await openWith(open, { a: X });
    await using _ = bench;
    await bench.store.drop(table);
    await bench.store.drop(table);
    expect(await bench.find(table, X)).toEqual([]);
    expect(await bench.store.chunkIds(table)).toEqual([]);
    await bench.embed(table, [toRow("notes.md", "a", Y)]);
    expect(await bench.find(table, Y)).toEqual([{ chunkId: idOf("a"), score: 1 }]);
  });

  it("gives vectors by chunk, in the order asked, without those it does not have", async () => {
    const { bench, table } = await openWith(open, { a: X, b: Y, c: Z });
    await using _ = bench;
    const ids = [idOf("c"), "no such chunk", idOf("a")];
    expect((await bench.store.vectors(table, ids)).map((vector) => [...vector])).toEqual([Z, X]);
    expect(await bench.store.vectors(table, [])).toEqual([]);
  });

  it("gives no vectors of a table that was never written", async () => {
    await using bench = await open();
    await bench.put({ path: "notes.md", chunks: ["a"] });
    const table = await bench.table(4);
    expect(await bench.store.vectors(table, [idOf("a")])).toEqual([]);
  });

  it("settles, before the first vector too, and gives the same hits after it", async () => {
    const { bench, table } = await openWith(open, { a: X, b: [1, 2, 0, 0], c: Z });
    await using _ = bench;
    const before = await bench.find(table, X);
    await bench.store.settle(table);
    await bench.store.settle(table);
    expect(await bench.find(table, X)).toEqual(before);
    await bench.store.settle(await bench.table(4, bench.key("never-written")));
  });
}

function visibilityTests(open: Open): void {
  it("shows committed vectors only", async () => {
    await using bench = await open();
    await bench.put({ path: "notes.md", chunks: ["a", "b"] });
    const table = await bench.table(4);
    await bench.store.upsert(table, [toRow("notes.md", "a", X), toRow("notes.md", "b", Y)]);
    expect(await bench.find(table, X)).toEqual([]);
    await bench.ledger.commit(table, [idOf("b")], "committed");
    expect(idsOf(await bench.find(table, X))).toEqual([idOf("b")]);
    await bench.ledger.commit(table, [idOf("a")], "committed");
    expect(idsOf(await bench.find(table, X))).toEqual([idOf("a"), idOf("b")]);
  });

  it("shows a removed chunk no more, from the moment its document is gone", async () => {
    const { bench, table } = await openWith(open, { a: X, b: Y });
    await using _ = bench;
    await bench.put({ path: "notes.md", chunks: ["b"] });
    expect(idsOf(await bench.find(table, X))).toEqual([idOf("b")]);
    await bench.removeDocument("notes.md");
    expect(await bench.find(table, X)).toEqual([]);
    await bench.sweep(table);
    expect(await bench.store.chunkIds(table)).toEqual([]);
    expect(await bench.ledger.removed(table, 10)).toEqual([]);
  });

  it("never shows the old vector of a chunk that went and came back", async () => {
    const { bench, table } = await openWith(open, { a: X, b: Y });
    await using _ = bench;
    await bench.put({ path: "notes.md", chunks: ["b"] });
    await bench.put({ path: "notes.md", chunks: ["a", "b"] });
    expect(idsOf(await bench.find(table, X))).toEqual([idOf("b")]);
    await bench.embed(table, [toRow("notes.md", "a", Z)]);
    expect((await bench.find(table, Z))[0]).toEqual({ chunkId: idOf("a"), score: 1 });
    await bench.put({ path: "notes.md", chunks: ["b"] });
    await bench.sweep(table);
    await bench.put({ path: "notes.md", chunks: ["a", "b"] });
    await bench.ledger.commit(table, [idOf("a")], "committed");
    expect(idsOf(await bench.find(table, Z))).toEqual([idOf("b")]);
  });

  it("hides a chunk whose heading changed until it has its new vector", async () => {
    const { bench, table } = await openWith(open, { a: X });
    await using _ = bench;
    await bench.put({ path: "notes.md", chunks: ["a"], title: "Another title" });
    expect(await bench.find(table, X)).toEqual([]);
    await bench.embed(table, [toRow("notes.md", "a", Y)]);
    expect(await bench.find(table, Y)).toEqual([{ chunkId: idOf("a"), score: 1 }]);
  });

  it("hides the vectors of the model's earlier version", async () => {
    const { bench } = await openWith(open, { a: X, b: Y });
    await using _ = bench;
    const renewed = await bench.table(4, bench.key("model-a", "2"));
    expect(await bench.find(renewed, X)).toEqual([]);
    await bench.embed(renewed, [toRow("notes.md", "b", Z)]);
    expect(await bench.find(renewed, Z)).toEqual([{ chunkId: idOf("b"), score: 1 }]);
  });

  it("takes another dimension from a new version, once the old table is dropped", async () => {
    const { bench, table } = await openWith(open, { a: X });
    await using _ = bench;
    await bench.ledger.enrol(bench.key("model-a", "2"));
    await bench.store.drop(table);
    const renewed = await bench.ledger.open(bench.key("model-a", "2"), 3);
    await bench.embed(renewed, [toRow("notes.md", "a", [0, 0, 1])]);
    expect(await bench.find(renewed, [0, 0, 1])).toEqual([{ chunkId: idOf("a"), score: 1 }]);
  });

  it("never mixes two models of one dimension", async () => {
    const { bench, table } = await openWith(open, { a: X, b: Y });
    await using _ = bench;
    const other = await bench.table(4, bench.key("ollama/model-a"));
    await bench.embed(other, [toRow("notes.md", "a", Z), toRow("notes.md", "b", X)]);
    expect(idsOf(await bench.find(table, X, { limit: 1 }))).toEqual([idOf("a")]);
    expect(idsOf(await bench.find(other, X, { limit: 1 }))).toEqual([idOf("b")]);
    await bench.store.remove(other, [idOf("a")]);
    expect(await bench.find(table, X)).toHaveLength(2);
    await bench.store.drop(other);
    expect(await bench.find(table, X)).toHaveLength(2);
  });
}

function searchTests(open: Open): void {
  it("gives an empty list for a table that was never written", async () => {
    await using bench = await open();
    await bench.put({ path: "notes.md", chunks: ["a"] });
    const table = await bench.table(4);
    expect(await bench.find(table, X)).toEqual([]);
    expect(await bench.store.chunkIds(table)).toEqual([]);
    await bench.store.remove(table, ["a"]);
  });

  it("gives all there are when asked for more, and at most the limit", async () => {
    const { bench, table } = await openWith(open, { a: X, b: Y, c: Z });
    await using _ = bench;
    expect(await bench.find(table, X, { limit: 5000 })).toHaveLength(3);
    expect(await bench.find(table, X, { limit: 2 })).toHaveLength(2);
    expect(await bench.find(table, X, { limit: 0 })).toEqual([]);
  });

  it("orders equal vectors by chunk id, also where the limit cuts between them", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `chunk ${index}`);
    const { bench, table } = await openWith(open, Object.fromEntries(names.map((name) => [name, X])));
    await using _ = bench;
    const ids = names.map(idOf).sort();
    expect(idsOf(await bench.find(table, [1, 1, 0, 0]))).toEqual(ids);
    expect(idsOf(await bench.find(table, [1, 1, 0, 0], { limit: 7 }))).toEqual(ids.slice(0, 7));
  });

  it("scores by direction, whatever the lengths", async () => {
    const { bench, table } = await openWith(open, {
      a: [30, 0, 0, 0],
      b: [0.01, 0.01, 0, 0],
      c: [-5, 0, 0, 0],
    });
    await using _ = bench;
    const found = await bench.find(table, [0.25, 0, 0, 0]);
    expect(found.map(({ chunkId: id }) => id)).toEqual(["a", "b", "c"].map(idOf));
    expect(found[0]?.score).toBe(1);
    expect(found[2]?.score).toBe(-1);
  });

  it("gives the exact scores of vectors that almost agree, to the last bit", async () => {
    const near = (step: number): number[] => [1, step * 1e-7, 0, 0];
    const vectors = Object.fromEntries(
      Array.from({ length: 30 }, (_, step) => [`chunk ${step}`, near(step)]),
    );
    const { bench, table } = await openWith(open, vectors);
    await using _ = bench;
    const query = [1, 15e-7, 0, 1e-3];
    const toScore = createCosine(Float32Array.from(query));
    const expected = Object.entries(vectors)
      .map(([name, vector]) => ({ chunkId: idOf(name), score: toScore(Float32Array.from(vector)) }))
      .sort(compareRanked);
    expect(await bench.find(table, query, { limit: 10 })).toEqual(expected.slice(0, 10));
  });
}

const TAGS = ["ops", "howto", "draft"];
const TYPES = ["markdown", "pdf", "note"] as const;
const component = fc.integer({ min: -8, max: 8 });
const direction = fc
  .tuple(component, component, component, component)
  .filter((vector) => vector.some((value) => value !== 0));
const anyDocument = fc.record({
  chunks: fc.array(direction, { minLength: 1, maxLength: 4 }),
  tags: fc.subarray(TAGS),
  type: fc.constantFrom(...TYPES),
  updatedAt: fc.integer({ min: 0, max: 5 }),
});
const anyFilter: fc.Arbitrary<SearchFilter> = fc.record(
  {
    tagsAll: fc.subarray(TAGS),
    tagsAny: fc.subarray(TAGS),
    types: fc.subarray([...TYPES]),
    path: fc.constantFrom("ops/**", "*.md", "*/1*.md", "nowhere/**"),
    after: fc.integer({ min: 0, max: 5 }),
    before: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: [] },
);

function filterTests(open: Open): void {
  it("finds what passes the filter, however far it is", async () => {
    await using bench = await open();
    const near = Array.from({ length: 200 }, (_, index) => `near ${index}`);
    await bench.put({ path: "near.md", chunks: near }, { path: "far.md", chunks: ["far"], tags: ["ops"] });
    const table = await bench.table(4);
    await bench.embed(table, [
      ...near.map((name, index) => toRow("near.md", name, [1, index / 1000, 0, 0])),
      toRow("far.md", "far", [-1, 0, 0, 0]),
    ]);
    const found = await bench.find(table, X, { limit: 3, filter: { tagsAll: ["ops"] } });
    expect(found).toEqual([{ chunkId: chunkId("far.md", "far"), score: -1 }]);
    expect(await bench.find(table, X, { filter: { langs: ["ko"] } })).toEqual([]);
  });

  it("equals the exact search over the documents that pass", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDocument, { minLength: 1, maxLength: 12 }),
        fc.array(fc.record({ query: direction, filter: anyFilter, limit: fc.integer({ min: 1, max: 12 }) }), {
          minLength: 6,
          maxLength: 6,
        }),
        async (drafts, searches) => {
          await using bench = await open();
          const { documents, rows } = toCorpus(drafts);
          await bench.put(...documents);
          const table = await bench.table(4);
          await bench.embed(table, rows);
          for (const { query, filter, limit } of searches) {
            const passing = await bench.ledger.documentsMatching(filter);
            const toScore = createCosine(Float32Array.from(query));
            const expected = rows
              .filter(({ documentId }) => passing?.has(documentId) ?? true)
              .map((row) => ({ chunkId: row.chunkId, score: toScore(row.vector) }))
              .sort(compareRanked)
              .slice(0, limit);
            expect(await bench.find(table, query, { filter, limit })).toEqual(expected);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
}

type Draft = { chunks: readonly (readonly number[])[] } & Omit<VectorDocument, "path" | "chunks">;

function toCorpus(drafts: readonly Draft[]): { documents: VectorDocument[]; rows: VectorRow[] } {
  const rows: VectorRow[] = [];
  const documents = drafts.map(({ chunks: vectors, ...rest }, index) => {
    const path = `${index % 2 === 0 ? "ops" : "home"}/${index}.md`;
    const chunks = vectors.map((_, ordinal) => `chunk ${ordinal}`);
    for (const [ordinal, vector] of vectors.entries()) rows.push(toRow(path, `chunk ${ordinal}`, vector));
    return { path, chunks, ...rest };
  });
  return { documents, rows };
}

function refusalTests(open: Open): void {
  it.each([
    ["of another dimension", [1, 0, 0], /3 dimensions.*have 4/],
    ["with a NaN", [1, Number.NaN, 0, 0], /not a finite number/],
    ["with an infinite value", [1, Number.POSITIVE_INFINITY, 0, 0], /not a finite number/],
    ["of length zero", [0, 0, 0, 0], /length is zero/],
  ])("refuses one %s, and writes nothing of its batch", async (_, vector, message) => {
    const { bench, table } = await openWith(open, { a: X, b: Y });
    await using _bench = bench;
    const batch = [toRow("notes.md", "b", Z), toRow("notes.md", "a", vector)];
    await expect(bench.store.upsert(table, batch)).rejects.toThrow(message);
    expect(await bench.find(table, Z)).toEqual(
      [idOf("a"), idOf("b")].sort().map((id) => ({ chunkId: id, score: 0 })),
    );
    await expect(bench.find(table, vector)).rejects.toThrow(message);
  });

  it("refuses a first vector of the wrong dimension and leaves the table unwritten", async () => {
    await using bench = await open();
    await bench.put({ path: "notes.md", chunks: ["a"] });
    const table = await bench.table(4);
    await expect(bench.store.upsert(table, [toRow("notes.md", "a", [1, 0])])).rejects.toThrow(/2 dimensions/);
    expect(await bench.store.chunkIds(table)).toEqual([]);
  });
}

/** Points on a spiral: every score is another. */
function toSpiral(index: number): number[] {
  return [Math.cos(index / 50), Math.sin(index / 50), index / 5000, 0.25];
}

function sizeTests(open: Open): void {
  it("keeps a thousand rows in several batches and finds the nearest of them", async () => {
    await using bench = await open();
    const names = Array.from({ length: 1000 }, (_, index) => `chunk ${index}`);
    await bench.put({ path: "notes.md", chunks: names });
    const table = await bench.table(4);
    const rows = names.map((name, index) => toRow("notes.md", name, toSpiral(index)));
    for (let start = 0; start < 1000; start += 128) await bench.embed(table, rows.slice(start, start + 128));
    await bench.store.settle(table);
    const query = Float32Array.from(toSpiral(333.3));
    const toScore = createCosine(query);
    const expected = rows
      .map((row) => ({ chunkId: row.chunkId, score: toScore(row.vector) }))
      .sort(compareRanked);
    for (const limit of [1, 10, 150, 1000]) {
      expect(await bench.store.search(table, query, { ...ALL, limit })).toEqual(expected.slice(0, limit));
    }
    await bench.store.remove(table, names.slice(0, 990).map(idOf));
    expect(idsOf(await bench.find(table, [...query])).sort()).toEqual(names.slice(990).map(idOf).sort());
  });

  it("takes a batch with more rows than SQLite has parameters", async () => {
    await using bench = await open();
    const names = Array.from({ length: 33_000 }, (_, index) => `chunk ${index}`);
    await bench.put({ path: "notes.md", chunks: names });
    const table = await bench.table(4);
    await bench.embed(
      table,
      names.map((name, index) => toRow("notes.md", name, toSpiral(index))),
    );
    expect(await bench.store.chunkIds(table)).toHaveLength(33_000);
    expect(await bench.find(table, X, { limit: 5000 })).toHaveLength(5000);
    await bench.store.remove(table, names.slice(1).map(idOf));
    expect(await bench.store.chunkIds(table)).toEqual([idOf("chunk 0")]);
  }, 60_000);
}

function reopenTests(open: Open): void {
  it("keeps vectors, removals and replacements", async () => {
    const { bench, table } = await openWith(open, { a: X, b: Y, c: Z });
    await using _ = bench;
    await bench.store.remove(table, [idOf("c")]);
    await bench.store.upsert(table, [toRow("notes.md", "b", Z)]);
    const before = await bench.find(table, Z);
    await bench.reopen();
    const found = await bench.ledger.find(bench.key());
    expect(found).toEqual(table);
    expect(await bench.find(table, Z)).toEqual(before);
    await bench.embed(table, [toRow("notes.md", "a", Z)]);
    expect(await bench.find(table, Z, { limit: 1 })).toHaveLength(1);
  });

  it("starts anew after a drop", async () => {
    const { bench, table } = await openWith(open, { a: X });
    await using _ = bench;
    await bench.store.drop(table);
    await bench.reopen();
    expect(await bench.store.chunkIds(table)).toEqual([]);
  });
}

function killTests(open: Open, { killedWriter }: DurableStoreUnderTest): void {
  it("leaves nothing that shows, and repeated, every vector once", async () => {
    const { bench, table } = await openWith(open, { a: X });
    await using _ = bench;
    await bench.put({ path: "notes.md", chunks: ["a", "b", "c"] });
    await bench.closeAll();
    const child = await startChild(killedWriter, [bench.folder.path]);
    try {
      expect(await readLine(child)).toBe("upserted 2");
    } finally {
      await kill(child, "SIGKILL");
    }
    await bench.reopen();
    expect(idsOf(await bench.find(table, X))).toEqual([idOf("a")]);
    const waiting = await bench.ledger.pending(table, 10);
    expect(waiting.map(({ text }) => text)).toEqual(["b", "c"]);
    await bench.embed(table, [toRow("notes.md", "b", Y), toRow("notes.md", "c", Z)]);
    expect((await bench.store.chunkIds(table)).sort()).toEqual(["a", "b", "c"].map(idOf).sort());
    expect(idsOf(await bench.find(table, [3, 2, 1, 0]))).toEqual(["a", "b", "c"].map(idOf));
  });
}
