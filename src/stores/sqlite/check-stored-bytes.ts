import { toContentHash } from "../../core/ids.ts";
import { toVector } from "../vector-bytes.ts";
import type { Database } from "./database.ts";
import { quote, Vec0Table } from "./vec0-table.ts";
import { encodeVector } from "./vector-code.ts";
import * as sql from "./vector-ledger-sql.ts";

const TEXTS = /* sql */ `select text, text_hash from chunks`;
const CACHED = /* sql */ `select dimension, vector from embedding_cache`;

/** Rounding to float32 takes away some 1e-7. */
const UNIT_SLACK = 1e-4;

/**
 * SQLite checks the structure of its file and no text or vector in it: bytes that a disk changed are found by
 * what was stored beside them. Worded for people; reads everything, so it is for doctors.
 */
export function checkStoredBytes(database: Database): string[] {
  const told: [count: number, problem: string][] = [
    [
      count(database.iterate<[unknown, unknown]>(TEXTS), isOtherText),
      "chunks have another text than was stored",
    ],
    [count(database.iterate<[unknown, unknown]>(CACHED), isOtherLength), "vectors of the cache are damaged"],
    ...database
      .all<sql.TableRow>(sql.TABLES)
      .filter(({ store, name }) => store === "sqlite-vec" && new Vec0Table(database, name).exists())
      .map((table): [number, string] => [
        countOddVectors(database, table),
        `vectors of ${table.modelId} are damaged`,
      ]),
  ];
  return told.filter(([found]) => found > 0).map(([found, problem]) => `${found} ${problem}`);
}

function isOtherText([text, hash]: [unknown, unknown]): boolean {
  return typeof text !== "string" || toContentHash(text) !== hash;
}

function isOtherLength([dimension, vector]: [unknown, unknown]): boolean {
  if (!(vector instanceof Uint8Array) || vector.byteLength !== Number(dimension) * 4) return true;
  const square = toVector(vector).reduce((sum, value) => sum + value * value, 0);
  return !(Math.abs(square - 1) < UNIT_SLACK);
}

/** A vector and its code were made together: each is held against the other. See `readVectorCodes` for the tables. */
function countOddVectors(database: Database, { name, dimension }: sql.TableRow): number {
  if (dimension === null) return 0;
  const blocks = database.iterate<[unknown, unknown, unknown]>(/* sql */ `
    select c.validity, v.vectors, k.vectors from ${quote(`${name}_chunks`)} c
    left join ${quote(`${name}_vector_chunks00`)} v on v.rowid = c.chunk_id
    left join ${quote(`${name}_vector_chunks01`)} k on k.rowid = c.chunk_id
  `);
  let odd = 0;
  for (const [validity, vectors, codes] of blocks) {
    if (!(validity instanceof Uint8Array && vectors instanceof Uint8Array && codes instanceof Uint8Array)) {
      odd++;
      continue;
    }
    const codeBytes = codes.byteLength / (validity.byteLength * 8);
    for (let row = 0; row < validity.byteLength * 8; row++) {
      if (((validity[row >> 3] ?? 0) & (1 << (row & 7))) === 0) continue;
      const vector = toVector(vectors.subarray(row * dimension * 4, (row + 1) * dimension * 4));
      const code = codes.subarray(row * codeBytes, (row + 1) * codeBytes);
      if (Buffer.compare(encodeVector(vector), code) !== 0) odd++;
    }
  }
  return odd;
}

function count<Row>(rows: Iterable<Row>, isOdd: (row: Row) => boolean): number {
  let odd = 0;
  for (const row of rows) if (isOdd(row)) odd++;
  return odd;
}
