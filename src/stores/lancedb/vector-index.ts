import type { Index, IndexConfig, Table } from "@lancedb/lancedb";
import type { LanceLibrary } from "./load-lance-library.ts";

/** Below, a scan of every vector takes some 100 ms at most, and is exact. */
export const INDEX_FROM_ROWS = 50_000;

const PARTITIONS = 32;

/**
 * IVF_RQ with 4 bits a dimension and few partitions, of which a search reads all, then the whole vectors
 * of twice the candidates: a scan of compact vectors. Measured with the vectors of real texts (MiniLM
 * and bge-small, 384 dimensions), 100 real queries for 64 hits, two busy cores; recall@10 / recall@50:
 *
 *                                        60,000 rows                       100,000 rows
 *   no index                             1 / 1, 155 ms                     –
 *   IVF_RQ 4 bits, 32 of 32, refine 2    1 / .999, 6.5 ms, built in 3.9 s  1 / 1.000, 14.6 ms, 8.1 s
 *   IVF_RQ 2 bits, 32 of 32, refine 4    –                                 .997 / .985, 9 ms, 6.9 s
 *   IVF_RQ 1 bit, 60 of 245, refine 6    .970 / .923, 9.5 ms, 43 s         –
 *   IVF_FLAT, 60 of 245                  .985 / .950, 34 ms, 30 s          –
 *   IVF_HNSW_SQ m 16, ef 256, refine 2   .970 / .968, 6 ms, 12 s           .992 / .975, 5 ms, 29 s
 *   IVF_PQ, 64 of 64, refine 10          .981 / .865, 19 ms, 133 s         –
 *
 * An equal vector in place of the expected one counts as a miss here; with ties allowed for, 8 of 9 new indexes
 * over 100,000 rows missed nothing and one missed .0004. What costs recall is partitions that are left out, not
 * bits: reading all of them also makes a search under a filter as good as one without, and the end of the list
 * the end of the table.
 */
function toIndexConfig({ lancedb }: LanceLibrary): Index {
  return lancedb.Index.ivfRq({
    distanceType: "cosine",
    numPartitions: PARTITIONS,
    numBits: 4,
    // Few partitions are found with few vectors: the defaults take ten times as long for no more recall.
    sampleRate: 64,
    maxIterations: 20,
  });
}

/** Rows written after it are scanned beside it. Does nothing where there is one, or need not be. */
export async function addVectorIndex(
  table: Table,
  library: LanceLibrary,
  { dimension, fromRows }: { dimension: number; fromRows: number },
): Promise<void> {
  // IVF_RQ takes no other. No model we know of makes such vectors; they are scanned.
  if (dimension % 8 !== 0 || (await table.countRows()) < fromRows) return;
  if ((await findVectorIndexes(table)).length > 0) return;
  await table.createIndex("embedding", { config: toIndexConfig(library) });
}

/**
 * Before `optimize`, which would carry it over and make it worse each time: at 100,000 rows recall@50 fell
 * from 1 to .997 with the first and to .993 with three more. A new one takes about as long.
 */
export async function dropVectorIndex(table: Table): Promise<void> {
  for (const { name } of await findVectorIndexes(table)) await table.dropIndex(name);
}

async function findVectorIndexes(table: Table): Promise<IndexConfig[]> {
  const indexes = await table.listIndices();
  return indexes.filter(({ columns }) => columns.includes("embedding"));
}
