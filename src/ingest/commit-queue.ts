import type { DocumentWriter, PreparedDocument } from "../ports/document-store.ts";
import type { IngestProgress, ReportDraft } from "./report.ts";

interface Waiting {
  readonly document: PreparedDocument;
  readonly was: { readonly isNew: boolean; readonly isRenamed: boolean };
}

/** A transaction of FTS5 costs as much as ten documents in it; a killed run repeats at most this many. */
const MAX_DOCUMENTS = 100;
const MAX_CHUNKS = 2000;
/** Of the files: what waits is held in memory, and a file of blank lines alone has no chunks to count. */
const MAX_BYTES = 16_000_000;

/** Collects prepared documents and commits them together; each is wholly in the index or not at all. */
export class CommitQueue {
  readonly #writer: DocumentWriter;
  readonly #draft: ReportDraft;
  readonly #onProgress: ((event: IngestProgress) => void) | undefined;
  #waiting: Waiting[] = [];
  #chunks = 0;
  #bytes = 0;

  constructor(writer: DocumentWriter, draft: ReportDraft, onProgress?: (event: IngestProgress) => void) {
    this.#writer = writer;
    this.#draft = draft;
    this.#onProgress = onProgress;
  }

  async add(document: PreparedDocument, was: Waiting["was"]): Promise<void> {
    this.#waiting.push({ document, was });
    this.#chunks += document.chunks.length;
    this.#bytes += document.size;
    const isFull =
      this.#waiting.length >= MAX_DOCUMENTS || this.#chunks >= MAX_CHUNKS || this.#bytes >= MAX_BYTES;
    if (isFull) await this.flush();
  }

  /** Call it at the end, too: what waits is not stored yet. */
  async flush(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#chunks = 0;
    this.#bytes = 0;
    if (batch.length === 0) return;
    const changes = await this.#writer.putAll(batch.map(({ document }) => document));
    batch.forEach(({ document, was }, position) => {
      const draft = this.#draft;
      const place = { source: document.sourceId, path: document.path };
      if (was.isRenamed) draft.renamed++;
      else draft[was.isNew ? "added" : "updated"]++;
      draft.chunks.added += changes[position]?.added ?? 0;
      draft.chunks.kept += changes[position]?.kept ?? 0;
      draft.chunks.removed += changes[position]?.removed ?? 0;
      draft.notices.push(...document.notices.map((reason) => ({ ...place, reason })));
      this.#onProgress?.({ kind: "file-stored", ...place, chunks: document.chunks.length });
    });
  }
}
