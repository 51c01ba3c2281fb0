// Writes batches of 64 rows to LanceDB, one line after each, and ends by itself if it is not killed.
import { LancedbVectorStore } from "../../../src/stores/lancedb/lancedb-vector-store.ts";
import { openForReading } from "../../../src/stores/sqlite/open-sqlite.ts";
import { SqliteVectorLedger } from "../../../src/stores/sqlite/sqlite-vector-ledger.ts";

const [folder = "", batches = "", table = ""] = process.argv.slice(1);
using database = openForReading(`${folder}/kebab.sqlite`);
await using store = new LancedbVectorStore(`${folder}/vectors`, new SqliteVectorLedger(database));
for (let batch = 0; batch < Number(batches); batch++) {
  const rows = Array.from({ length: 64 }, (_, index) => {
    const chunkId = `chunk ${batch * 64 + index}`;
    const vector = Float32Array.from([batch + 1, index + 1, 1, 1]);
    return { chunkId, documentId: "document", vector, text: chunkId.repeat(50), headingPath: [] };
  });
  await store.upsert(JSON.parse(table), rows);
  console.log(`wrote ${batch + 1}`);
}
