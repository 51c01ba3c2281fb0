import type { QueryTerm } from "../core/analyse.ts";
import type { RankedChunk, SearchFilter } from "../core/search.ts";

export interface RetrieveRequest {
  readonly query: string;
  readonly limit: number;
  readonly filter: SearchFilter;
  /** Whether the list will be fused with that of keyword search: what that finds better may be left to it. */
  readonly besideWords?: boolean;
}

export interface RetrievedList {
  /** Best first. */
  readonly ranked: readonly RankedChunk[];
  /** What the index it searched was built from. */
  readonly indexVersion: string;
  /** The embedding model behind it, for a retriever that has one. */
  readonly model: string | null;
  /** Why the list is empty although the retriever ran: it has nothing to say about this query. */
  readonly abstained: string | null;
  /** The list as it was before some of it was left to keyword search. */
  readonly whole?: readonly RankedChunk[];
  /** Things the user should hear: terms left out of a very long query. */
  readonly warnings: readonly string[];
  /** What to mark in a snippet; empty for a retriever that knows no words. */
  readonly terms: readonly QueryTerm[];
}

/** One way of finding chunks. Scores are its own and compare only within one list. */
export interface Retriever {
  retrieve(request: RetrieveRequest): Promise<RetrievedList>;
}
