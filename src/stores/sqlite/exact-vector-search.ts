import type { RankedChunk, SearchFilter } from "../../core/search.ts";
import type { VectorTable } from "../../ports/vector-store.ts";
import { compareRanked, createCosine } from "../cosine.ts";
import { toVector } from "../vector-bytes.ts";
import type { Database } from "./database.ts";
import { toFilterSql } from "./filter-sql.ts";
import { quote, Vec0Table } from "./vec0-table.ts";

/** Scores every committed vector, read through SQL alone: what the scan over codes is held against in tests. */
export async function searchEveryVector(
  database: Database,
  table: VectorTable,
  search: { vector: Float32Array; limit: number; filter: SearchFilter },
): Promise<RankedChunk[]> {
  const vec0 = new Vec0Table(database, table.name);
  if (!vec0.exists()) return [];
  await vec0.load();
  const { condition, values } = await toFilterSql(search.filter, database);
  const rows = database.iterate<[chunkId: string, vector: Uint8Array]>(
    /* sql */ `
      select v.chunk_id, e.embedding
      from vector_tables t
      join chunk_vectors v on v.vector_table = t.id and v.state = 'committed'
      join chunks c on c.chunk_id = v.chunk_id
      join documents d on d.id = c.document
      cross join ${quote(table.name)} e on e.rowid = v.id
      where t.store = ? and t.name = ? and ${condition ?? "true"}
    `,
    [table.store, table.name, ...values],
  );
  const toScore = createCosine(search.vector);
  const ranked = Array.from(rows, ([chunkId, bytes]) => ({ chunkId, score: toScore(toVector(bytes)) }));
  return ranked.sort(compareRanked).slice(0, Math.max(0, search.limit));
}
