import { pathToFileURL } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { toDatabaseError } from "./to-database-error.ts";

type Connection = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Connection["prepare"]>;

export type SqlValue = string | number | bigint | null | Uint8Array;

/** A connection with its prepared statements kept. Everything is synchronous; never await inside a transaction. */
export class Database implements Disposable {
  readonly path: string;
  readonly #connection: Connection;
  readonly #readonly: boolean;
  readonly #statements = new Map<string, Statement>();

  /**
   * `alone`: neither the file nor its folder can be written, so nobody else writes it either; the file is read
   * by itself, or together with the log that lies beside it.
   */
  constructor(path: string, options: { readonly: boolean; alone?: "file" | "file and log" }) {
    this.path = path;
    this.#readonly = options.readonly;
    try {
      this.#connection = new DatabaseSync(toLocation(path, options.alone), {
        readOnly: options.readonly,
        timeout: BUSY_TIMEOUT_MS,
        allowExtension: true,
      });
      this.#connection.enableLoadExtension(false);
    } catch (error) {
      throw toDatabaseError(path, error);
    }
    try {
      // Exclusive: the index of the log is then kept in memory, and not in a file beside it.
      if (options.alone === "file and log") this.#connection.exec("pragma locking_mode = exclusive");
      // Readers never wait for the writer under WAL; NORMAL loses nothing but the last
      // transactions on a power cut, and those files are simply indexed again.
      if (!options.readonly)
        this.#connection.exec(
          "pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 10000",
        );
      this.#connection.exec(
        "pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory",
      );
      // A search reads a hundred vectors from all over the file: mapped, a hybrid one over 100,000 chunks takes
      // 18 ms and not 22. Nobody shortens the file while it is open, which is what a mapping could not bear.
      if (options.readonly) this.#connection.exec(`pragma mmap_size = ${LARGEST_MAPPING}`);
    } catch (error) {
      this.#connection.close();
      throw toDatabaseError(path, error);
    }
  }

  get<Row>(sql: string, values: readonly SqlValue[] = []): Row | undefined {
    return this.#guard(() => this.#prepare(sql).get(...values) as Row | undefined);
  }

  all<Row>(sql: string, values: readonly SqlValue[] = []): Row[] {
    return this.#guard(() => this.#prepare(sql).all(...values) as Row[]);
  }

  /** Rows as arrays of their columns: a third of the time of `all` where there are thousands. */
  rows<Row extends readonly unknown[]>(sql: string, values: readonly SqlValue[] = []): Row[] {
    return this.#guard(() => {
      const statement = this.#connection.prepare(sql);
      statement.setReturnArrays(true);
      const rows: unknown = statement.all(...values);
      return rows as Row[];
    });
  }

  /** The same one by one, for rows too large to hold all at once. */
  *iterate<Row extends readonly unknown[]>(sql: string, values: readonly SqlValue[] = []): Generator<Row> {
    const rows = this.#guard(() => {
      const statement = this.#connection.prepare(sql);
      statement.setReturnArrays(true);
      return statement.iterate(...values);
    });
    for (;;) {
      const next = this.#guard(() => rows.next());
      if (next.done === true) return;
      yield next.value;
    }
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

  /** Every read of the work sees the database as it was at the first one, whatever is written meanwhile. */
  snapshot<Result>(work: () => Result): Result {
    this.exec("begin");
    try {
      return work();
    } finally {
      if (this.#connection.isTransaction) this.#connection.exec("commit");
    }
  }

  /** Native code: only ever a file of a package we depend on. Nothing else can be loaded before or after. */
  loadExtension(file: string): void {
    this.#connection.enableLoadExtension(true);
    try {
      this.#connection.loadExtension(file);
    } finally {
      this.#connection.enableLoadExtension(false);
    }
  }

  /** A pure function of its arguments that SQL can call. */
  addFunction(name: string, body: (...values: SqlValue[]) => SqlValue): void {
    this.#connection.function(name, { deterministic: true }, body as (...values: unknown[]) => SqlValue);
  }

  [Symbol.dispose](): void {
    if (!this.#connection.isOpen) return;
    // The binding finalises statements only when they are collected, so SQLite cannot fold
    // the log into the database at the end by itself. A reader in the way is not waited for.
    try {
      if (!this.#readonly) this.#connection.exec("pragma busy_timeout = 0; pragma wal_checkpoint(truncate)");
    } catch {
      // A broken file or a full disk: the log stays beside the database, and what failed has been told.
    } finally {
      this.#statements.clear();
      this.#connection.close();
    }
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

/** Without locks where nobody else writes: those of the system need a file that can be written. */
function toLocation(path: string, alone: "file" | "file and log" | undefined): string | URL {
  if (alone === undefined) return path;
  return new URL(`${pathToFileURL(path).href}?${alone === "file" ? "immutable=1" : "vfs=unix-none"}`);
}

const BUSY_TIMEOUT_MS = 5000;
/** The most SQLite maps; what lies behind it is read. */
const LARGEST_MAPPING = 0x7fff0000;
