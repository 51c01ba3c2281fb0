import { toMessage } from "../../core/errors.ts";
import type { SearchFilter } from "../../core/search.ts";
import type {
  DocumentReader,
  StoreCounts,
  StoredChunk,
  StoredDocument,
  StoredSource,
} from "../../ports/document-store.ts";
import type { Database } from "./database.ts";
import { toFilterSql } from "./filter-sql.ts";
import * as sql from "./reader-sql.ts";

/** Reads with the connection it is given, and closes it. */
export class SqliteDocumentReader implements DocumentReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async chunks(ids: readonly string[]): Promise<StoredChunk[]> {
    if (ids.length === 0) return [];
    return this.#database.all<sql.ChunkRow>(sql.CHUNKS, [JSON.stringify(ids)]).map(sql.toChunk);
  }

  async pathsOf(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = this.#database.all<{ id: string; path: string }>(sql.PATHS_OF, [JSON.stringify(ids)]);
    return new Map(rows.map((row) => [row.id, row.path]));
  }

  async chunksOf(documentId: string): Promise<{ chunks: StoredChunk[]; tail: string }> {
    const chunks = this.#database.all<sql.ChunkRow>(sql.CHUNKS_OF, [documentId]).map(sql.toChunk);
    const tail = this.#database.get<{ tail: string }>(sql.DOCUMENT_TAIL, [documentId])?.tail ?? "";
    return { chunks, tail };
  }

  async document(id: string): Promise<StoredDocument | null> {
    const row = this.#database.get<sql.DocumentRow>(sql.DOCUMENT, [id]);
    return row === undefined ? null : sql.toDocument(row);
  }

  async documentsAt(path: string): Promise<StoredDocument[]> {
    return this.#database.all<sql.DocumentRow>(sql.DOCUMENTS_AT, [path]).map(sql.toDocument);
  }

  async documents(filter: SearchFilter, page: { limit: number; offset: number }): Promise<StoredDocument[]> {
    const { condition, values } = await toFilterSql(filter, this.#database);
    const rows = this.#database.all<sql.DocumentRow>(sql.listDocuments(condition), [
      ...values,
      page.limit,
      page.offset,
    ]);
    return rows.map(sql.toDocument);
  }

  async countDocuments(filter: SearchFilter): Promise<number> {
    const { condition, values } = await toFilterSql(filter, this.#database);
    return this.#database.get<{ count: number }>(sql.countDocuments(condition), values)?.count ?? 0;
  }

  async tags(): Promise<{ tag: string; documents: number }[]> {
    return this.#database.all(sql.TAGS);
  }

  async sources(): Promise<(StoredSource & { documents: number })[]> {
    return this.#database.all(sql.SOURCES);
  }

  async sourceRoots(): Promise<Map<string, string>> {
    const rows = this.#database.all<{ id: string; root: string }>(sql.SOURCE_ROOTS);
    return new Map(rows.map(({ id, root }) => [id, root]));
  }

  async setAside(): Promise<
    { sourceId: string; path: string; kind: "failed" | "skipped"; reason: string }[]
  > {
    return this.#database.all(sql.SET_ASIDE);
  }

  async counts(): Promise<StoreCounts> {
    const counts = this.#database.get<Omit<StoreCounts, "byType" | "bySource">>(sql.COUNTS);
    const grouped = (text: string): Record<string, number> =>
      Object.fromEntries(
        this.#database.all<{ name: string; count: number }>(text).map((row) => [row.name, row.count]),
      );
    if (counts === undefined) throw new Error("a select of counts gave no row");
    return { ...counts, byType: grouped(sql.BY_TYPE), bySource: grouped(sql.BY_SOURCE) };
  }

  async check(): Promise<string[]> {
    const problems: string[] = [];
    const integrity = this.#database.all<{ integrity_check: string }>(/* sql */ `pragma integrity_check`);
    problems.push(...integrity.map((row) => row.integrity_check).filter((line) => line !== "ok"));
    problems.push(
      ...this.#database
        .all<{ table: string }>(/* sql */ `pragma foreign_key_check`)
        .map((row) => `a row of ${row.table} refers to nothing`),
    );
    return problems;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#database[Symbol.dispose]();
  }
}

/** FTS5 against its external content; it is a write statement, so it needs a writing connection. */
export function checkLexicalIndex(database: Database): string[] {
  try {
    database.exec(/* sql */ `insert into chunks_fts (chunks_fts, rank) values ('integrity-check', 1)`);
    return [];
  } catch (error) {
    return [`the keyword index does not agree with the chunks: ${toMessage(error)}`];
  }
}
