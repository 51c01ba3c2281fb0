import type { Table } from "@lancedb/lancedb";
import { dropVectorIndex } from "./vector-index.ts";

/** Every batch is a file of its own: a search opens each, and 100 of them add some 40 ms to it. */
const MOST_FRAGMENTS = 16;
/** While a run goes on; compacting 60,000 rows takes a second or two, embedding 128 batches some minutes. */
const MOST_FRAGMENTS_IN_A_RUN = 128;
const LARGEST_WASTE = 0.1;

/**
 * Whether the files are worth writing anew. Compaction rewrites the whole table (2 s at 60,000 rows), too
 * much for a note saved under `kebab watch`; what a few batches leave behind is small.
 */
export async function isUntidy(table: Table, changedRows: number): Promise<boolean> {
  const { numRows, fragmentStats } = await table.stats();
  const { numFragments, lengths } = fragmentStats;
  // The lengths count deleted rows. Fragments that were replaced as a whole are seen in no figure here,
  // which is what `changedRows` is for.
  const deletedRows = lengths.mean * numFragments - numRows;
  return (
    numFragments > MOST_FRAGMENTS ||
    deletedRows > numRows * LARGEST_WASTE ||
    changedRows > numRows * LARGEST_WASTE
  );
}

export async function hasTooManyFragments(table: Table): Promise<boolean> {
  const { fragmentStats } = await table.stats();
  return fragmentStats.numFragments > MOST_FRAGMENTS_IN_A_RUN;
}

/**
 * Compacts and deletes every version but the last: without that, disk use was five times the vectors. The
 * index goes, too; the caller adds a new one when its run is over, until then every vector is scanned. Only the holder of the writer's lock may call it, so files that no version
 * names are left by a killed run and not by another writer. A reader that is in the middle of an older
 * version has to read again.
 */
export async function tidy(table: Table): Promise<void> {
  await dropVectorIndex(table);
  await table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true });
}
