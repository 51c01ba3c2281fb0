import type { Config } from "../config/keys.ts";
import type { DocumentReader } from "../ports/document-store.ts";
import type { LexicalIndex } from "../ports/lexical-index.ts";
import { openForReading } from "../stores/sqlite/open-sqlite.ts";
import { SqliteDocumentReader } from "../stores/sqlite/sqlite-document-reader.ts";
import { createSqliteLexicalIndex } from "../stores/sqlite/sqlite-lexical-index.ts";
import type { DataPaths } from "./data-paths.ts";

/** The reading side: one connection for rows and keyword index, closed with the reader. */
export interface OpenIndex extends AsyncDisposable {
  readonly reader: DocumentReader;
  readonly lexicalIndex: LexicalIndex;
}

export function openIndex(config: Config, paths: DataPaths): OpenIndex {
  const database = openForReading(paths.database);
  const { headingWeight, textWeight, cjkWeight, identifierWeight } = config.search;
  const reader = new SqliteDocumentReader(database);
  return {
    reader,
    lexicalIndex: createSqliteLexicalIndex(database, {
      heading: headingWeight,
      text: textWeight,
      cjk: cjkWeight,
      identifiers: identifierWeight,
    }),
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}
