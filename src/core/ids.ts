import { createHash } from "node:crypto";

/** 32 hex characters of sha256 over canonical JSON: no clock, no machine, no key order. */
export function toId(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

export function toContentHash(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * `taken` counts earlier holders of the same source and path: a renamed
 * document keeps its id, so a new file at the old path needs another one.
 */
export function toDocumentId(sourceId: string, path: string, taken = 0): string {
  return toId(taken === 0 ? ["document", sourceId, path] : ["document", sourceId, path, taken]);
}

/** The ordinal counts equal texts within one document, so that a repeated paragraph has two ids. */
export function toChunkId(
  documentId: string,
  chunkerVersion: string,
  text: string,
  ordinalAmongEqual: number,
): string {
  return toId(["chunk", documentId, chunkerVersion, text, ordinalAmongEqual]);
}
