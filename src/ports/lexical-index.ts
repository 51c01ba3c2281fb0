import type { LexicalQuery } from "../core/query.ts";
import type { RankedChunk, SearchFilter } from "../core/search.ts";

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
}
