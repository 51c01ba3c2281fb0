import { type DocumentType, TRUST_LEVELS } from "../../core/document.ts";
import type { PreparedDocument, StoredChunk, StoredDocument } from "../../ports/document-store.ts";

export interface DocumentRow {
  readonly documentId: string;
  readonly sourceId: string;
  readonly path: string;
  readonly type: DocumentType;
  readonly title: string;
  readonly lang: string;
  readonly codeLang: string | null;
  readonly repo: string | null;
  readonly trust: number;
  readonly createdAt: number | null;
  readonly updatedAt: number;
  readonly metadata: string;
  readonly contentHash: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly chunkerVersion: string;
  readonly indexedAt: number;
  /** JSON list; a document's tag may have several origins, and counts once. */
  readonly tags: string;
}

const DOCUMENT_COLUMNS = /* sql */ `
  d.doc_id as documentId, d.source_id as sourceId, d.path, d.type, d.title, d.lang, d.code_lang as codeLang, d.repo,
  d.trust, d.created_at as createdAt, d.updated_at as updatedAt, d.metadata, d.content_hash as contentHash, d.size,
  d.modified_ms as modifiedMs, d.chunker_version as chunkerVersion, d.indexed_at as indexedAt,
  (select json_group_array(tag) from (select distinct tag from document_tags where document = d.id order by tag)) as tags
`;

export const DOCUMENT = /* sql */ `select ${DOCUMENT_COLUMNS} from documents d where d.doc_id = ?`;
export const DOCUMENTS_AT = /* sql */ `
  select ${DOCUMENT_COLUMNS} from documents d where d.path = ? order by d.source_id
`;
export const DOCUMENT_TAIL = /* sql */ `select tail from documents where doc_id = ?`;

export function listDocuments(condition: string | null): string {
  const where = condition === null ? "" : `where ${condition}`;
  return /* sql */ `select ${DOCUMENT_COLUMNS} from documents d ${where} order by d.source_id, d.path limit ? offset ?`;
}

export function countDocuments(condition: string | null): string {
  return /* sql */ `select count(*) as count from documents d ${condition === null ? "" : `where ${condition}`}`;
}

/** Field by field, and so is a chunk: taking the rest of a row costs a search more than its SQL for it. */
export function toDocument(row: DocumentRow): StoredDocument {
  return {
    id: row.documentId,
    sourceId: row.sourceId,
    path: row.path,
    type: row.type,
    title: row.title,
    lang: row.lang,
    codeLang: row.codeLang,
    repo: row.repo,
    trustLevel: TRUST_LEVELS[row.trust] ?? "generated",
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    metadata: JSON.parse(row.metadata) as PreparedDocument["metadata"],
    contentHash: row.contentHash,
    size: row.size,
    modifiedMs: row.modifiedMs,
    chunkerVersion: row.chunkerVersion,
    indexedAt: row.indexedAt,
    tags: JSON.parse(row.tags) as string[],
  };
}

interface ChunkRow extends DocumentRow {
  readonly id: string;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number | null;
  readonly endColumn: number | null;
  readonly page: number | null;
  readonly headingPath: string;
  readonly symbol: string | null;
  readonly lead: string;
  readonly tokens: number;
  readonly text: string;
}

const CHUNK_COLUMNS = /* sql */ `
  c.chunk_id as id, c.ordinal, c.start_offset as "start", c.end_offset as "end", c.start_line as startLine,
  c.end_line as endLine, c.start_column as startColumn, c.end_column as endColumn, c.page,
  c.heading_path as headingPath, c.symbol, c.lead, c.tokens, c.text, ${DOCUMENT_COLUMNS}
`;

export const CHUNKS = /* sql */ `
  select ${CHUNK_COLUMNS} from json_each(?) wanted join chunks c on c.chunk_id = wanted.value
  join documents d on d.id = c.document order by wanted.key
`;
export const PATHS_OF = /* sql */ `
  select c.chunk_id as id, d.path from json_each(?) wanted join chunks c on c.chunk_id = wanted.value
  join documents d on d.id = c.document
`;
export const CHUNKS_OF = /* sql */ `
  select ${CHUNK_COLUMNS} from documents d join chunks c on c.document = d.id where d.doc_id = ? order by c.ordinal
`;

export function toChunk(row: ChunkRow): StoredChunk {
  const { startLine, endLine, startColumn, endColumn, page } = row;
  return {
    id: row.id,
    ordinal: row.ordinal,
    start: row.start,
    end: row.end,
    span: { startLine, endLine, startColumn, endColumn, page },
    headingPath: JSON.parse(row.headingPath) as string[],
    symbol: row.symbol === null ? null : (JSON.parse(row.symbol) as string[]),
    text: row.text,
    lead: row.lead,
    tokens: row.tokens,
    document: toDocument(row),
  };
}

export type { ChunkRow };

export const TAGS = /* sql */ `
  select tag, count(distinct document) as documents from document_tags group by tag order by documents desc, tag
`;
export const SOURCES = /* sql */ `
  select s.source_id as id, s.root, s.origin, (select count(*) from documents d where d.source_id = s.source_id) as documents
  from sources s order by s.source_id
`;
export const SOURCE_ROOTS = /* sql */ `select source_id as id, root from sources`;
export const SET_ASIDE = /* sql */ `
  select source_id as sourceId, path, kind, reason from set_aside order by kind, source_id, path
`;
export const COUNTS = /* sql */ `
  select (select count(*) from documents) as documents, (select count(*) from chunks) as chunks,
    (select count(distinct tag) from document_tags) as tags,
    (select count(*) from set_aside where kind = 'failed') as failed,
    (select count(*) from set_aside where kind = 'skipped') as skipped,
    (select max(finished_at) from ingest_runs) as lastRunAt
`;
export const BY_TYPE = /* sql */ `select type as name, count(*) as count from documents group by type order by type`;
export const BY_SOURCE = /* sql */ `
  select source_id as name, count(*) as count from documents group by source_id order by source_id
`;
