import type { StoredChunk } from "../ports/document-store.ts";

/** A hit with its text. */
export interface RetrievedPassage {
  readonly chunk: StoredChunk;
  /** From 1. */
  readonly rank: number;
  readonly score: number;
  /** Of the question to this passage; null where the meaning side did not find it. */
  readonly cosine: number | null;
}
