import { describe, expect, it } from "vitest";
import { chunkId, toRow, VectorStoreBench } from "../../../test/support/vector-store-bench.ts";
import { checkVectors, repairVectors } from "./check-vectors.ts";
import { SqliteVectorStore } from "./sqlite-vector-store.ts";

const X = [1, 0, 0, 0];

async function openSound(): Promise<VectorStoreBench> {
  const bench = await VectorStoreBench.open(
    "sqlite-vec",
    async ({ database }) => new SqliteVectorStore(database),
  );
  await bench.put({ path: "notes.md", chunks: ["a", "b", "c", "d"] });
  const table = await bench.table(4);
  await bench.embed(
    table,
    ["a", "b", "c"].map((name) => toRow("notes.md", name, X)),
  );
  return bench;
}

describe("checkVectors() and repairVectors()", () => {
  it("find nothing in an index that is only behind", async () => {
    await using bench = await openSound();
    await bench.put({ path: "notes.md", chunks: ["b", "c", "d"] });
    expect(checkVectors(bench.database)).toEqual([]);
  });

  it.each([
    [
      "a vector that is gone",
      'delete from "chunk_embeddings_model-a" where rowid = 1',
      "1 chunks are listed as embedded and have no vector",
      { committed: 2, pending: 2 },
    ],
    [
      "a table that is gone",
      'drop table "chunk_embeddings_model-a"',
      "3 chunks are listed as embedded and have no vector",
      { committed: 0, pending: 4 },
    ],
    [
      "a vector that is nobody's",
      "delete from chunk_vectors where id = 1; insert into chunk_vectors (vector_table, chunk_id, document, state) values (1, '{a}', 1, 'pending')",
      "1 vectors belong to no chunk",
      { committed: 2, pending: 2 },
    ],
    [
      "a chunk without a row",
      "delete from chunk_vectors where id = 4",
      "1 chunks are not listed as waiting for a vector",
      { committed: 3, pending: 1 },
    ],
    [
      "a row without a chunk",
      "insert into chunk_vectors (vector_table, chunk_id, document, state) values (1, 'gone', 1, 'pending')",
      "1 vectors are listed for chunks that are gone",
      { committed: 3, pending: 1 },
    ],
  ])("tell of %s, and put it right", async (_, damage, problem, counts) => {
    await using bench = await openSound();
    bench.database.exec(damage.replace("{a}", chunkId("notes.md", "a")));
    expect(checkVectors(bench.database)).toEqual([`model-a in sqlite-vec: ${problem}`]);
    await repairVectors(bench.database);
    expect(checkVectors(bench.database)).toEqual([]);
    expect(await bench.ledger.counts(bench.key())).toMatchObject(counts);
  });
});
