import type { VectorScan } from "../vector-scan.ts";
import type { Database, SqlValue } from "./database.ts";
import type { FilterSql } from "./filter-sql.ts";

const DOCUMENTS = /* sql */ `
  select group_concat(id) as ids, group_concat(document) as documents from chunk_vectors not indexed
  where vector_table = ?
`;
/** A byte a row each. */
const MOST_KEPT = 8;

/**
 * Which rows of a scan are of documents that pass a filter. Answers are kept, so this must go with the scan when
 * anything is written, be it a document's tag alone. Filters come back, question after question, and to find their
 * documents anew took 6 ms of 13 over 100,000 rows.
 */
export class FilterMasks {
  readonly #database: Database;
  readonly #scan: VectorScan;
  readonly #tableId: SqlValue;
  /** The one used last stands last. */
  readonly #kept = new Map<string, Uint8Array>();
  #documents: Uint32Array | null = null;

  constructor(database: Database, scan: VectorScan, tableId: SqlValue) {
    this.#database = database;
    this.#scan = scan;
    this.#tableId = tableId;
  }

  /** For `allowed` of the scan's search; undefined where every row passes. */
  of(filter: FilterSql): Uint8Array | undefined {
    if (filter.condition === null) return undefined;
    const key = JSON.stringify([filter.condition, ...filter.values]);
    const mask = this.#kept.get(key) ?? this.#scan.mask(this.#passes(filter));
    this.#kept.delete(key);
    this.#kept.set(key, mask);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return mask;
  }

  /**
   * The documents of all rows are read once, so that another filter costs its documents and a byte a row; as one
   * text, because 100,000 rows take five times as long.
   */
  #passes({ condition, values }: FilterSql): (id: number) => boolean {
    this.#documents ??= this.#readDocuments();
    const documentOf = this.#documents;
    const select = /* sql */ `select group_concat(d.id) as documents from documents d where ${condition}`;
    const passing = toNumbers(this.#database.get<{ documents: string | null }>(select, values)?.documents);
    const isPassing = new Uint8Array(largest(passing) + 1);
    for (const document of passing) isPassing[document] = 1;
    return (id) => isPassing[documentOf[id] ?? 0] === 1;
  }

  /** Document by the ledger's id. */
  #readDocuments(): Uint32Array {
    const found = this.#database.get<{ ids: string | null; documents: string | null }>(DOCUMENTS, [
      this.#tableId,
    ]);
    const ids = toNumbers(found?.ids);
    const documents = new Uint32Array(largest(ids) + 1);
    const ofIds = toNumbers(found?.documents);
    for (const [position, id] of ids.entries()) documents[id] = ofIds[position] ?? 0;
    return documents;
  }
}

function toNumbers(list: string | null | undefined): number[] {
  return JSON.parse(`[${list ?? ""}]`) as number[];
}

function largest(ids: readonly number[]): number {
  return ids.reduce((most, id) => Math.max(most, id), 0);
}
