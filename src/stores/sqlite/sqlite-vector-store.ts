import type { RankedChunk } from "../../core/search.ts";
import type { VectorRow, VectorStore, VectorTable } from "../../ports/vector-store.ts";
import { checkVector } from "../check-vector.ts";
import { compareRanked } from "../cosine.ts";
import { spreadVector } from "../spread-vector.ts";
import { type ScanHit, VectorScan } from "../vector-scan.ts";
import type { Database, SqlValue } from "./database.ts";
import { FilterMasks } from "./filter-masks.ts";
import { toFilterSql } from "./filter-sql.ts";
import { readVectorCodes, selectRowids } from "./read-vector-codes.ts";
import { Vec0Table } from "./vec0-table.ts";

const TABLE_ID = /* sql */ `select id from vector_tables where store = ? and name = ?`;
/** By a cross join, which keeps its order: SQLite would go through the list for every row of the ledger. */
const LEDGER_IDS = /* sql */ `
  select v.chunk_id, v.id from json_each(?) wanted
  cross join chunk_vectors v on v.vector_table = ? and v.chunk_id = wanted.value
`;
const CHUNK_IDS = /* sql */ `select id, chunk_id from chunk_vectors where id in (select value from json_each(?))`;
const NOT_COMMITTED = /* sql */ `select id from chunk_vectors where vector_table = ? and state <> 'committed'`;
const TAKE_BACK = /* sql */ `
  update chunk_vectors set state = 'pending' where vector_table = ? and state = 'committed'
`;
/** Changes with every commit of another connection, and with every row this one writes. */
const STAMP = /* sql */ `
  select (select data_version from pragma_data_version) as others, total_changes() as own
`;

interface LoadedScan {
  readonly name: string;
  readonly stamp: string;
  readonly scan: VectorScan;
  readonly masks: FilterMasks;
}

/**
 * Vectors in the file of the documents, by sqlite-vec. A vector's rowid is the id of its row in the ledger, so
 * a repeated upsert meets the vector it left. Works with the connection it is given, and does not close it.
 */
export class SqliteVectorStore implements VectorStore {
  readonly #database: Database;
  #loaded: LoadedScan | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  async upsert(table: VectorTable, rows: readonly VectorRow[]): Promise<void> {
    for (const { vector } of rows) checkVector(vector, table);
    if (rows.length === 0) return;
    const vec0 = await this.#load(table);
    this.#database.transaction(() => {
      if (!vec0.exists()) vec0.create(table.dimension);
      const chunkIds = rows.map(({ chunkId }) => chunkId);
      const ids = new Map(this.#ledgerIds(table, chunkIds));
      for (const { chunkId, vector } of rows) {
        const id = ids.get(chunkId);
        // A chunk the ledger has forgotten is gone: its vector could never count.
        if (id !== undefined) vec0.put(id, vector);
      }
    });
  }

  async remove(table: VectorTable, chunkIds: readonly string[]): Promise<void> {
    const vec0 = await this.#load(table);
    if (!vec0.exists()) return;
    this.#database.transaction(() => {
      for (const [, id] of this.#ledgerIds(table, chunkIds)) vec0.delete(id);
    });
  }

  /** What was committed waits for a vector again: the ledger never promises what is not there. */
  async drop(table: VectorTable): Promise<void> {
    const vec0 = await this.#load(table);
    this.#database.transaction(() => {
      vec0.drop();
      this.#database.run(TAKE_BACK, [this.#tableId(table)]);
    });
  }

  async count(table: VectorTable): Promise<number> {
    if (!new Vec0Table(this.#database, table.name).exists()) return 0;
    const text = /* sql */ `select count(*) as count from (${selectRowids(table.name)})`;
    return this.#database.get<{ count: number }>(text)?.count ?? 0;
  }

  async chunkIds(table: VectorTable): Promise<string[]> {
    if (!new Vec0Table(this.#database, table.name).exists()) return [];
    const text = /* sql */ `select chunk_id from chunk_vectors where id in (${selectRowids(table.name)})`;
    return this.#database.rows<[id: string]>(text).map(([id]) => id);
  }

  async vectors(table: VectorTable, chunkIds: readonly string[]): Promise<Float32Array[]> {
    const vec0 = await this.#load(table);
    return this.#database.snapshot(() => {
      if (!vec0.exists()) return [];
      const ids = new Map(this.#ledgerIds(table, chunkIds));
      return vec0.vectors(chunkIds.flatMap((id) => ids.get(id) ?? []));
    });
  }

  async search(
    table: VectorTable,
    vector: Float32Array,
    { limit, filter }: Parameters<VectorStore["search"]>[2],
  ): Promise<RankedChunk[]> {
    checkVector(vector, table);
    if (limit < 1) return [];
    const vec0 = await this.#load(table);
    const filtered = await toFilterSql(filter, this.#database);
    return this.#database.snapshot(() => {
      if (!vec0.exists()) return [];
      const { scan, masks } = this.#scan(table);
      const read = (ids: readonly number[]): Float32Array[] => vec0.vectors(ids);
      return this.#name(scan.search(vector, { limit, allowed: masks.of(filtered), read }), limit);
    });
  }

  async settle(): Promise<void> {
    // Nothing to put in order: new rows fill the last chunk, and a chunk without rows is deleted.
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#loaded = null;
  }

  async #load(table: VectorTable): Promise<Vec0Table> {
    const vec0 = new Vec0Table(this.#database, table.name);
    await vec0.load();
    return vec0;
  }

  /** The codes of committed vectors, read again after anything was written. */
  #scan({ name, store, dimension }: VectorTable): LoadedScan {
    const { others, own } = this.#database.get<{ others: number; own: number }>(STAMP) ?? {};
    const stamp = `${others}/${own}`;
    if (this.#loaded?.name === name && this.#loaded.stamp === stamp) return this.#loaded;
    this.#loaded = null;
    const tableId = this.#tableId({ store, name });
    const hidden = this.#database.rows<[id: number]>(NOT_COMMITTED, [tableId]);
    const scan = new VectorScan(dimension, { toDirection: spreadVector });
    const blocks = readVectorCodes(this.#database, name, new Set(hidden.map(([id]) => id)));
    for (const block of blocks) scan.add(block);
    this.#loaded = { name, stamp, scan, masks: new FilterMasks(this.#database, scan, tableId) };
    return this.#loaded;
  }

  /** Those that tie with the last are among the hits: their chunks' ids decide between them. */
  #name(hits: readonly ScanHit[], limit: number): RankedChunk[] {
    const ids = JSON.stringify(hits.map(({ id }) => id));
    const names = new Map(this.#database.rows<[id: number, chunkId: string]>(CHUNK_IDS, [ids]));
    return hits
      .flatMap(({ id, score }) => {
        const chunkId = names.get(id);
        return chunkId === undefined ? [] : { chunkId, score };
      })
      .sort(compareRanked)
      .slice(0, limit);
  }

  #ledgerIds(table: VectorTable, chunkIds: readonly string[]): [chunkId: string, id: number][] {
    return this.#database.rows(LEDGER_IDS, [JSON.stringify(chunkIds), this.#tableId(table)]);
  }

  #tableId({ store, name }: Pick<VectorTable, "store" | "name">): SqlValue {
    return this.#database.get<{ id: number }>(TABLE_ID, [store, name])?.id ?? null;
  }
}
