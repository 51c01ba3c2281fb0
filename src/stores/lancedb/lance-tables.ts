import { statSync } from "node:fs";
import { join } from "node:path";
import type { Connection, Table } from "@lancedb/lancedb";
import type { FixedSizeList } from "apache-arrow";
import { KebabError } from "../../core/errors.ts";
import type { VectorTable } from "../../ports/vector-store.ts";
import { toSchema } from "./arrow-rows.ts";
import type { LanceLibrary } from "./load-lance-library.ts";
import { isMissingTable, toNotAFolder } from "./to-lance-error.ts";

/** The tables of one folder, each opened at most once. */
export class LanceTables {
  readonly #folder: string;
  readonly #loadLibrary: () => LanceLibrary;
  #library: LanceLibrary | null = null;
  #connection: Promise<Connection> | null = null;
  readonly #tables = new Map<string, Promise<Table | null>>();

  constructor(folder: string, loadLibrary: () => LanceLibrary) {
    this.#folder = folder;
    this.#loadLibrary = loadLibrary;
  }

  get library(): LanceLibrary {
    this.#library ??= this.#loadLibrary();
    return this.#library;
  }

  /** Null, and looked for again the next time, when there is no such table. */
  async find(table: VectorTable): Promise<Table | null> {
    // Not the library's answer: loading it to hear that there is nothing would cost 140 ms.
    if (!this.#isOnDisk(table)) {
      this.forget(table);
      return null;
    }
    const known = this.#tables.get(table.name);
    if (known !== undefined) return known;
    const opening = this.#open(table);
    this.#tables.set(table.name, opening);
    const opened = await opening.catch((error: unknown) => {
      this.#tables.delete(table.name);
      throw error;
    });
    if (opened === null) this.#tables.delete(table.name);
    return opened;
  }

  async openOrCreate(table: VectorTable): Promise<Table> {
    const found = await this.find(table);
    if (found !== null) return found;
    const connection = await this.#connect();
    const schema = toSchema(this.library.arrow, table.dimension);
    const created = await connection.createEmptyTable(table.name, schema, { existOk: true });
    this.#tables.set(table.name, Promise.resolve(created));
    return created;
  }

  async drop(table: VectorTable): Promise<void> {
    const known = this.#tables.get(table.name);
    this.forget(table);
    if (known !== undefined) await closeOpened(known);
    if (!this.#isOnDisk(table)) return;
    const connection = await this.#connect();
    await connection.dropTable(table.name).catch((error: unknown) => {
      if (!isMissingTable(error)) throw error;
    });
  }

  /** The next one to ask opens it anew. Not closed: another search may be in the middle of it. */
  forget({ name }: VectorTable): void {
    this.#tables.delete(name);
  }

  async close(): Promise<void> {
    const opened = [...this.#tables.values()];
    this.#tables.clear();
    await Promise.all(opened.map(closeOpened));
    if (this.#connection !== null) await closeOpened(this.#connection);
    this.#connection = null;
  }

  async #open(table: VectorTable): Promise<Table | null> {
    const connection = await this.#connect();
    try {
      const opened = await connection.openTable(table.name);
      await this.#checkDimension(table, opened);
      return opened;
    } catch (error) {
      if (isMissingTable(error)) return null;
      throw error;
    }
  }

  async #checkDimension({ name, dimension }: VectorTable, opened: Table): Promise<void> {
    const schema = await opened.schema();
    const type = schema.fields.find((field) => field.name === "embedding")?.type as FixedSizeList | undefined;
    if (type?.listSize === dimension) return;
    opened.close();
    throw new KebabError(
      "internal",
      `Cannot open ${name}: its vectors have ${type?.listSize ?? "no"} dimensions, not ${dimension}`,
      { details: { table: name, expected: dimension, found: type?.listSize ?? null } },
    );
  }

  #connect(): Promise<Connection> {
    this.#connection ??= this.#openConnection();
    return this.#connection;
  }

  async #openConnection(): Promise<Connection> {
    try {
      // Every read looks for a newer version: another process may have written it.
      return await this.library.lancedb.connect(this.#folder, { readConsistencyInterval: 0 });
    } catch (error) {
      this.#connection = null;
      throw error;
    }
  }

  #isOnDisk({ name }: VectorTable): boolean {
    // LanceDB tries for seconds before it finds out that a file is no folder.
    if (statSync(this.#folder, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw toNotAFolder(this.#folder);
    }
    return statSync(join(this.#folder, `${name}.lance`), { throwIfNoEntry: false }) !== undefined;
  }
}

/** What could not be opened needs no closing. */
async function closeOpened(opening: Promise<{ close(): void } | null>): Promise<void> {
  const [opened] = await Promise.allSettled([opening]);
  if (opened.status === "fulfilled") opened.value?.close();
}
