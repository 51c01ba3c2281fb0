import type { Database, SqlValue } from "./database.ts";
import { selectRowids } from "./read-vector-codes.ts";
import { Vec0Table } from "./vec0-table.ts";
import * as sql from "./vector-ledger-sql.ts";

const UNKNOWN_CHUNKS = /* sql */ `
  select id from chunk_vectors v where vector_table = ? and state <> 'removing'
    and not exists (select 1 from chunks c where c.chunk_id = v.chunk_id)
`;
const MISSING_CHUNKS = /* sql */ `
  select c.id from chunks c where not exists (
    select 1 from chunk_vectors v where v.vector_table = ? and v.chunk_id = c.chunk_id and v.state <> 'removing'
  )
`;
const COMMITTED = /* sql */ `select id from chunk_vectors where vector_table = ? and state = 'committed'`;
const LEDGER = /* sql */ `select id from chunk_vectors where vector_table = ?`;
const SET_STATE = /* sql */ `
  update chunk_vectors set state = ? where id in (select value from json_each(?))
`;

/** What does not fit together, as the ids to put right. */
interface Faults {
  /** Of the ledger. */
  readonly withoutChunk: readonly number[];
  /** Of chunks; in the enrolled table alone, others lack what came since. */
  readonly withoutRow: readonly number[];
  /** Of the ledger. */
  readonly withoutVector: readonly number[];
  /** Of vectors. */
  readonly withoutOwner: readonly number[];
}

/**
 * Problems between chunks, ledger and the vectors of sqlite-vec, worded for people. LanceDB's vectors are not
 * looked at. Needs neither a writing connection nor sqlite-vec itself; reads whole tables, so it is for doctors.
 */
export function checkVectors(database: Database): string[] {
  return database.all<sql.TableRow>(sql.TABLES).flatMap((table) => {
    const faults = findFaults(database, table);
    const told: [ids: readonly number[], problem: string][] = [
      [faults.withoutChunk, "vectors are listed for chunks that are gone"],
      [faults.withoutRow, "chunks are not listed as waiting for a vector"],
      [faults.withoutVector, "chunks are listed as embedded and have no vector"],
      [faults.withoutOwner, "vectors belong to no chunk"],
    ];
    return told
      .filter(([ids]) => ids.length > 0)
      .map(([ids, problem]) => `${table.modelId} in ${table.store}: ${ids.length} ${problem}`);
  });
}

/**
 * Puts right what `checkVectors` finds: chunks wait again, vectors without a chunk are removed.
 *
 * Not for every start. Vectors, ledger and chunks are in one file: a vector is written in one transaction and
 * committed in the next, so that a kill leaves at worst vectors whose rows say pending, which nobody sees and
 * the next run replaces; or rows that say removing, which it removes again. Faults come from elsewhere: a
 * damaged file, another program's hand.
 */
export async function repairVectors(database: Database): Promise<void> {
  for (const table of database.all<sql.TableRow>(sql.TABLES)) {
    const { withoutChunk, withoutRow, withoutVector, withoutOwner } = findFaults(database, table);
    const vec0 = new Vec0Table(database, table.name);
    if (withoutOwner.length > 0) await vec0.load();
    database.transaction(() => {
      for (const id of withoutOwner) vec0.delete(id);
      database.run(SET_STATE, ["pending", JSON.stringify(withoutVector)]);
      database.run(SET_STATE, ["removing", JSON.stringify(withoutChunk)]);
      if (withoutRow.length > 0) database.run(sql.ADD_MISSING, [table.id]);
    });
  }
}

function findFaults(database: Database, table: sql.TableRow): Faults {
  const list = (text: string, values: readonly SqlValue[] = [table.id]): number[] =>
    database.rows<[id: number]>(text, values).map(([id]) => id);
  const hasVectors = table.store === "sqlite-vec" && new Vec0Table(database, table.name).exists();
  const held = hasVectors ? list(selectRowids(table.name), []) : [];
  return {
    withoutChunk: list(UNKNOWN_CHUNKS),
    withoutRow: table.isEnrolled === 1 ? list(MISSING_CHUNKS) : [],
    withoutVector: table.store === "sqlite-vec" ? without(list(COMMITTED), held) : [],
    withoutOwner: without(held, list(LEDGER)),
  };
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}
