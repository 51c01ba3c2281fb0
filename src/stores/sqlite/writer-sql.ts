import type { KnownFile, PreparedChunk } from "../../ports/document-store.ts";
import type { SqlValue } from "./database.ts";
import { toFtsText } from "./to-fts-text.ts";

export const DOCUMENT_BY_ID = /* sql */ `select id from documents where doc_id = ?`;

export const INSERT_DOCUMENT = /* sql */ `
  insert into documents (source_id, path, type, title, lang, code_lang, repo, trust, created_at, updated_at, metadata,
    content_hash, size, modified_ms, pipeline, chunker_version, tail, indexed_at, checked_at, doc_id)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(? as real), ?, ?, ?, ?, ?, ?)
`;

export const UPDATE_DOCUMENT = /* sql */ `
  update documents set source_id = ?, path = ?, type = ?, title = ?, lang = ?, code_lang = ?, repo = ?, trust = ?,
    created_at = ?, updated_at = ?, metadata = ?, content_hash = ?, size = ?, modified_ms = cast(? as real),
    pipeline = ?, chunker_version = ?, tail = ?, indexed_at = ?, checked_at = ?
  where doc_id = ?
`;

/** A document without a date of its own has that of its file: both are as a first run would find them. */
export const TOUCH_DOCUMENT = /* sql */ `
  update documents set size = ?1, modified_ms = cast(?2 as real), checked_at = ?3,
    updated_at = iif(updated_at = round(modified_ms), cast(round(?2) as integer), updated_at)
  where source_id = ?4 and path = ?5
`;

export const CONTENT_HASH = /* sql */ `
  select content_hash as hash from documents where source_id = ? and path = ?
`;
export const REMOVE_DOCUMENT = /* sql */ `delete from documents where source_id = ? and path = ?`;

export const CLEAR_OWN_TAGS = /* sql */ `delete from document_tags where document = ? and origin <> 'user'`;
export const ADD_TAG = /* sql */ `insert or ignore into document_tags (document, tag, origin) values (?, ?, ?)`;
export const REMOVE_USER_TAG = /* sql */ `delete from document_tags where document = ? and tag = ? and origin = 'user'`;

export const CHUNKS_OF = /* sql */ `select id, chunk_id as chunkId from chunks where document = ?`;

const PLACE_COLUMNS =
  "ordinal, start_offset, end_offset, start_line, end_line, start_column, end_column, page, heading_path, symbol, lead";
const SEARCH_COLUMNS = "tokens, heading, words, cjk, identifiers";

export function insertChunks(rows: number): string {
  return /* sql */ `
    insert into chunks (${PLACE_COLUMNS}, ${SEARCH_COLUMNS}, text, text_hash, document, chunk_id)
    values ${Array<string>(rows).fill("(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").join(", ")}
  `;
}

/** A chunk whose text stayed may stand elsewhere, under another heading, or have been analysed anew. */
export const MOVE_CHUNK = /* sql */ `
  update chunks set ordinal = ?, start_offset = ?, end_offset = ?, start_line = ?, end_line = ?, start_column = ?,
    end_column = ?, page = ?, heading_path = ?, symbol = ?, lead = ?, tokens = ?, heading = ?, words = ?, cjk = ?,
    identifiers = ?
  where id = ?
`;

export const REMOVE_CHUNK = /* sql */ `delete from chunks where id = ?`;

export function toPlaceValues(chunk: PreparedChunk): SqlValue[] {
  return [
    chunk.ordinal,
    chunk.start,
    chunk.end,
    chunk.span.startLine,
    chunk.span.endLine,
    chunk.span.startColumn,
    chunk.span.endColumn,
    chunk.span.page,
    JSON.stringify(chunk.headingPath),
    chunk.symbol === null ? null : JSON.stringify(chunk.symbol),
    chunk.lead,
  ];
}

export function toSearchValues(chunk: PreparedChunk): SqlValue[] {
  const words = toFtsText(chunk.words ?? chunk.text);
  // Null where the text itself will do, so that it is not stored twice.
  return [
    chunk.tokens,
    toFtsText(chunk.heading),
    words === chunk.text ? null : words,
    chunk.cjk,
    chunk.identifiers,
  ];
}

/** Each string a row brings costs as much as the rest of it: three travel as one. Ids and hashes have fixed lengths. */
export type StoredFileRow = readonly [
  path: string,
  size: number,
  modifiedMs: number,
  checkedAt: number,
  joined: string,
];

export const STORED_FILES = /* sql */ `
  select path, size, modified_ms, checked_at, doc_id || content_hash || pipeline from documents where source_id = ?
`;

const ID_LENGTH = 32;
const HASH_END = ID_LENGTH + 64;

export function toStoredFile([path, size, modifiedMs, checkedAt, joined]: StoredFileRow): KnownFile {
  const documentId = joined.slice(0, ID_LENGTH);
  const contentHash = joined.slice(ID_LENGTH, HASH_END);
  const state = { kind: "stored", documentId, contentHash } as const;
  return { path, size, modifiedMs, checkedAt, pipeline: joined.slice(HASH_END), state };
}

export interface SetAsideRow {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly checkedAt: number;
  readonly pipeline: string;
  readonly kind: "failed" | "skipped";
  readonly reason: string;
}

export const SET_ASIDE_FILES = /* sql */ `
  select path, size, modified_ms as modifiedMs, checked_at as checkedAt, pipeline, kind, reason
  from set_aside where source_id = ?
`;

export function toSetAsideFile(row: SetAsideRow, documentId: string | null): KnownFile {
  const { path, size, modifiedMs, checkedAt, pipeline, kind, reason } = row;
  return { path, size, modifiedMs, checkedAt, pipeline, state: { kind, reason, documentId } };
}

export const PUT_SET_ASIDE = /* sql */ `
  insert or replace into set_aside (source_id, path, kind, reason, size, modified_ms, pipeline, checked_at)
  values (?, ?, ?, ?, ?, cast(? as real), ?, ?)
`;
export const CLEAR_SET_ASIDE = /* sql */ `delete from set_aside where source_id = ? and path = ?`;

export const PUT_SOURCE = /* sql */ `
  insert into sources (source_id, root, origin, added_at) values (?, ?, ?, ?)
  on conflict (source_id) do update set root = excluded.root, origin = excluded.origin,
    verified_scan = iif(root = excluded.root, verified_scan, null)
`;
export const VERIFIED_SCAN = /* sql */ `select verified_scan as digest from sources where source_id = ?`;
export const PUT_VERIFIED_SCAN = /* sql */ `update sources set verified_scan = ? where source_id = ?`;
export const REMOVE_SOURCE = /* sql */ `delete from sources where source_id = ?`;
export const REMOVE_SOURCE_DOCUMENTS = /* sql */ `delete from documents where source_id = ?`;
export const REMOVE_SOURCE_SET_ASIDE = /* sql */ `delete from set_aside where source_id = ?`;

export const START_RUN = /* sql */ `insert into ingest_runs (started_at) values (?)`;
export const FINISH_RUN = /* sql */ `update ingest_runs set finished_at = ?, report = ? where id = ?`;

/** A little each time: at most some 200 pages are rewritten. */
export const MERGE = /* sql */ `insert into chunks_fts (chunks_fts, rank) values ('merge', 200)`;
export const OPTIMISE = /* sql */ `insert into chunks_fts (chunks_fts) values ('optimize')`;
