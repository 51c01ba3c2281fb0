import { describe } from "vitest";
import { lexicalIndexContract } from "../../../test/contracts/lexical-index-contract.ts";
import { openForWriting } from "./open-sqlite.ts";
import { SqliteDocumentWriter } from "./sqlite-document-writer.ts";
import { createSqliteLexicalIndex } from "./sqlite-lexical-index.ts";

const EQUAL_WEIGHTS = { heading: 1, text: 1, cjk: 1, identifiers: 1 };

describe("the SQLite lexical index", () => {
  lexicalIndexContract(async (documents) => {
    const database = openForWriting(":memory:");
    const writer = new SqliteDocumentWriter(database);
    for (const document of documents) await writer.put(document);
    return createSqliteLexicalIndex(database, EQUAL_WEIGHTS);
  });
});
