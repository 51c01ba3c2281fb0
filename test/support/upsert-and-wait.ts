import type { VectorStore } from "../../src/ports/vector-store.ts";
import { openForWriting } from "../../src/stores/sqlite/open-sqlite.ts";
import { SqliteVectorLedger } from "../../src/stores/sqlite/sqlite-vector-ledger.ts";
import type { VectorPlace } from "./vector-store-bench.ts";

/**
 * The body of a child process: gives every pending chunk of "model-a" a vector, says so, and waits to be
 * killed before it commits them. Its argument is the folder of a `VectorStoreBench`.
 */
export async function upsertAndWait(
  store: "sqlite-vec" | "lancedb",
  open: (place: VectorPlace) => Promise<VectorStore>,
): Promise<void> {
  const [folder = ""] = process.argv.slice(1);
  const database = openForWriting(`${folder}/kebab.sqlite`);
  const ledger = new SqliteVectorLedger(database);
  const vectors = await open({ database, ledger, folder: `${folder}/vectors` });
  const table = await ledger.find({ store, modelId: "model-a", version: "1" });
  if (table === null) throw new Error("model-a has no table");
  const pending = await ledger.pending(table, 100);
  const vector = Float32Array.from([1, 0, 0, 0]);
  await vectors.upsert(
    table,
    pending.map(({ chunkId, documentId, text, headingPath }) => {
      return { chunkId, documentId, text, headingPath, vector };
    }),
  );
  console.log(`upserted ${pending.length}`);
  for await (const _ of process.stdin);
}
