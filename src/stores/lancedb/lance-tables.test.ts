import { once } from "node:events";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { embedClusters, openLancedbBench, toExact } from "../../../test/support/lancedb-bench.ts";
import { kill, readLine, startChild } from "../../../test/support/run-child.ts";
import { toRow } from "../../../test/support/vector-store-bench.ts";
import { LancedbVectorStore } from "./lancedb-vector-store.ts";

const WRITER = new URL("../../../test/support/children/write-lancedb-batches.ts", import.meta.url);

describe("two at once", () => {
  it("shows what another process has written, compacted, dropped and written anew", async () => {
    await using bench = await openLancedbBench();
    const { table, rows } = await embedClusters(bench, { count: 200, dimension: 16 });
    await using other = new LancedbVectorStore(bench.folder.at("vectors"), bench.ledger);
    expect(await other.chunkIds(table)).toHaveLength(200);
    await bench.store.remove(
      table,
      rows.slice(100).map((row) => row.chunkId),
    );
    expect(await other.chunkIds(table)).toHaveLength(100);
    await bench.store.upsert(table, rows.slice(0, 150));
    await bench.store.settle(table);
    const query = rows[120]?.vector ?? new Float32Array();
    const options = { limit: 1, filter: {} };
    expect(await other.search(table, query, options)).toEqual([{ chunkId: rows[120]?.chunkId, score: 1 }]);
    await bench.store.drop(table);
    expect(await other.search(table, query, options)).toEqual([]);
    await bench.store.upsert(table, rows.slice(120, 130));
    expect(await other.chunkIds(table)).toHaveLength(10);
    expect(await other.search(table, query, options)).toEqual([{ chunkId: rows[120]?.chunkId, score: 1 }]);
  });

  it("searches on while another process writes and prunes", async () => {
    await using bench = await openLancedbBench();
    const { table, rows } = await embedClusters(bench, { count: 400, dimension: 16 });
    await using other = new LancedbVectorStore(bench.folder.at("vectors"), bench.ledger);
    const query = rows[5]?.vector ?? new Float32Array();
    const expected = toExact(rows, query, 10);
    let isWriting = true;
    const write = async (): Promise<void> => {
      for (let round = 0; round < 15; round++) {
        await bench.store.upsert(table, rows);
        await bench.store.settle(table);
      }
      isWriting = false;
    };
    const read = async (): Promise<void> => {
      while (isWriting) {
        expect(await other.search(table, query, { limit: 10, filter: {} })).toEqual(expected);
      }
    };
    await Promise.all([write(), read(), read()]);
  });

  it("ends by itself, and its rows are there for a process that had the table open", async () => {
    await using bench = await openLancedbBench();
    const table = await bench.table(4);
    await bench.store.upsert(table, [toRow("notes.md", "a", [1, 0, 0, 0])]);
    const child = await startChild(WRITER, [bench.folder.path, "2", JSON.stringify(table)]);
    child.stdout.resume();
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await bench.store.chunkIds(table)).toHaveLength(129);
  });
});

describe("a writer that is killed", () => {
  it("leaves whole batches, and repeated, every row once", async () => {
    await using bench = await openLancedbBench();
    const table = await bench.table(4);
    for (const delayMs of [0, 7, 15, 22]) {
      const child = await startChild(WRITER, [bench.folder.path, "40", JSON.stringify(table)]);
      expect(await readLine(child)).toBe("wrote 1");
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await kill(child, "SIGKILL");
      const ids = await bench.store.chunkIds(table);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length % 64).toBe(0);
      expect(ids.length).toBeGreaterThanOrEqual(64);
    }
    const child = await startChild(WRITER, [bench.folder.path, "5", JSON.stringify(table)]);
    child.stdout.resume();
    expect(await once(child, "exit")).toEqual([0, null]);
    const ids = await bench.store.chunkIds(table);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(320);
  });

  it("may have made the folder of a table and nothing in it", async () => {
    await using bench = await openLancedbBench();
    const table = await bench.table(4);
    bench.folder.folder(`vectors/${table.name}.lance/_versions`);
    expect(await bench.store.chunkIds(table)).toEqual([]);
    await bench.store.drop(table);
    bench.folder.folder(`vectors/${table.name}.lance/_versions`);
    await bench.store.upsert(table, [toRow("notes.md", "a", [1, 0, 0, 0])]);
    expect(await bench.store.chunkIds(table)).toHaveLength(1);
  });
});

describe("what cannot be read", () => {
  async function openBroken(breakIt: (folder: string) => void) {
    const bench = await openLancedbBench();
    const { table, rows } = await embedClusters(bench, { count: 40, dimension: 16 });
    await bench.store.settle(table);
    await bench.closeAll();
    breakIt(bench.folder.at("vectors", `${table.name}.lance`));
    const store = new LancedbVectorStore(bench.folder.at("vectors"), {
      ...bench.key(),
      documentsMatching: async () => null,
      hidden: async () => new Set<string>(),
    } as never);
    return { bench, table, store, query: rows[0]?.vector ?? new Float32Array() };
  }

  function overwriteAll(folder: string): void {
    for (const name of readdirSync(folder)) writeFileSync(`${folder}/${name}`, "garbage");
  }

  it.each([
    ["versions", (folder: string) => overwriteAll(`${folder}/_versions`)],
    ["vectors", (folder: string) => overwriteAll(`${folder}/data`)],
    ["missing vectors", (folder: string) => rmSync(`${folder}/data`, { recursive: true })],
  ])("is said in words: %s", async (_, breakIt) => {
    const { bench, table, store, query } = await openBroken(breakIt);
    await using _bench = bench;
    await using _store = store;
    await expect(store.search(table, query, { limit: 3, filter: {} })).rejects.toMatchObject({
      code: "database-broken",
      message: expect.stringMatching(/^Cannot read the vectors in .*vectors: (?!.*\.rs:).+/),
    });
    // What is broken can be thrown away and made anew.
    await store.drop(table);
    expect(await store.search(table, query, { limit: 3, filter: {} })).toEqual([]);
  });

  it("is a file where the folder should be", async () => {
    await using bench = await openLancedbBench();
    const table = await bench.table(4);
    await using store = new LancedbVectorStore(bench.folder.write("a-file", "x"), bench.ledger);
    await expect(store.chunkIds(table)).rejects.toThrow(/it is not a folder/);
    await expect(store.upsert(table, [toRow("a.md", "a", [1, 0, 0, 0])])).rejects.toThrow(
      /it is not a folder/,
    );
  });

  it("is a table of another dimension", async () => {
    await using bench = await openLancedbBench();
    const { table } = await embedClusters(bench, { count: 40, dimension: 16 });
    await using store = new LancedbVectorStore(bench.folder.at("vectors"), bench.ledger);
    const other = { ...table, dimension: 4 };
    await expect(store.upsert(other, [toRow("a.md", "a", [1, 0, 0, 0])])).rejects.toThrow(
      /16 dimensions, not 4/,
    );
  });

  it("is nothing after closing, twice too", async () => {
    await using bench = await openLancedbBench();
    const { table } = await embedClusters(bench, { count: 40, dimension: 16 });
    const store = new LancedbVectorStore(bench.folder.at("vectors"), bench.ledger);
    await store.chunkIds(table);
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    await expect(store.chunkIds(table)).rejects.toThrow(/it is closed/);
  });
});
