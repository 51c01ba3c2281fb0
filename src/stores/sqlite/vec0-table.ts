import { toBytes, toVector } from "../vector-bytes.ts";
import type { Database } from "./database.ts";
import { loadSqliteVec } from "./load-sqlite-vec.ts";
import { CODE_TAIL_BYTES, encodeVector } from "./vector-code.ts";

/**
 * 100,000 vectors of 384 dimensions: all codes are read in 43 ms CPU at 128 rows a chunk, 51 at 64 and 112 at
 * 16; single vectors cost the same at any size once the pages are in memory.
 */
const ROWS_A_CHUNK = 128;

const EXISTS = /* sql */ `select 1 as found from sqlite_master where type = 'table' and name = ?`;

/** One table of sqlite-vec: the vectors as they are, and the codes that a search reads in their place. */
export class Vec0Table {
  readonly name: string;
  readonly #database: Database;
  readonly #quoted: string;

  constructor(database: Database, name: string) {
    this.#database = database;
    this.name = name;
    this.#quoted = quote(name);
  }

  /** Before anything but `exists`, once for a connection. */
  load(): Promise<void> {
    return loadSqliteVec(this.#database);
  }

  exists(): boolean {
    return this.#database.get(EXISTS, [this.name]) !== undefined;
  }

  create(dimension: number): void {
    this.#database.exec(/* sql */ `
      create virtual table ${this.#quoted} using vec0(
        embedding float[${dimension}] distance_metric=cosine, code int8[${dimension + CODE_TAIL_BYTES}],
        chunk_size=${ROWS_A_CHUNK}
      )
    `);
  }

  drop(): void {
    this.#database.exec(/* sql */ `drop table if exists ${this.#quoted}`);
  }

  /** Not by `update`: it loses the type of the code, and is refused. */
  put(id: number, vector: Float32Array): void {
    this.delete(id);
    this.#database.run(
      /* sql */ `insert into ${this.#quoted} (rowid, embedding, code) values (?, ?, vec_int8(?))`,
      [id, toBytes(vector), encodeVector(vector)],
    );
  }

  delete(id: number): void {
    this.#database.run(/* sql */ `delete from ${this.#quoted} where rowid = ?`, [id]);
  }

  /**
   * In the order asked. One statement whose outer loop asks for row after row: 0.7 ms for 50 and 6 for 500 of
   * 100,000; `rowid in (…)` reads the whole table, some 40 ms, and substr() over the shadow table whole chunks.
   */
  vectors(ids: readonly number[]): Float32Array[] {
    const rows = this.#database.rows<[id: number, vector: Uint8Array]>(
      /* sql */ `
        select wanted.value, v.embedding from json_each(?) wanted cross join ${this.#quoted} v
        where v.rowid = wanted.value
      `,
      [JSON.stringify(ids)],
    );
    const byId = new Map(rows.map(([id, vector]) => [id, toVector(vector)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** An SQL name for whatever the model is called. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
