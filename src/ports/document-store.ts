import type { Chunk, DocumentType, Json, TrustLevel } from "../core/document.ts";
import type { SearchFilter } from "../core/search.ts";

/** What the store remembers of a file, so that an unchanged one costs nothing. */
export interface KnownFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  /** Its content was read, and found to be as stored, not before this moment. */
  readonly checkedAt: number;
  /** Parser, chunker, analyser and settings that made its rows. */
  readonly pipeline: string;
  readonly state:
    | { readonly kind: "stored"; readonly documentId: string; readonly contentHash: string }
    /** `documentId`: an earlier version of the file that is still searchable. */
    | { readonly kind: "failed" | "skipped"; readonly reason: string; readonly documentId: string | null };
}

/** A chunk with what the lexical index needs of it. */
export interface PreparedChunk extends Chunk {
  readonly textHash: string;
  readonly heading: string;
  readonly words: string | null;
  readonly cjk: string;
  readonly identifiers: string;
}

export interface PreparedDocument {
  readonly id: string;
  readonly sourceId: string;
  readonly path: string;
  readonly type: DocumentType;
  readonly title: string;
  readonly lang: string;
  readonly codeLang: string | null;
  readonly repo: string | null;
  readonly trustLevel: TrustLevel;
  readonly createdAt: number | null;
  readonly updatedAt: number;
  readonly metadata: {
    readonly aliases: readonly string[];
    readonly sourceType: string | null;
    readonly extra: { readonly [key: string]: Json };
  };
  readonly tags: readonly { readonly tag: string; readonly origin: "document" | "source" }[];
  readonly contentHash: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly pipeline: string;
  readonly chunkerVersion: string;
  readonly chunks: readonly PreparedChunk[];
  /** What follows the last chunk: leads, chunks and tail together are the document's text. */
  readonly tail: string;
  readonly notices: readonly string[];
}

export interface ChunkChanges {
  readonly added: number;
  readonly kept: number;
  readonly removed: number;
}

/** The writing half. Only the holder of the writer's lock may have one. */
export interface DocumentWriter extends AsyncDisposable {
  knownFiles(sourceId: string): Promise<KnownFile[]>;
  /** Those of them that gave no document. */
  asideFiles(sourceId: string): Promise<KnownFile[]>;
  /** Digest of the last scan that was held against every known file and found to be the same; null when files changed since. */
  verifiedScan(sourceId: string): Promise<string | null>;
  /** Taken back, by null, before anything of the source is written. */
  putVerifiedScan(sourceId: string, digest: string | null): Promise<void>;
  /** Free for a new document at this path: the plain id, or the next one when a renamed document still holds it. */
  freeDocumentId(sourceId: string, path: string): Promise<string>;
  /**
   * One transaction: rows, tags and lexical index; chunks whose id stays keep their row.
   * Tags a user gave survive. Forgets that the path was ever set aside.
   */
  put(document: PreparedDocument): Promise<ChunkChanges>;
  /** The same for several in one transaction, which costs a fraction of one each. */
  putAll(documents: readonly PreparedDocument[]): Promise<ChunkChanges[]>;
  /** The file was read and is as stored: only its size and times are new. */
  touch(sourceId: string, file: { path: string; size: number; modifiedMs: number }): Promise<void>;
  /** Remembers a file that gave no document, with its reason. An older version of it stays searchable. */
  setAside(
    sourceId: string,
    file: { path: string; size: number; modifiedMs: number; pipeline: string },
    state: { kind: "failed" | "skipped"; reason: string },
  ): Promise<void>;
  /** Unknown paths are ignored, so a removal can be repeated. */
  remove(sourceId: string, paths: readonly string[]): Promise<void>;
  putSource(source: StoredSource): Promise<void>;
  /** The source and every document of it. */
  removeSource(sourceId: string): Promise<void>;
  tagDocument(
    documentId: string,
    change: { add: readonly string[]; remove: readonly string[] },
  ): Promise<void>;
  startRun(): Promise<number>;
  finishRun(run: number, report: Json): Promise<void>;
  /** Folds what the last documents added into the keyword index, so that searching stays fast: all of it, or a little. */
  merge(extent: "some" | "all"): Promise<void>;
}

export interface StoredSource {
  readonly id: string;
  readonly root: string;
  readonly origin: "config" | "command" | "library";
}

export interface StoredDocument {
  readonly id: string;
  readonly sourceId: string;
  readonly path: string;
  readonly type: DocumentType;
  readonly title: string;
  readonly lang: string;
  readonly codeLang: string | null;
  readonly repo: string | null;
  readonly trustLevel: TrustLevel;
  readonly createdAt: number | null;
  readonly updatedAt: number;
  readonly metadata: PreparedDocument["metadata"];
  readonly tags: readonly string[];
  readonly contentHash: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly chunkerVersion: string;
  readonly indexedAt: number;
}

export interface StoredChunk extends Chunk {
  readonly document: StoredDocument;
}

export interface StoreCounts {
  readonly documents: number;
  readonly chunks: number;
  readonly tags: number;
  readonly byType: Readonly<Record<string, number>>;
  readonly bySource: Readonly<Record<string, number>>;
  readonly failed: number;
  readonly skipped: number;
  readonly lastRunAt: number | null;
}

/** The reading half: never waits for a writer. */
export interface DocumentReader extends AsyncDisposable {
  /** In the order asked; unknown ids are left out. One query however many there are. */
  chunks(ids: readonly string[]): Promise<StoredChunk[]>;
  /** Which document each chunk is of: chunk id → path. */
  pathsOf(ids: readonly string[]): Promise<Map<string, string>>;
  chunksOf(documentId: string): Promise<{ chunks: StoredChunk[]; tail: string }>;
  document(id: string): Promise<StoredDocument | null>;
  /** By path within its source; several sources may have the same path. */
  documentsAt(path: string): Promise<StoredDocument[]>;
  documents(filter: SearchFilter, page: { limit: number; offset: number }): Promise<StoredDocument[]>;
  countDocuments(filter: SearchFilter): Promise<number>;
  tags(): Promise<{ tag: string; documents: number }[]>;
  sources(): Promise<(StoredSource & { documents: number })[]>;
  /** Source id → folder, without counting its documents: every search asks. */
  sourceRoots(): Promise<Map<string, string>>;
  setAside(): Promise<{ sourceId: string; path: string; kind: "failed" | "skipped"; reason: string }[]>;
  counts(): Promise<StoreCounts>;
  /** Problems found by the store's own checks, worded for people; empty when sound. */
  check(): Promise<string[]>;
}
