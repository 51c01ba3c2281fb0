import type { PendingChunk, VectorTableKey } from "../../ports/vector-ledger.ts";
import type { VectorTable } from "../../ports/vector-store.ts";

export interface TableRow {
  readonly id: number;
  readonly store: VectorTableKey["store"];
  readonly modelId: string;
  readonly version: string;
  readonly name: string;
  readonly dimension: number | null;
  readonly isEnrolled: number;
}

const TABLE_COLUMNS = /* sql */ `
  id, store, model_id as modelId, version, name, dimension, is_enrolled as isEnrolled
`;
export const TABLE = /* sql */ `select ${TABLE_COLUMNS} from vector_tables where store = ? and model_id = ?`;
export const TABLES = /* sql */ `select ${TABLE_COLUMNS} from vector_tables order by store, model_id`;

export function toTable(row: TableRow): VectorTable | null {
  const { store, name, modelId, version, dimension } = row;
  return dimension === null ? null : { store, name, modelId, version, dimension };
}

/** What is not committed comes from the small index; the rest is all rows less those. */
export const COUNTS = /* sql */ `
  select (select count(*) from chunk_vectors where vector_table = ?1) as "all",
    (select count(*) from chunk_vectors where vector_table = ?1 and state <> 'committed' and state = 'pending') as pending,
    (select count(*) from chunk_vectors where vector_table = ?1 and state <> 'committed' and state = 'uncovered') as uncovered,
    (select count(*) from chunk_vectors where vector_table = ?1 and state <> 'committed' and state = 'removing') as removing
`;

export const COUNT_PENDING = /* sql */ `
  select count(*) as pending from chunk_vectors where vector_table = ? and state <> 'committed' and state = 'pending'
`;
export const COMMITTED = /* sql */ `
  select chunk_id as id from chunk_vectors where vector_table = ? and state = 'committed'
`;
export const TAKE_BACK = /* sql */ `
  update chunk_vectors set state = 'pending'
  where vector_table = ? and state = 'committed' and chunk_id in (select value from json_each(?))
`;

export function documentsMatching(condition: string): string {
  return /* sql */ `select d.doc_id as id from documents d where ${condition}`;
}

/** By a cross join, which keeps its order: SQLite might go through all documents that pass. */
export function chunksMatching(condition: string): string {
  return /* sql */ `
    select c.chunk_id as id from json_each(?) wanted
    cross join chunks c on c.chunk_id = wanted.value
    cross join documents d on d.id = c.document
    where ${condition}
  `;
}

export const HIDDEN = /* sql */ `
  select chunk_id as id from chunk_vectors
  where vector_table = ? and state <> 'committed' and state in ('pending', 'removing')
`;

export const SAMPLE = /* sql */ `
  select chunk_id as id from chunk_vectors
  where vector_table = ? and state = 'committed' order by chunk_id limit ?
`;

export const ADD_TABLE = /* sql */ `
  insert into vector_tables (store, model_id, version, name, is_enrolled, created_at) values (?, ?, ?, ?, 0, ?)
`;
export const ENROL_NONE = /* sql */ `update vector_tables set is_enrolled = 0 where is_enrolled = 1`;
export const ENROL = /* sql */ `update vector_tables set is_enrolled = 1 where id = ?`;
export const RENEW_TABLE = /* sql */ `update vector_tables set version = ?, dimension = null where id = ?`;
export const RENEW_CHUNKS = /* sql */ `
  update chunk_vectors set state = 'pending' where vector_table = ? and state in ('committed', 'uncovered')
`;
/** Also a chunk that went and came back while another table was the enrolled one. */
export const ADD_MISSING = /* sql */ `
  insert into chunk_vectors (vector_table, chunk_id, document, state)
  select ?1, c.chunk_id, c.document, 'pending' from chunks c
  where not exists (
    select 1 from chunk_vectors v where v.vector_table = ?1 and v.chunk_id = c.chunk_id and v.state <> 'removing'
  )
  order by c.id
  on conflict (vector_table, chunk_id) do update set document = excluded.document, state = 'pending'
`;
export const PUT_DIMENSION = /* sql */ `update vector_tables set dimension = ? where id = ?`;

export interface PendingRow {
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  readonly headingPath: string;
  readonly text: string;
}

export const PENDING = /* sql */ `
  select c.chunk_id as chunkId, d.doc_id as documentId, d.title, c.heading_path as headingPath, c.text
  from (
    select id, chunk_id from chunk_vectors
    where vector_table = ? and state <> 'committed' and state = 'pending' order by id limit ?
  ) v
  join chunks c on c.chunk_id = v.chunk_id
  join documents d on d.id = c.document
  order by v.id
`;

export function toPending(row: PendingRow): PendingChunk {
  return { ...row, headingPath: JSON.parse(row.headingPath) as string[] };
}

/** One that was removed meanwhile stays so. */
export const COMMIT = /* sql */ `
  update chunk_vectors set state = ?
  where vector_table = ? and chunk_id in (select value from json_each(?)) and state = 'pending'
`;
export const REMOVED = /* sql */ `
  select chunk_id as id from chunk_vectors
  where vector_table = ? and state <> 'committed' and state = 'removing' order by chunk_vectors.id limit ?
`;
/** One that came back meanwhile is kept. */
export const FORGET = /* sql */ `
  delete from chunk_vectors
  where vector_table = ? and chunk_id in (select value from json_each(?)) and state = 'removing'
`;

export const CACHED = /* sql */ `
  select text_hash as hash, vector from embedding_cache
  where text_hash in (select value from json_each(?)) and model_id = ? and prefix_hash = ?
`;
export const PUT_CACHED = /* sql */ `
  insert or replace into embedding_cache (text_hash, model_id, prefix_hash, dimension, vector) values (?, ?, ?, ?, ?)
`;

export interface JobRow {
  readonly key: string;
  readonly state: "running" | "done" | "failed";
  readonly checkpoint: string;
}

export const PUT_JOB = /* sql */ `
  insert into jobs (kind, key, state, checkpoint, started_at, updated_at) values ('embed', ?1, ?2, ?3, ?4, ?4)
  on conflict (kind, key) do update set state = excluded.state, checkpoint = excluded.checkpoint,
    started_at = iif(state = 'running', started_at, excluded.started_at), updated_at = excluded.updated_at
`;
export const LAST_JOB = /* sql */ `
  select key, state, checkpoint from jobs where kind = 'embed' order by updated_at desc, id desc limit 1
`;
