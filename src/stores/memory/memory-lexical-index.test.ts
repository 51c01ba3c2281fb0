import { describe } from "vitest";
import { lexicalIndexContract } from "../../../test/contracts/lexical-index-contract.ts";
import { createMemoryLexicalIndex } from "./memory-lexical-index.ts";

describe("the memory lexical index", () => {
  lexicalIndexContract(async (documents) => createMemoryLexicalIndex(documents));
});
