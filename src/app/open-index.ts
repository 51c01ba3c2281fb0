import type { Config } from "../config/keys.ts";
import type { DocumentReader } from "../ports/document-store.ts";
import type { LexicalIndex } from "../ports/lexical-index.ts";
import type { VectorLedger } from "../ports/vector-ledger.ts";
import type { VectorStore } from "../ports/vector-store.ts";
import { openForReading } from "../stores/sqlite/open-sqlite.ts";
import { SqliteDocumentReader } from "../stores/sqlite/sqlite-document-reader.ts";
import { createSqliteLexicalIndex } from "../stores/sqlite/sqlite-lexical-index.ts";
import { SqliteVectorLedger } from "../stores/sqlite/sqlite-vector-ledger.ts";
import type { DataPaths } from "./data-paths.ts";
import { openVectorStore } from "./vector-access.ts";

/** The reading side: one connection for rows, keyword index and ledger, closed with the reader. */
export interface OpenIndex extends AsyncDisposable {
  readonly reader: DocumentReader;
  readonly lexicalIndex: LexicalIndex;
  readonly ledger: VectorLedger;
  /** Opened by the first search that needs it. */
  vectorStore(): Promise<VectorStore>;
}

export function openIndex(config: Config, paths: DataPaths): OpenIndex {
  const database = openForReading(paths.database);
  const { headingWeight, textWeight, cjkWeight, identifierWeight } = config.search;
  const reader = new SqliteDocumentReader(database);
  const ledger = new SqliteVectorLedger(database);
  let store: Promise<VectorStore> | null = null;
  return {
    reader,
    ledger,
    lexicalIndex: createSqliteLexicalIndex(database, {
      heading: headingWeight,
      text: textWeight,
      cjk: cjkWeight,
      identifiers: identifierWeight,
    }),
    vectorStore: () => {
      store ??= openVectorStore(config.storage.vectorStore, { database, ledger, paths });
      return store;
    },
    [Symbol.asyncDispose]: async () => {
      await (await store)?.[Symbol.asyncDispose]();
      await reader[Symbol.asyncDispose]();
    },
  };
}
