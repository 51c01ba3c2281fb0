import { parseQuery } from "../core/query.ts";
import type { LexicalIndex } from "../ports/lexical-index.ts";
import type { Retriever } from "../ports/retriever.ts";

export function createLexicalRetriever(index: LexicalIndex): Retriever {
  return {
    retrieve: async ({ query, limit, filter }) => {
      const parsed = parseQuery(query);
      const isEmpty = parsed.terms.length === 0 && parsed.phrases.length === 0;
      const ranked = isEmpty ? [] : await index.search(parsed, { limit, filter });
      return {
        ranked,
        indexVersion: index.version,
        model: null,
        abstained: isEmpty ? "the query holds no word to search for" : null,
        warnings:
          parsed.droppedTerms > 0
            ? [
                `the query is very long: its last ${parsed.droppedTerms} terms were left out of the keyword search`,
              ]
            : [],
        terms: [...parsed.phrases.flatMap((phrase) => phrase.terms), ...parsed.terms],
      };
    },
  };
}
