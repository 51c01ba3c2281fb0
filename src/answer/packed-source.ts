import type { StoredChunk } from "../ports/document-store.ts";

/** A passage as the model gets it and the answer cites it: one chunk, or neighbours of one document that were found together. */
export interface PackedSource {
  /** From 1, in the order of the best hit within. */
  readonly number: number;
  /** In the order of the document, without gaps. */
  readonly chunks: readonly StoredChunk[];
  /** What stands in the document from the first chunk's start to the last one's end. */
  readonly text: string;
  readonly tokens: number;
  /** The best rank among its chunks. */
  readonly rank: number;
}
