import type { Table } from "@lancedb/lancedb";
import type { RecordBatch } from "apache-arrow";
import type { RankedChunk } from "../../core/search.ts";
import { compareRanked, createCosine } from "../cosine.ts";
import { toTexts, toVectors } from "./arrow-rows.ts";
import { isOneOf } from "./condition.ts";

export interface NearestQuery {
  readonly vector: Float32Array;
  readonly limit: number;
  /** Documents that may answer; null for all. */
  readonly allowed: ReadonlySet<string> | null;
  /** Chunks that may not. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * So many documents are named in the condition; of more, LanceDB gives the nearest of all and ours are
 * picked. Each id costs some 15 to 50 µs to plan: at 60,000 rows 1,000 ids take 30 ms with the index
 * and 67 without, 10,000 take 104 and 520, where the nearest 1,024 of all come in 43 and 300.
 */
const MOST_NAMED_DOCUMENTS = 1000;
/** Asked for beyond the limit, so that ties at its edge seldom need a second search. */
const MARGIN = 16;
const MOST_HIDDEN_ASKED_FOR = 256;
const GROWTH = 4;
/**
 * LanceDB's distances are sums of 32-bit floats; the farthest from the true cosine was 2e-7 in 6,400
 * measured at 384 dimensions.
 */
const DISTANCE_ERROR = 1e-6;
/** See `toIndexConfig` in vector-index.ts. These say nothing to a table without an index. */
const ALL_PARTITIONS = 4096;
const LEAST_REFINE_FACTOR = 2;
/** The index may misjudge a row by far: of these many at least the whole vectors are read, 8 ms more than of 132. */
const LEAST_REFINED = 512;

/**
 * LanceDB's distances choose the candidates; their order and scores are ours, in doubles, so that every
 * store gives the same. More and more are fetched until no row that was not can belong to the hits.
 */
export async function findNearest(table: Table, query: NearestQuery): Promise<RankedChunk[]> {
  const { limit, allowed } = query;
  const named = allowed !== null && allowed.size <= MOST_NAMED_DOCUMENTS ? allowed : null;
  let count = await toFirstCount(table, query, named !== null);
  for (;;) {
    const { ranked, seen, farthest } = await fetchNearest(table, query, { count, named });
    const last = ranked[limit - 1];
    const isComplete = last !== undefined && last.score > 1 - farthest + DISTANCE_ERROR;
    if (isComplete || seen < count) return ranked.slice(0, limit);
    count *= GROWTH;
  }
}

async function toFirstCount(table: Table, query: NearestQuery, isNamed: boolean): Promise<number> {
  const { limit, allowed, hidden } = query;
  const count = limit + MARGIN + Math.min(hidden.size, MOST_HIDDEN_ASKED_FOR);
  if (allowed === null || isNamed) return count;
  // A document has a chunk at least: at most this share of the rows must be passed over.
  const rows = await table.countRows();
  return Math.max(count, Math.ceil((count * rows) / allowed.size));
}

interface Fetched {
  readonly ranked: readonly RankedChunk[];
  /** How many rows came, those included that do not count. */
  readonly seen: number;
  /** LanceDB's own distance of the last of them. */
  readonly farthest: number;
}

async function fetchNearest(
  table: Table,
  query: NearestQuery,
  { count, named }: { count: number; named: ReadonlySet<string> | null },
): Promise<Fetched> {
  const search = table
    .query()
    .nearestTo(query.vector)
    .column("embedding")
    .distanceType("cosine")
    .nprobes(ALL_PARTITIONS)
    .refineFactor(Math.max(LEAST_REFINE_FACTOR, Math.ceil(LEAST_REFINED / count)))
    .select(["chunk_id", "doc_id", "embedding", "_distance"])
    .limit(count);
  if (named !== null) search.where(isOneOf("doc_id", named));
  const toScore = createCosine(query.vector);
  const ranked: RankedChunk[] = [];
  let seen = 0;
  let farthest = 0;
  for await (const batch of search) {
    seen += batch.numRows;
    for (const distance of toDistances(batch)) farthest = Math.max(farthest, distance);
    for (const chunk of toRanked(batch, query, toScore)) ranked.push(chunk);
  }
  return { ranked: ranked.sort(compareRanked), seen, farthest };
}

function toDistances(batch: RecordBatch): Iterable<number> {
  return (batch.getChild("_distance")?.toArray() ?? []) as Float32Array;
}

function* toRanked(
  batch: RecordBatch,
  { allowed, hidden }: NearestQuery,
  toScore: (vector: Float32Array) => number,
): Generator<RankedChunk> {
  const documents = toTexts(batch, "doc_id");
  const vectors = toVectors(batch, "embedding");
  for (const [row, chunkId] of toTexts(batch, "chunk_id").entries()) {
    const vector = vectors[row];
    if (vector === undefined || hidden.has(chunkId)) continue;
    if (allowed !== null && !allowed.has(documents[row] ?? "")) continue;
    yield { chunkId, score: toScore(vector) };
  }
}
