import { describe, expect, it } from "vitest";
import { chunkId, toRow, VectorStoreBench } from "../../../test/support/vector-store-bench.ts";
import type { SearchFilter } from "../../core/search.ts";
import { SqliteVectorLedger } from "./sqlite-vector-ledger.ts";
import { SqliteVectorStore } from "./sqlite-vector-store.ts";

const open = (): Promise<VectorStoreBench> =>
  VectorStoreBench.open("sqlite-vec", async ({ database }) => new SqliteVectorStore(database));

const NOTES = { path: "notes.md", chunks: ["a", "b", "c"] };

async function waiting(bench: VectorStoreBench, key = bench.key()): Promise<string[]> {
  return (await bench.ledger.pending(key, 100)).map(({ text }) => text);
}

describe("enrol()", () => {
  it("makes wait what is there, and what comes", async () => {
    await using bench = await open();
    await bench.put(NOTES);
    expect(await waiting(bench)).toEqual([]);
    await bench.ledger.enrol(bench.key());
    expect(await waiting(bench)).toEqual(["a", "b", "c"]);
    await bench.put({ path: "more.md", chunks: ["d"] });
    expect(await waiting(bench)).toEqual(["a", "b", "c", "d"]);
    expect((await bench.ledger.pending(bench.key(), 2)).map(({ text }) => text)).toEqual(["a", "b"]);
  });

  it("tells what a model is given of a chunk", async () => {
    await using bench = await open();
    await bench.put({ ...NOTES, title: "제목" });
    await bench.ledger.enrol(bench.key());
    expect((await bench.ledger.pending(bench.key(), 1))[0]).toEqual({
      chunkId: chunkId("notes.md", "a"),
      documentId: toRow("notes.md", "a", [1]).documentId,
      title: "제목",
      headingPath: ["제목"],
      text: "a",
    });
  });

  it("writes nothing when the table was enrolled", async () => {
    await using bench = await open();
    await bench.put(NOTES);
    await bench.ledger.enrol(bench.key());
    const changes = (): unknown => bench.database.get("select total_changes() as count");
    const before = changes();
    await bench.ledger.enrol(bench.key());
    expect(changes()).toEqual(before);
  });

  it("lets one table take over from another, which catches up when it is enrolled again", async () => {
    await using bench = await open();
    await bench.put(NOTES);
    const first = await bench.table(4);
    await bench.embed(first, [toRow("notes.md", "a", [1, 0, 0, 0]), toRow("notes.md", "b", [0, 1, 0, 0])]);
    await bench.ledger.enrol(bench.key("other"));
    await bench.put({ ...NOTES, chunks: ["b", "c"] }, { path: "more.md", chunks: ["d"] });
    await bench.put({ ...NOTES, chunks: ["a", "b", "c"] });
    expect(await waiting(bench)).toEqual(["c"]);
    expect(await waiting(bench, bench.key("other"))).toEqual(expect.arrayContaining(["a", "b", "c", "d"]));
    await bench.ledger.enrol(bench.key());
    expect((await waiting(bench)).sort()).toEqual(["a", "c", "d"]);
    await bench.ledger.enrolNone();
    await bench.put({ path: "last.md", chunks: ["e"] });
    expect((await waiting(bench)).sort()).toEqual(["a", "c", "d"]);
  });

  it("makes every chunk wait anew for another version, and forgets the dimension", async () => {
    await using bench = await open();
    await bench.put(NOTES);
    const table = await bench.table(4);
    await bench.embed(table, [toRow("notes.md", "a", [1, 0, 0, 0])]);
    await bench.ledger.commit(table, [chunkId("notes.md", "b")], "uncovered");
    const renewed = bench.key("model-a", "2");
    await bench.ledger.enrol(renewed);
    expect(await waiting(bench, renewed)).toEqual(["a", "b", "c"]);
    expect(await bench.ledger.find(bench.key())).toBeNull();
    expect(await bench.ledger.find(renewed)).toBeNull();
    expect(await bench.store.chunkIds(table)).toEqual([]);
    expect((await bench.ledger.open(renewed, 7)).dimension).toBe(7);
  });
});

describe("open()", () => {
  it("fixes the dimension at the first vector", async () => {
    await using bench = await open();
    await bench.ledger.enrol(bench.key());
    expect(await bench.ledger.find(bench.key())).toBeNull();
    const table = await bench.ledger.open(bench.key(), 384);
    expect(table).toEqual({ ...bench.key(), name: "chunk_embeddings_model-a", dimension: 384 });
    expect(await bench.ledger.find(bench.key())).toEqual(table);
    await expect(bench.ledger.open(bench.key(), 768)).rejects.toThrow(/768 dimensions.*have 384/);
    await expect(bench.ledger.open(bench.key("unknown"), 4)).rejects.toThrow(/unknown@1/);
  });
});

describe("counts(), commit() and forget()", () => {
  it("count what is committed, waits or needs none", async () => {
    await using bench = await open();
    await bench.put(NOTES);
    await bench.ledger.enrol(bench.key());
    const [a, b, c] = NOTES.chunks.map((name) => chunkId("notes.md", name));
    await bench.ledger.commit(bench.key(), [a!, "unknown"], "committed");
    await bench.ledger.commit(bench.key(), [b!], "uncovered");
    expect(await bench.ledger.counts(bench.key())).toEqual({ committed: 1, pending: 1, uncovered: 1 });
    await bench.put({ ...NOTES, chunks: ["a"] });
    expect(await bench.ledger.counts(bench.key())).toEqual({ committed: 1, pending: 0, uncovered: 0 });
    expect(await bench.ledger.removed(bench.key(), 10)).toEqual([b, c]);
    await bench.put(NOTES);
    // The last moment counts: a chunk that is gone is not committed, one that is back is not forgotten.
    await bench.ledger.forget(bench.key(), [b!, c!]);
    expect(await waiting(bench)).toEqual(["b", "c"]);
    await bench.removeDocument("notes.md");
    await bench.ledger.commit(bench.key(), [b!], "committed");
    expect(await bench.ledger.removed(bench.key(), 10)).toEqual([a, b, c]);
    expect(await bench.ledger.tables()).toEqual([
      { ...bench.key(), dimension: null, committed: 0, pending: 0, uncovered: 0 },
    ]);
  });

  it("never use an id twice", async () => {
    await using bench = await open();
    await bench.put(NOTES);
    const table = await bench.table(4);
    const largest = (): number | undefined =>
      bench.database.get<{ id: number }>("select max(id) as id from chunk_vectors")?.id;
    const before = largest();
    await bench.removeDocument("notes.md");
    await bench.sweep(table);
    await bench.put({ ...NOTES, chunks: ["z"] });
    expect(largest()).toBe((before ?? 0) + 1);
  });

  it("keep both stores' vectors of one model apart", async () => {
    await using bench = await open();
    await bench.put(NOTES);
    await bench.ledger.enrol(bench.key());
    const lance = { ...bench.key(), store: "lancedb" } as const;
    await bench.ledger.enrol(lance);
    await bench.ledger.commit(lance, [chunkId("notes.md", "a")], "committed");
    expect(await waiting(bench)).toEqual(["a", "b", "c"]);
    const table = await bench.ledger.open(lance, 4);
    expect([...(await bench.ledger.hidden(table))].sort()).toEqual(
      ["b", "c"].map((name) => chunkId("notes.md", name)).sort(),
    );
  });
});

describe("sample()", () => {
  it("gives the committed chunks with the lowest ids, at most the limit", async () => {
    await using bench = await open();
    await bench.put(NOTES);
    const table = await bench.table(4);
    expect(await bench.ledger.sample(table, 10)).toEqual([]);
    const [first = "", second = "", third = ""] = ["a", "b", "c"]
      .map((name) => chunkId("notes.md", name))
      .sort();
    await bench.ledger.commit(bench.key(), [third, first], "committed");
    expect(await bench.ledger.sample(table, 10)).toEqual([first, third]);
    await bench.ledger.commit(bench.key(), [second], "committed");
    expect(await bench.ledger.sample(table, 2)).toEqual([first, second]);
  });
});

describe("chunksMatching()", () => {
  it("gives those of the chunks asked for whose documents pass, and no unknown one", async () => {
    await using bench = await open();
    await bench.put(NOTES, { path: "ko.md", chunks: ["배포", "복구"], lang: "ko", tags: ["ops"] });
    const asked = [chunkId("notes.md", "a"), chunkId("ko.md", "배포"), "unknown", `it's "quoted"; --`];
    const match = async (filter: SearchFilter) => [...(await bench.ledger.chunksMatching(asked, filter))];
    expect(await match({ langs: ["ko"] })).toEqual([chunkId("ko.md", "배포")]);
    expect(await match({ langs: ["en"], path: "notes*" })).toEqual([chunkId("notes.md", "a")]);
    expect(await match({ tagsAll: ["none"] })).toEqual([]);
    expect(await match({})).toEqual([chunkId("notes.md", "a"), chunkId("ko.md", "배포")]);
    expect(await bench.ledger.chunksMatching([], {})).toEqual(new Set());
  });
});

describe("cached() and putCached()", () => {
  it("give back the vectors of the same model and version", async () => {
    await using bench = await open();
    const model = { modelId: "m", version: "1" };
    const vector = Float32Array.of(0.1, -0.2, 3e-8);
    await bench.ledger.putCached(model, [
      { hash: "h1", vector },
      { hash: "h2", vector: Float32Array.of(1) },
    ]);
    await bench.ledger.putCached(model, [{ hash: "h2", vector: Float32Array.of(2) }]);
    expect(await bench.ledger.cached(model, ["h2", "h1", "h3"])).toEqual(
      new Map([
        ["h1", vector],
        ["h2", Float32Array.of(2)],
      ]),
    );
    expect(await bench.ledger.cached({ ...model, version: "2" }, ["h1"])).toEqual(new Map());
    expect(await bench.ledger.cached({ ...model, modelId: "n" }, ["h1"])).toEqual(new Map());
  });
});

describe("putCheckpoint() and lastJob()", () => {
  it("tell of the run that was written last", async () => {
    await using bench = await open();
    let now = 1000;
    const ledger = new SqliteVectorLedger(bench.database, () => now++);
    expect(await ledger.lastJob()).toBeNull();
    const first = {
      key: bench.key("ollama/bge-m3"),
      state: "running",
      embedded: 5,
      reused: 1,
      remaining: 9,
    } as const;
    const second = { ...first, key: bench.key(), remaining: 2 } as const;
    await ledger.putCheckpoint(first);
    await ledger.putCheckpoint(second);
    expect(await ledger.lastJob()).toEqual(second);
    await ledger.putCheckpoint({ ...first, state: "done", remaining: 0 });
    expect(await ledger.lastJob()).toEqual({ ...first, state: "done", remaining: 0 });
  });
});
