import type { DocumentType, TrustLevel } from "./document.ts";

export const SEARCH_MODES = ["lexical", "vector", "hybrid"] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** Which documents may answer. Every part given must hold; an absent part asks nothing. */
export interface SearchFilter {
  readonly tagsAll?: readonly string[];
  readonly tagsAny?: readonly string[];
  readonly types?: readonly DocumentType[];
  /** A glob over the path within its source: `ops/**`. */
  readonly path?: string;
  readonly sources?: readonly string[];
  readonly langs?: readonly string[];
  readonly codeLangs?: readonly string[];
  readonly repos?: readonly string[];
  readonly documents?: readonly string[];
  /** Milliseconds since 1970 against the document's updated time; both ends included. */
  readonly after?: number;
  readonly before?: number;
  readonly trustMin?: TrustLevel;
}

export function isEmptyFilter(filter: SearchFilter): boolean {
  return Object.values(filter).every((part) => part === undefined);
}

/** One entry of a retriever's list: best first, ranks are positions + 1. */
export interface RankedChunk {
  readonly chunkId: string;
  readonly score: number;
}
