import { type Json, TRUST_LEVELS } from "../../core/document.ts";
import { toDocumentId } from "../../core/ids.ts";
import type {
  ChunkChanges,
  DocumentWriter,
  KnownFile,
  PreparedChunk,
  PreparedDocument,
  StoredSource,
} from "../../ports/document-store.ts";
import type { Database, SqlValue } from "./database.ts";
import * as sql from "./writer-sql.ts";

/** Few sizes, so that few statements are prepared; SQLite takes 32,766 values at most, a chunk has twenty. */
const INSERT_SIZES = [256, 32, 4, 1];

/** Writes through one connection; the caller holds the writer's lock and closes both. */
export class SqliteDocumentWriter implements DocumentWriter {
  readonly #database: Database;
  readonly #now: () => number;
  #runStartedAt: number | null = null;

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  async knownFiles(sourceId: string): Promise<KnownFile[]> {
    const stored = this.#database.rows<sql.StoredFileRow>(sql.STORED_FILES, [sourceId]).map(sql.toStoredFile);
    const aside = this.#database.all<sql.SetAsideRow>(sql.SET_ASIDE_FILES, [sourceId]);
    if (aside.length === 0) return stored;
    // A file that failed after it had been stored has both rows; the later verdict counts.
    const byPath = new Map<string, KnownFile>(stored.map((file) => [file.path, file]));
    for (const row of aside) {
      const known = byPath.get(row.path);
      const documentId = known?.state.kind === "stored" ? known.state.documentId : null;
      byPath.set(row.path, sql.toSetAsideFile(row, documentId));
    }
    return [...byPath.values()];
  }

  async asideFiles(sourceId: string): Promise<KnownFile[]> {
    const rows = this.#database.all<sql.SetAsideRow>(sql.SET_ASIDE_FILES, [sourceId]);
    return rows.map((row) => sql.toSetAsideFile(row, null));
  }

  async verifiedScan(sourceId: string): Promise<string | null> {
    return this.#database.get<{ digest: string | null }>(sql.VERIFIED_SCAN, [sourceId])?.digest ?? null;
  }

  async putVerifiedScan(sourceId: string, digest: string | null): Promise<void> {
    this.#database.run(sql.PUT_VERIFIED_SCAN, [digest, sourceId]);
  }

  async freeDocumentId(sourceId: string, path: string): Promise<string> {
    for (let taken = 0; ; taken++) {
      const id = toDocumentId(sourceId, path, taken);
      if (this.#database.get(sql.DOCUMENT_BY_ID, [id]) === undefined) return id;
    }
  }

  async put(document: PreparedDocument): Promise<ChunkChanges> {
    const [changes] = await this.putAll([document]);
    return changes ?? { added: 0, kept: 0, removed: 0 };
  }

  async putAll(documents: readonly PreparedDocument[]): Promise<ChunkChanges[]> {
    return this.#database.transaction(() => {
      const inserts: SqlValue[][] = [];
      const changes = documents.map((document) => this.#put(document, inserts));
      this.#insertChunks(inserts);
      return changes;
    });
  }

  async touch(sourceId: string, file: { path: string; size: number; modifiedMs: number }): Promise<void> {
    const values = [file.size, file.modifiedMs, this.#checkedAt(), sourceId, file.path];
    this.#database.run(sql.TOUCH_DOCUMENT, values);
    this.#database.run(sql.CLEAR_SET_ASIDE, [sourceId, file.path]);
  }

  async setAside(
    sourceId: string,
    file: { path: string; size: number; modifiedMs: number; pipeline: string },
    state: { kind: "failed" | "skipped"; reason: string },
  ): Promise<void> {
    const { path, size, modifiedMs, pipeline } = file;
    this.#database.run(sql.PUT_SET_ASIDE, [
      sourceId,
      path,
      state.kind,
      state.reason,
      size,
      modifiedMs,
      pipeline,
      this.#checkedAt(),
    ]);
  }

  async remove(sourceId: string, paths: readonly string[]): Promise<void> {
    // Little a transaction: a large clean-up never holds readers' snapshots or the disk for long. But twins go
    // together: with one of them left, the next run would take a new file of their content for that one renamed.
    const groups = new Map<string, string[]>();
    for (const path of paths) {
      const hash = this.#database.get<{ hash: string }>(sql.CONTENT_HASH, [sourceId, path])?.hash ?? path;
      groups.set(hash, [...(groups.get(hash) ?? []), path]);
    }
    for (const twins of groups.values()) {
      this.#database.transaction(() => {
        for (const path of twins) {
          this.#database.run(sql.REMOVE_DOCUMENT, [sourceId, path]);
          this.#database.run(sql.CLEAR_SET_ASIDE, [sourceId, path]);
        }
      });
    }
  }

  async putSource(source: StoredSource): Promise<void> {
    this.#database.run(sql.PUT_SOURCE, [source.id, source.root, source.origin, this.#now()]);
  }

  async removeSource(sourceId: string): Promise<void> {
    this.#database.transaction(() => {
      this.#database.run(sql.REMOVE_SOURCE_DOCUMENTS, [sourceId]);
      this.#database.run(sql.REMOVE_SOURCE_SET_ASIDE, [sourceId]);
      this.#database.run(sql.REMOVE_SOURCE, [sourceId]);
    });
  }

  async tagDocument(
    documentId: string,
    change: { add: readonly string[]; remove: readonly string[] },
  ): Promise<void> {
    this.#database.transaction(() => {
      const row = this.#database.get<{ id: number }>(sql.DOCUMENT_BY_ID, [documentId]);
      if (row === undefined) return;
      for (const tag of change.remove) this.#database.run(sql.REMOVE_USER_TAG, [row.id, tag]);
      for (const tag of change.add) this.#database.run(sql.ADD_TAG, [row.id, tag, "user"]);
    });
  }

  async startRun(): Promise<number> {
    this.#runStartedAt = this.#now();
    return this.#database.run(sql.START_RUN, [this.#runStartedAt]).lastId;
  }

  async finishRun(run: number, report: Json): Promise<void> {
    this.#runStartedAt = null;
    this.#database.run(sql.FINISH_RUN, [this.#now(), JSON.stringify(report), run]);
  }

  async merge(extent: "some" | "all"): Promise<void> {
    this.#database.exec(extent === "all" ? sql.OPTIMISE : sql.MERGE);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#database[Symbol.dispose]();
  }

  /** Files are read some time before they are stored; that it was not before the run began is all that is sure. */
  #checkedAt(): number {
    return this.#runStartedAt ?? this.#now();
  }

  /** New chunks are left in `inserts`. */
  #put(document: PreparedDocument, inserts: SqlValue[][]): ChunkChanges {
    const row = this.#putDocument(document);
    this.#database.run(sql.CLEAR_OWN_TAGS, [row]);
    for (const { tag, origin } of document.tags) this.#database.run(sql.ADD_TAG, [row, tag, origin]);
    this.#database.run(sql.CLEAR_SET_ASIDE, [document.sourceId, document.path]);
    return this.#putChunks(row, document.chunks, inserts);
  }

  #putDocument(document: PreparedDocument): number {
    const values: SqlValue[] = [
      document.sourceId,
      document.path,
      document.type,
      document.title,
      document.lang,
      document.codeLang,
      document.repo,
      TRUST_LEVELS.indexOf(document.trustLevel),
      document.createdAt,
      document.updatedAt,
      JSON.stringify(document.metadata),
      document.contentHash,
      document.size,
      document.modifiedMs,
      document.pipeline,
      document.chunkerVersion,
      document.tail,
      this.#now(),
      this.#checkedAt(),
      document.id,
    ];
    const existing = this.#database.get<{ id: number }>(sql.DOCUMENT_BY_ID, [document.id]);
    if (existing === undefined) return this.#database.run(sql.INSERT_DOCUMENT, values).lastId;
    this.#database.run(sql.UPDATE_DOCUMENT, values);
    return existing.id;
  }

  /**
   * Many rows a statement: SQLite opens a savepoint for each statement that fires a trigger, and FTS5
   * then writes out all it has gathered. Chunk by chunk that took twice the time of the whole insert.
   */
  #insertChunks(rows: readonly SqlValue[][]): void {
    let next = 0;
    for (const size of INSERT_SIZES) {
      for (; rows.length - next >= size; next += size) {
        this.#database.run(sql.insertChunks(size), rows.slice(next, next + size).flat());
      }
    }
  }

  #putChunks(document: number, chunks: readonly PreparedChunk[], inserts: SqlValue[][]): ChunkChanges {
    const existing = new Map(
      this.#database
        .all<{ id: number; chunkId: string }>(sql.CHUNKS_OF, [document])
        .map((row) => [row.chunkId, row.id]),
    );
    let kept = 0;
    for (const chunk of chunks) {
      const values = [...sql.toPlaceValues(chunk), ...sql.toSearchValues(chunk)];
      const row = existing.get(chunk.id);
      if (row === undefined) {
        inserts.push([...values, chunk.text, chunk.textHash, document, chunk.id]);
      } else {
        this.#database.run(sql.MOVE_CHUNK, [...values, row]);
        existing.delete(chunk.id);
        kept++;
      }
    }
    for (const row of existing.values()) this.#database.run(sql.REMOVE_CHUNK, [row]);
    return { added: chunks.length - kept, kept, removed: existing.size };
  }
}
