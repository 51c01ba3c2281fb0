import { describe } from "vitest";
import { vectorStoreContract } from "../../../test/contracts/vector-store-contract.ts";
import { MemoryVectorStore } from "./memory-vector-store.ts";

describe("the memory vector store", () => {
  vectorStoreContract({
    store: "sqlite-vec",
    open: async ({ ledger }) => new MemoryVectorStore(ledger),
  });
});
