import { toCitationUri } from "../core/citation.ts";
import type { SearchMode } from "../core/search.ts";
import type { Snippet } from "../core/snippet.ts";
import type { EmbedReport } from "../ingest/embed-pending.ts";
import type { IngestProgress } from "../ingest/report.ts";
import type { StoredChunk, StoredDocument } from "../ports/document-store.ts";
import type { VectorTableKey } from "../ports/vector-ledger.ts";
import type { Fusion } from "../retrieval/rank.ts";
import type { SearchHit } from "../retrieval/search.ts";
import type { ChunkDetail, DocumentDetail, DocumentSummary } from "../wire/documents.ts";
import type { IndexReportWire, IngestProgressWire, IngestReportWire } from "../wire/ingest.ts";
import type { Citation, SearchHitWire } from "../wire/search.ts";
import { toExplanation } from "./explain.ts";
import type { StoredReport } from "./storing.ts";

export function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function toCitation(chunk: StoredChunk): Citation {
  const { span, document } = chunk;
  const isPage = span.page !== null;
  return {
    uri: toCitationUri(document.path, span),
    path: document.path,
    kind: isPage ? "page" : "lines",
    start_line: isPage ? null : span.startLine,
    end_line: isPage ? null : span.endLine,
    page: span.page,
    symbol: chunk.symbol?.join(".") ?? null,
    code_lang: document.codeLang,
  };
}

export interface HitContext {
  readonly mode: SearchMode;
  readonly fusion: Fusion;
  readonly indexVersion: string;
  readonly embeddingModel: string | null;
  readonly stale: boolean;
  readonly explain: boolean;
}

export function toHitWire(hit: SearchHit, context: HitContext): SearchHitWire {
  const { chunk, scores } = hit;
  const { document } = chunk;
  return {
    schema_version: "search_hit.v1",
    rank: hit.rank,
    score: hit.score,
    score_kind: context.mode === "hybrid" ? context.fusion.policy : context.mode,
    chunk_id: chunk.id,
    doc_id: document.id,
    doc_path: document.path,
    title: document.title,
    type: document.type,
    tags: [...document.tags],
    heading_path: [...chunk.headingPath],
    section_label: toSectionLabel(chunk),
    snippet: markSnippet(hit.snippet),
    citation: toCitation(chunk),
    retrieval: {
      method: context.mode,
      lexical_score: scores.lexicalScore,
      lexical_rank: scores.lexicalRank,
      vector_score: scores.vectorScore,
      vector_rank: scores.vectorRank,
      fusion_score: scores.fusionScore,
      rrf_score: scores.rrfScore,
    },
    index_version: context.indexVersion,
    embedding_model: context.embeddingModel,
    chunker_version: document.chunkerVersion,
    indexed_at: toTime(document.indexedAt),
    stale: context.stale,
    lang: document.lang,
    source_id: document.sourceId,
    trust_level: document.trustLevel,
    ...(document.repo === null ? {} : { repo: document.repo }),
    ...(document.codeLang === null ? {} : { code_lang: document.codeLang }),
    ...(context.explain ? { explain: toExplanation(hit, context.mode, context.fusion) } : {}),
  };
}

function toSectionLabel(chunk: StoredChunk): string | null {
  if (chunk.span.page !== null) return `page ${chunk.span.page}`;
  return chunk.symbol?.join(".") ?? chunk.headingPath.at(-1) ?? null;
}

export const MARK_START = "<mark>";
export const MARK_END = "</mark>";

function markSnippet({ text, marks }: Snippet): string {
  let marked = "";
  let at = 0;
  for (const { start, end } of marks) {
    marked += `${text.slice(at, start)}${MARK_START}${text.slice(start, end)}${MARK_END}`;
    at = end;
  }
  return marked + text.slice(at);
}

export function toSummary(document: StoredDocument, stale: boolean): DocumentSummary {
  return {
    doc_id: document.id,
    doc_path: document.path,
    source_id: document.sourceId,
    title: document.title,
    type: document.type,
    lang: document.lang,
    code_lang: document.codeLang,
    repo: document.repo,
    trust_level: document.trustLevel,
    tags: [...document.tags],
    created_at: document.createdAt === null ? null : toTime(document.createdAt),
    updated_at: toTime(document.updatedAt),
    indexed_at: toTime(document.indexedAt),
    size: document.size,
    stale,
  };
}

export function toDocumentDetail(
  document: StoredDocument,
  chunks: readonly StoredChunk[],
  stale: boolean,
): DocumentDetail {
  return {
    schema_version: "document.v1",
    ...toSummary(document, stale),
    content_hash: document.contentHash,
    chunker_version: document.chunkerVersion,
    aliases: [...document.metadata.aliases],
    source_type: document.metadata.sourceType,
    metadata: document.metadata.extra as DocumentDetail["metadata"],
    chunks: chunks.map((chunk) => ({
      chunk_id: chunk.id,
      uri: toCitationUri(document.path, chunk.span),
      heading_path: [...chunk.headingPath],
      tokens: chunk.tokens,
    })),
  };
}

export function toChunkDetail(chunk: StoredChunk, stale: boolean): ChunkDetail {
  return {
    schema_version: "chunk.v1",
    chunk_id: chunk.id,
    doc_id: chunk.document.id,
    ordinal: chunk.ordinal,
    citation: toCitation(chunk),
    heading_path: [...chunk.headingPath],
    tokens: chunk.tokens,
    text: chunk.text,
    document: toSummary(chunk.document, stale),
  };
}

export function toProgressWire(event: IngestProgress): IngestProgressWire {
  return { schema_version: "ingest_progress.v1", ...event };
}

export function toReportWire({ report, vectors }: StoredReport): IngestReportWire {
  const { durationMs, dryRun, failed, skipped, notices, ...counts } = report;
  return {
    schema_version: "ingest_report.v1",
    ...counts,
    failed: [...failed],
    skipped: [...skipped],
    notices: [...notices],
    vectors: vectors === null ? null : toVectorCounts(vectors),
    duration_ms: Math.round(durationMs),
    dry_run: dryRun,
  };
}

export function toIndexReportWire(
  report: EmbedReport,
  run: { store: VectorTableKey["store"]; durationMs: number; interrupted: boolean },
): IndexReportWire {
  return {
    schema_version: "index_report.v1",
    store: run.store,
    ...toVectorCounts(report),
    duration_ms: Math.round(run.durationMs),
    interrupted: run.interrupted,
  };
}

function toVectorCounts({ modelId, ...counts }: EmbedReport): NonNullable<IngestReportWire["vectors"]> {
  return { model: modelId, ...counts };
}
