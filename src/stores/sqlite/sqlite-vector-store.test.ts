import { describe } from "vitest";
import { vectorStoreContract } from "../../../test/contracts/vector-store-contract.ts";
import { SqliteVectorStore } from "./sqlite-vector-store.ts";

const KILLED_WRITER = new URL("../../../test/support/children/upsert-sqlite-vectors.ts", import.meta.url);

describe("the sqlite-vec vector store", () => {
  vectorStoreContract({
    store: "sqlite-vec",
    open: async ({ database }) => new SqliteVectorStore(database),
    keepsOnDisk: true,
    killedWriter: KILLED_WRITER,
  });
});
