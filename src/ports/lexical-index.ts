import type { QueryTerm } from "../core/analyse.ts";
import type { LexicalQuery } from "../core/query.ts";
import type { RankedChunk, SearchFilter } from "../core/search.ts";

export interface TermFrequencies {
  readonly chunks: number;
  readonly holding: readonly number[];
}

export interface LexicalIndex {
  /** Names everything that shapes its ranking: tokenizer, analyser, column weights. */
  readonly version: string;
  /**
   * Best first by BM25, ties by chunk id. A filter never makes a hit vanish that exists:
   * the result equals ranking everything and then filtering.
   * A query with nothing to search for gives an empty list.
   */
  search(
    query: LexicalQuery,
    options: { readonly limit: number; readonly filter: SearchFilter },
  ): Promise<RankedChunk[]>;
  /** How rare terms are: how many chunks there are, and how many of them hold each, in the order given. */
  frequencies(terms: readonly QueryTerm[]): Promise<TermFrequencies>;
}
