import type { QueryTerm } from "./analyse.ts";
import { parseQuery } from "./query.ts";
import { findMatches } from "./snippet.ts";
import { isStopWord } from "./telling-words.ts";

/** A pasted page says no more about what is asked than its first words. */
const MOST_TERMS = 64;
const OTHER_CHUNKS = 1000;

/** The parts of an identifier say again what it says itself. */
export function toTellingTerms(question: string): QueryTerm[] {
  const { terms, phrases } = parseQuery(question);
  // A question of nothing but "is it the" is searched for as it stands, and tells nothing.
  const all = [...terms, ...phrases.flatMap((phrase) => phrase.terms)].filter(
    ({ kind, text }) => kind !== "part" && !isStopWord(text),
  );
  return [...new Map(all.map((term) => [`${term.kind} ${term.text}`, term])).values()].slice(0, MOST_TERMS);
}

/**
 * How rare a word is, as if a thousand more chunks stood beside those of the index and one of them held it: in a base
 * of three notes nothing is known yet about what is rare, and every word should count alike.
 */
export function toRarity(holding: number, chunks: number): number {
  return Math.log(1 + (chunks - holding + OTHER_CHUNKS - 0.5) / (holding + 1.5));
}

/** A stored chunk, as far as words can be found in it. */
interface Passage {
  readonly text: string;
  readonly headingPath: readonly string[];
  readonly document: { readonly title: string; readonly metadata: { readonly aliases: readonly string[] } };
}

/** The terms that a passage holds: in its text, its headings, its title or another name of its document. */
export function findHeld(terms: readonly QueryTerm[], passage: Passage): ReadonlySet<string> {
  const { title, metadata } = passage.document;
  const text = [title, ...metadata.aliases, ...passage.headingPath, passage.text].join("\n");
  return new Set(findMatches(text, terms).map(({ term }) => term));
}

/** The share of the terms, each by its rarity, that a passage holds; null where there is none to hold. */
export function toCoverage(
  terms: readonly QueryTerm[],
  rarities: readonly number[],
  passage: Passage,
): number | null {
  const whole = rarities.reduce((sum, rarity) => sum + rarity, 0);
  if (whole === 0) return null;
  const held = findHeld(terms, passage);
  return terms.reduce((sum, term, at) => sum + (held.has(term.text) ? (rarities[at] ?? 0) : 0), 0) / whole;
}
