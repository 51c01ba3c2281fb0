import type { CodeBlock } from "../vector-scan.ts";
import type { Database } from "./database.ts";
import { quote } from "./vec0-table.ts";

/**
 * sqlite-vec 0.1.9 keeps a vec0 table in tables of its own; through SQL over the virtual table, 100,000 rows
 * take 800 ms CPU, from those tables 43:
 *
 * - `<name>_chunks (chunk_id, size, validity, rowids)`: `size` rows each; `validity` is a bit a row, lowest
 *   first; `rowids` an int64 a row, low byte first.
 * - `<name>_vector_chunksNN (rowid, vectors)`: by chunk, the rows of the NNth vector column one behind the other.
 * - `<name>_rowids (rowid, id, chunk_id, chunk_offset)`: where each row stands.
 *
 * A test holds an actual table against this page, so that an upgrade that changes it is noticed.
 */
export function* readVectorCodes(
  database: Database,
  name: string,
  hidden: ReadonlySet<number>,
): Generator<CodeBlock> {
  const blocks = database.iterate<[validity: Uint8Array, rowids: Uint8Array, codes: Uint8Array]>(
    /* sql */ `
      select c.validity, c.rowids, v.vectors
      from ${quote(`${name}_chunks`)} c join ${quote(`${name}_vector_chunks01`)} v on v.rowid = c.chunk_id
    `,
  );
  for (const [validity, rowids, codes] of blocks) {
    const ids = toIds(rowids);
    yield { ids, codes, valid: hidden.size === 0 ? validity : hide(validity, ids, hidden) };
  }
}

/** Which rows of a vec0 table there are, without its module. */
export function selectRowids(name: string): string {
  return /* sql */ `select rowid from ${quote(`${name}_rowids`)}`;
}

/** Ids are counted up from 1: no double is too short for one. */
function toIds(rowids: Uint8Array): Float64Array {
  const halves = new Uint32Array(rowids.slice().buffer);
  const ids = new Float64Array(halves.length / 2);
  for (let row = 0; row < ids.length; row++) {
    ids[row] = (halves[2 * row] ?? 0) + (halves[2 * row + 1] ?? 0) * 2 ** 32;
  }
  return ids;
}

function hide(validity: Uint8Array, ids: Float64Array, hidden: ReadonlySet<number>): Uint8Array {
  const valid = validity.slice();
  for (const [row, id] of ids.entries()) {
    if (hidden.has(id)) valid[row >> 3] = (valid[row >> 3] ?? 0) & ~(1 << (row & 7));
  }
  return valid;
}
