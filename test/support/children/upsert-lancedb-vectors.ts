// Writes to LanceDB and is killed before it commits; see test/support/upsert-and-wait.ts.
import { LancedbVectorStore } from "../../../src/stores/lancedb/lancedb-vector-store.ts";
import { upsertAndWait } from "../upsert-and-wait.ts";

await upsertAndWait("lancedb", async ({ folder, ledger }) => new LancedbVectorStore(folder, ledger));
