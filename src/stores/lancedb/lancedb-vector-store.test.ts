import { readdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { durableVectorStoreContract } from "../../../test/contracts/vector-store-contract.ts";
import { embedClusters, openBeside, openLancedbBench } from "../../../test/support/lancedb-bench.ts";
import { toRow } from "../../../test/support/vector-store-bench.ts";
import { LancedbVectorStore } from "./lancedb-vector-store.ts";

const KILLED_WRITER = new URL("../../../test/support/children/upsert-lancedb-vectors.ts", import.meta.url);

describe("the LanceDB vector store", () => {
  durableVectorStoreContract({
    store: "lancedb",
    open: async ({ folder, ledger }) => new LancedbVectorStore(folder, ledger),
    killedWriter: KILLED_WRITER,
  });
});

function toBytesOnDisk(folder: string): number {
  const names = readdirSync(folder, { recursive: true });
  return names.reduce((sum, name) => sum + statSync(`${folder}/${String(name)}`).size, 0);
}

describe("the table", () => {
  it("has the columns that other programs read", async () => {
    await using bench = await openLancedbBench();
    await bench.put({ path: "notes.md", chunks: ["a"] });
    const table = await bench.table(4);
    const row = {
      ...toRow("notes.md", "a", [1, 0, 0, 0]),
      text: "Text 한글 🥙",
      headingPath: ["One", "Two"],
    };
    await bench.embed(table, [row]);
    using beside = await openBeside(bench, table);
    const schema = await beside.schema();
    expect(schema.fields.map((field) => `${field.name}: ${field.type}`)).toEqual([
      "chunk_id: Utf8",
      "doc_id: Utf8",
      "embedding: FixedSizeList[4]<Float32>",
      "model_id: Utf8",
      "embedding_version: Utf8",
      "text: Utf8",
      "heading_path: List<Utf8>",
      "created_at: Timestamp<MILLISECOND>",
    ]);
    const [stored] = await beside.query().toArray();
    expect(stored).toMatchObject({ chunk_id: row.chunkId, doc_id: row.documentId, text: row.text });
    expect([...stored.heading_path]).toEqual(["One", "Two"]);
    expect(stored.model_id).toBe("model-a");
  });

  it("takes ids that look like syntax", async () => {
    await using bench = await openLancedbBench();
    const table = await bench.table(4);
    const ids = ["it's", "''", "a\\b", "\\'", "%_", "x') or ('a' = 'a", "한글"];
    const rows = ids.map((id) => ({ ...toRow("notes.md", id, [1, 0, 0, 0]), chunkId: id }));
    await bench.store.upsert(table, rows);
    for (const [index, id] of ids.entries()) {
      await bench.store.remove(table, [id]);
      expect((await bench.store.chunkIds(table)).sort()).toEqual(ids.slice(index + 1).sort());
    }
  });

  it("stays near one copy of its vectors on disk, however often they are written", async () => {
    await using bench = await openLancedbBench();
    const { table, rows } = await embedClusters(bench, { count: 400, dimension: 384 });
    for (let round = 0; round < 5; round++) await bench.embed(table, rows);
    for (let start = 0; start < 400; start += 10) await bench.embed(table, rows.slice(start, start + 10));
    await bench.store.settle(table);
    expect(toBytesOnDisk(bench.folder.at("vectors"))).toBeLessThan(400 * 384 * 4 * 1.5);
    expect(await bench.store.chunkIds(table)).toHaveLength(400);
  });
});
