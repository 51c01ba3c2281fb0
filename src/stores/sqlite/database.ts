import { DatabaseSync } from "@photostructure/sqlite";
import { KebabError, toMessage } from "../../core/errors.ts";

type Connection = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Connection["prepare"]>;

export type SqlValue = string | number | bigint | null | Uint8Array;

/** A connection with its prepared statements kept. Everything is synchronous; never await inside a transaction. */
export class Database implements Disposable {
  readonly path: string;
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement>();

  constructor(path: string, options: { readonly: boolean }) {
    this.path = path;
    try {
      this.#connection = new DatabaseSync(path, { readOnly: options.readonly, timeout: BUSY_TIMEOUT_MS });
      // Readers never wait for the writer under WAL; NORMAL loses nothing but the last
      // transactions on a power cut, and those files are simply indexed again.
      if (!options.readonly) this.#connection.exec("pragma journal_mode = wal; pragma synchronous = normal");
      this.#connection.exec("pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory");
    } catch (error) {
      throw toDatabaseError(path, error);
    }
  }

  get<Row>(sql: string, values: readonly SqlValue[] = []): Row | undefined {
    return this.#guard(() => this.#prepare(sql).get(...values) as Row | undefined);
  }

  all<Row>(sql: string, values: readonly SqlValue[] = []): Row[] {
    return this.#guard(() => this.#prepare(sql).all(...values) as Row[]);
  }

  run(sql: string, values: readonly SqlValue[] = []): { changes: number; lastId: number } {
    return this.#guard(() => {
      const result = this.#prepare(sql).run(...values);
      return { changes: Number(result.changes), lastId: Number(result.lastInsertRowid) };
    });
  }

  exec(sql: string): void {
    this.#guard(() => this.#connection.exec(sql));
  }

  /** All or nothing. */
  transaction<Result>(work: () => Result): Result {
    this.exec("begin immediate");
    try {
      const result = work();
      this.exec("commit");
      return result;
    } catch (error) {
      // A full disk may have rolled back already; the first error is the one to tell.
      if (this.#connection.isTransaction) this.#connection.exec("rollback");
      throw error;
    }
  }

  /** A pure function of its arguments that SQL can call. */
  addFunction(name: string, body: (...values: SqlValue[]) => SqlValue): void {
    this.#connection.function(name, { deterministic: true }, body as (...values: unknown[]) => SqlValue);
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    if (this.#connection.isOpen) this.#connection.close();
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw toDatabaseError(this.path, error);
    }
  }
}

const BUSY_TIMEOUT_MS = 5000;

function toDatabaseError(path: string, error: unknown): unknown {
  if (error instanceof KebabError) return error;
  const message = toMessage(error);
  if (/disk is full|SQLITE_FULL/i.test(message)) {
    return new KebabError("disk-full", `Cannot write ${path}: the disk is full`, {
      hint: "Free some space and run the command again: what was stored is kept, the rest is done then",
      cause: error,
    });
  }
  if (/not a database|malformed|SQLITE_CORRUPT|SQLITE_NOTADB/i.test(message)) {
    return new KebabError("database-broken", `Cannot read ${path}: ${message}`, {
      hint: "Run `kebab doctor`; your documents are safe, `kebab reset` and `kebab ingest` build the index anew",
      cause: error,
    });
  }
  if (/unable to open database file/i.test(message)) {
    return new KebabError("index-missing", `Cannot open ${path}: ${message}`, {
      hint: "Check that the folder exists and may be written, or name another with --data-dir",
      cause: error,
    });
  }
  return error;
}
