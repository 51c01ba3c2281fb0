import { KebabError } from "../../core/errors.ts";
import type { SearchFilter } from "../../core/search.ts";
import type {
  EmbeddingJob,
  PendingChunk,
  VectorCounts,
  VectorLedgerWriter,
  VectorTableKey,
} from "../../ports/vector-ledger.ts";
import type { VectorTable } from "../../ports/vector-store.ts";
import { toBytes, toVector } from "../vector-bytes.ts";
import { toVectorTableName } from "../vector-table-name.ts";
import { repairVectors } from "./check-vectors.ts";
import type { Database } from "./database.ts";
import { toFilterSql } from "./filter-sql.ts";
import { Vec0Table } from "./vec0-table.ts";
import * as sql from "./vector-ledger-sql.ts";

type Model = { readonly modelId: string; readonly version: string };

/** Works with the connection it is given, and closes nothing. With a read-only one, use it as a `VectorLedger`. */
export class SqliteVectorLedger implements VectorLedgerWriter {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  async find(key: VectorTableKey): Promise<VectorTable | null> {
    const row = this.#row(key);
    return row === null ? null : sql.toTable(row);
  }

  async tables(): Promise<(VectorTableKey & { dimension: number | null } & VectorCounts)[]> {
    return this.#database.all<sql.TableRow>(sql.TABLES).map(({ id, store, modelId, version, dimension }) => {
      return { store, modelId, version, dimension, ...this.#count(id) };
    });
  }

  async counts(key: VectorTableKey): Promise<VectorCounts> {
    const row = this.#row(key);
    return row === null ? { committed: 0, pending: 0, uncovered: 0 } : this.#count(row.id);
  }

  async countPending(key: VectorTableKey): Promise<number> {
    const row = this.#row(key);
    if (row === null) return 0;
    return this.#database.get<{ pending: number }>(sql.COUNT_PENDING, [row.id])?.pending ?? 0;
  }

  async committed(key: VectorTableKey): Promise<string[]> {
    const row = this.#row(key);
    return row === null ? [] : this.#ids(sql.COMMITTED, [row.id]);
  }

  async repair(): Promise<void> {
    await repairVectors(this.#database);
  }

  async takeBack(key: VectorTableKey, chunkIds: readonly string[]): Promise<void> {
    this.#database.run(sql.TAKE_BACK, [this.#needRow(key).id, JSON.stringify(chunkIds)]);
  }

  async documentsMatching(filter: SearchFilter): Promise<ReadonlySet<string> | null> {
    const { condition, values } = await toFilterSql(filter, this.#database);
    if (condition === null) return null;
    const rows = this.#database.rows<[id: string]>(sql.documentsMatching(condition), values);
    return new Set(rows.map(([id]) => id));
  }

  async chunksMatching(chunkIds: readonly string[], filter: SearchFilter): Promise<ReadonlySet<string>> {
    const { condition, values } = await toFilterSql(filter, this.#database);
    const text = sql.chunksMatching(condition ?? "true");
    const rows = this.#database.rows<[id: string]>(text, [JSON.stringify(chunkIds), ...values]);
    return new Set(rows.map(([id]) => id));
  }

  async hidden(table: VectorTable): Promise<ReadonlySet<string>> {
    const row = this.#row(table);
    return new Set(row === null ? [] : this.#ids(sql.HIDDEN, [row.id]));
  }

  async sample(table: VectorTable, limit: number): Promise<string[]> {
    const row = this.#row(table);
    return row === null ? [] : this.#ids(sql.SAMPLE, [row.id, limit]);
  }

  async enrol(key: VectorTableKey): Promise<void> {
    const known = this.#database.get<sql.TableRow>(sql.TABLE, [key.store, key.modelId]);
    if (known?.isEnrolled === 1 && known.version === key.version) return;
    const isRenewed = known !== undefined && known.version !== key.version;
    const vectors =
      isRenewed && key.store === "sqlite-vec" ? new Vec0Table(this.#database, known.name) : null;
    await vectors?.load();
    this.#database.transaction(() => {
      const id = known?.id ?? this.#addTable(key);
      this.#database.run(sql.ENROL_NONE);
      this.#database.run(sql.ENROL, [id]);
      if (isRenewed) {
        // In the same transaction, so that no vector outlives the row that says whose it is.
        vectors?.drop();
        this.#database.run(sql.RENEW_TABLE, [key.version, id]);
        this.#database.run(sql.RENEW_CHUNKS, [id]);
      }
      this.#database.run(sql.ADD_MISSING, [id]);
    });
  }

  async enrolNone(): Promise<void> {
    this.#database.run(sql.ENROL_NONE);
  }

  async open(
    key: VectorTableKey,
    dimension: number,
    makeRoom?: (table: VectorTable) => Promise<void>,
  ): Promise<VectorTable> {
    const row = this.#needRow(key);
    if (row.dimension !== null && row.dimension !== dimension) {
      throw new KebabError(
        "internal",
        `Cannot keep vectors of ${dimension} dimensions for "${key.modelId}": those it made before have ${row.dimension}`,
        {
          hint: "The model was exchanged under its old name: give it another one",
          details: { model: key.modelId, expected: row.dimension, found: dimension },
        },
      );
    }
    const { store, name, modelId, version } = row;
    const table = { store, name, modelId, version, dimension };
    if (row.dimension === null) {
      await makeRoom?.(table);
      this.#database.run(sql.PUT_DIMENSION, [dimension, row.id]);
    }
    return table;
  }

  async pending(key: VectorTableKey, limit: number): Promise<PendingChunk[]> {
    const row = this.#row(key);
    if (row === null) return [];
    return this.#database.all<sql.PendingRow>(sql.PENDING, [row.id, limit]).map(sql.toPending);
  }

  async commit(
    key: VectorTableKey,
    chunkIds: readonly string[],
    state: "committed" | "uncovered",
  ): Promise<void> {
    this.#database.run(sql.COMMIT, [state, this.#needRow(key).id, JSON.stringify(chunkIds)]);
  }

  async removed(key: VectorTableKey, limit: number): Promise<string[]> {
    const row = this.#row(key);
    return row === null ? [] : this.#ids(sql.REMOVED, [row.id, limit]);
  }

  async forget(key: VectorTableKey, chunkIds: readonly string[]): Promise<void> {
    this.#database.run(sql.FORGET, [this.#needRow(key).id, JSON.stringify(chunkIds)]);
  }

  async cached(model: Model, hashes: readonly string[]): Promise<Map<string, Float32Array>> {
    const values = [JSON.stringify(hashes), model.modelId, model.version];
    const rows = this.#database.rows<[hash: string, vector: Uint8Array]>(sql.CACHED, values);
    return new Map(rows.map(([hash, vector]) => [hash, toVector(vector)]));
  }

  async putCached(
    { modelId, version }: Model,
    vectors: readonly { readonly hash: string; readonly vector: Float32Array }[],
  ): Promise<void> {
    this.#database.transaction(() => {
      for (const { hash, vector } of vectors) {
        this.#database.run(sql.PUT_CACHED, [hash, modelId, version, vector.length, toBytes(vector)]);
      }
    });
  }

  async putCheckpoint({ key, state, ...progress }: EmbeddingJob): Promise<void> {
    const checkpoint = JSON.stringify({ version: key.version, ...progress });
    this.#database.run(sql.PUT_JOB, [`${key.store}/${key.modelId}`, state, checkpoint, this.#now()]);
  }

  async lastJob(): Promise<EmbeddingJob | null> {
    const row = this.#database.get<sql.JobRow>(sql.LAST_JOB);
    if (row === undefined) return null;
    const { version, ...progress } = JSON.parse(row.checkpoint) as { version: string } & Omit<
      EmbeddingJob,
      "key" | "state"
    >;
    // No store has a slash in its name; a model may.
    const slash = row.key.indexOf("/");
    const store = row.key.slice(0, slash) as VectorTableKey["store"];
    return { key: { store, modelId: row.key.slice(slash + 1), version }, state: row.state, ...progress };
  }

  #addTable({ store, modelId, version }: VectorTableKey): number {
    const values = [store, modelId, version, toVectorTableName(modelId), this.#now()];
    return this.#database.run(sql.ADD_TABLE, values).lastId;
  }

  /** Null also where another version of the model made it. */
  #row(key: VectorTableKey): sql.TableRow | null {
    const row = this.#database.get<sql.TableRow>(sql.TABLE, [key.store, key.modelId]);
    return row?.version === key.version ? row : null;
  }

  #needRow(key: VectorTableKey): sql.TableRow {
    const row = this.#row(key);
    if (row === null)
      throw new Error(`${key.store} has no vectors of ${key.modelId}@${key.version} enrolled`);
    return row;
  }

  #count(table: number): VectorCounts {
    const row = this.#database.get<VectorCounts & { all: number; removing: number }>(sql.COUNTS, [table]);
    if (row === undefined) throw new Error("a select of counts gave no row");
    const { all, pending, uncovered, removing } = row;
    return { committed: all - pending - uncovered - removing, pending, uncovered };
  }

  #ids(text: string, values: readonly number[]): string[] {
    return this.#database.rows<[id: string]>(text, values).map(([id]) => id);
  }
}
