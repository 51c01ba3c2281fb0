import { parseQuery } from "../core/query.ts";
import { findMatches } from "../core/snippet.ts";
import type { Passage } from "./judge-passages.ts";

/** Telling words of the query that none of the passages holds, by the stems and character pairs of the index. */
export function findMissingWords(query: string, passages: readonly Passage[]): string[] {
  const texts = passages.map(({ text, headings }) => `${headings}\n${text}`);
  const stopWords = new Set(parseQuery(query).stopWords);
  const words = query.split(/\s+/).filter((word) => word !== "" && !stopWords.has(word));
  return [...new Set(words)]
    .filter((word) => {
      const terms = parseQuery(word).terms.filter(({ kind }) => kind !== "part");
      return terms.length > 0 && !texts.some((text) => holdsStart(text, terms));
    })
    .map((word) => word.replace(SIGNS_AT_END, ""));
}

/**
 * A Korean word keeps its stem at the start, and what follows it changes with the sentence: 롤백하려면 is
 * held by 롤백했다. A Latin word is one term, or one and the particle glued to it.
 */
function holdsStart(text: string, terms: ReturnType<typeof parseQuery>["terms"]): boolean {
  return findMatches(text, terms.slice(0, 1)).length > 0;
}

// The lookbehind keeps it linear: without it every sign of a long row would be tried as its start.
const SIGNS_AT_END = /(?<![?!.,;:"'…])[?!.,;:"'…]+$/;
