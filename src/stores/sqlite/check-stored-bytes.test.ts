import { describe, expect, it } from "vitest";
import { toRow, VectorStoreBench } from "../../../test/support/vector-store-bench.ts";
import { toContentHash } from "../../core/ids.ts";
import { checkStoredBytes } from "./check-stored-bytes.ts";
import { SqliteVectorStore } from "./sqlite-vector-store.ts";

async function openSound(): Promise<VectorStoreBench> {
  const bench = await VectorStoreBench.open(
    "sqlite-vec",
    async ({ database }) => new SqliteVectorStore(database),
  );
  await bench.put({ path: "notes.md", chunks: ["a", "배포", "c"] });
  const table = await bench.table(4);
  await bench.embed(
    table,
    ["a", "배포"].map((name) => toRow("notes.md", name, [0.6, 0, 0.8, 0])),
  );
  // The bench has hashes of its own.
  for (const [id, text] of bench.database.rows<[number, string]>("select id, text from chunks"))
    bench.database.run("update chunks set text_hash = ? where id = ?", [toContentHash(text), id]);
  const unit = Buffer.from(Float32Array.of(0.6, 0, 0.8, 0).buffer);
  bench.database.run("insert into embedding_cache values ('hash', 'model-a', 'prefix', 4, ?)", [unit]);
  return bench;
}

/** The last byte of the first float: its sign and most of its exponent. */
const flip = (table: string, column: string, rest = ""): string =>
  `update "${table}" set ${column} = substr(${column}, 1, 3) || x'7f' || substr(${column}, 5) ${rest}`;

describe("checkStoredBytes()", () => {
  it("finds nothing in what was stored", async () => {
    await using bench = await openSound();
    expect(checkStoredBytes(bench.database)).toEqual([]);
  });

  it.each([
    [
      "a letter of a text",
      "update chunks set text = text || '.' where ordinal = 1",
      "1 chunks have another text than was stored",
    ],
    [
      "a text that is none",
      "update chunks set text = x'00ff' where ordinal = 0",
      "1 chunks have another text than was stored",
    ],
    [
      "a float of a vector",
      flip("chunk_embeddings_model-a_vector_chunks00", "vectors"),
      "1 vectors of model-a are damaged",
    ],
    [
      "a byte of a code",
      flip("chunk_embeddings_model-a_vector_chunks01", "vectors"),
      "1 vectors of model-a are damaged",
    ],
    [
      "a block that is gone",
      'delete from "chunk_embeddings_model-a_vector_chunks00"',
      "1 vectors of model-a are damaged",
    ],
    ["a float of the cache", flip("embedding_cache", "vector"), "1 vectors of the cache are damaged"],
    [
      "half a vector of the cache",
      "update embedding_cache set vector = substr(vector, 1, 8)",
      "1 vectors of the cache are damaged",
    ],
  ])("finds %s that is another", async (_, damage, problem) => {
    await using bench = await openSound();
    bench.database.exec(damage);
    expect(checkStoredBytes(bench.database)).toEqual([problem]);
  });
});
