// Upserts vectors into sqlite-vec, says so, and waits to be killed before they are committed.
import { SqliteVectorStore } from "../../../src/stores/sqlite/sqlite-vector-store.ts";
import { upsertAndWait } from "../upsert-and-wait.ts";

await upsertAndWait("sqlite-vec", async ({ database }) => new SqliteVectorStore(database));
