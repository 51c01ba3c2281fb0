import { describe, expect, it } from "vitest";
import { openForWriting } from "./open-sqlite.ts";
import { readVectorCodes, selectRowids } from "./read-vector-codes.ts";
import { Vec0Table } from "./vec0-table.ts";
import { encodeVector } from "./vector-code.ts";

const toVector = (id: number): Float32Array => Float32Array.of(id, 1, -2);

/** Enough rows for three chunks of vec0, and a large id. */
const IDS = [...Array.from({ length: 300 }, (_, index) => 2 * index + 1), 2 ** 30];

async function openTable() {
  const database = openForWriting(":memory:");
  const table = new Vec0Table(database, "chunk_embeddings_x.y-z");
  await table.load();
  table.create(3);
  for (const id of IDS) table.put(id, toVector(id));
  return { database, table };
}

function readAll(
  database: Awaited<ReturnType<typeof openTable>>["database"],
  hidden: ReadonlySet<number> = new Set(),
): Map<number, Uint8Array> {
  const read = new Map<number, Uint8Array>();
  for (const { ids, codes, valid } of readVectorCodes(database, "chunk_embeddings_x.y-z", hidden)) {
    const bytes = codes.length / ids.length;
    for (let row = 0; row < ids.length; row++) {
      const isValid = ((valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
      if (isValid) read.set(Number(ids[row]), codes.slice(row * bytes, (row + 1) * bytes));
    }
  }
  return read;
}

describe("readVectorCodes()", () => {
  it("reads from the tables of this sqlite-vec what went in through SQL", async () => {
    const { database, table } = await openTable();
    using _ = database;
    table.delete(5);
    table.put(7, toVector(1000));
    const expected = new Map(IDS.filter((id) => id !== 5).map((id) => [id, encodeVector(toVector(id))]));
    expected.set(7, encodeVector(toVector(1000)));
    const read = readAll(database);
    expect(read.size).toBe(300);
    for (const [id, code] of expected) expect(read.get(id)).toEqual(code);
    const rowids = database.rows<[number]>(selectRowids("chunk_embeddings_x.y-z")).map(([id]) => id);
    expect(rowids.sort((first, second) => first - second)).toEqual(
      [...read.keys()].sort((first, second) => first - second),
    );
  });

  it("leaves out what is hidden", async () => {
    const { database } = await openTable();
    using _ = database;
    const read = readAll(database, new Set([1, 3, 2 ** 30, 4]));
    expect(read.size).toBe(IDS.length - 3);
    expect(read.has(3)).toBe(false);
  });

  it("holds for the layout that its comment describes", async () => {
    const { database } = await openTable();
    using _ = database;
    const made = database.all<{ sql: string }>(
      "select sql from sqlite_master where name like 'chunk\\_embeddings\\_x%' escape '\\' and sql is not null order by name",
    );
    expect(made.map(({ sql }) => sql.slice(sql.indexOf("_x.y-z")))).toEqual([
      expect.stringContaining("using vec0"),
      `_x.y-z_chunks"(chunk_id INTEGER PRIMARY KEY AUTOINCREMENT,size INTEGER NOT NULL,validity BLOB NOT NULL,rowids BLOB NOT NULL)`,
      `_x.y-z_info" (key text primary key, value any)`,
      `_x.y-z_rowids"(rowid INTEGER PRIMARY KEY AUTOINCREMENT,id,chunk_id INTEGER,chunk_offset INTEGER)`,
      `_x.y-z_vector_chunks00"(rowid PRIMARY KEY,vectors BLOB NOT NULL)`,
      `_x.y-z_vector_chunks01"(rowid PRIMARY KEY,vectors BLOB NOT NULL)`,
    ]);
    expect(database.get("select vec_version() as version")).toEqual({ version: "v0.1.9" });
  });
});

describe("Vec0Table", () => {
  it("gives vectors in the order asked, whatever that is", async () => {
    const { database, table } = await openTable();
    using _ = database;
    expect(table.vectors([2 ** 30, 3, 599]).map(([first]) => first)).toEqual([2 ** 30, 3, 599]);
  });
});
