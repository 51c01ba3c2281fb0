import { analyseQuery, normalise, type QueryTerm } from "./analyse.ts";
import { KOREAN_STOP_WORDS, STOP_WORDS } from "./stop-words.ts";

/** What a user's text asks of the lexical index. No part of it is ever query syntax of the store. */
export interface LexicalQuery {
  /** ORed and ranked, a word said twice counts twice; empty when the text holds nothing that can be searched. */
  readonly terms: readonly QueryTerm[];
  /** Each must occur. */
  readonly phrases: readonly Phrase[];
  /** None may occur. */
  readonly excluded: readonly Phrase[];
  /** Words left out because others say more. */
  readonly stopWords: readonly string[];
  /** Terms past the limit that were left out. */
  readonly droppedTerms: number;
}

export interface Phrase {
  readonly terms: readonly QueryTerm[];
  /** The phrase as typed: pairs of characters alone cannot tell whether two runs were neighbours. */
  readonly text: string;
}

/** Beyond this a query is a pasted page; more terms cost time and change nothing at the top. */
const MAX_TERMS = 200;
const MAX_QUERY_CHARACTERS = 20_000;
const PIECE = /(^|\s)(-?)"([^"]*)"|(\S+)/g;

export function parseQuery(text: string): LexicalQuery {
  const words: string[] = [];
  const phrases: Phrase[] = [];
  const excluded: Phrase[] = [];
  for (const [, , minus, quoted, bare] of text.slice(0, MAX_QUERY_CHARACTERS).matchAll(PIECE)) {
    if (quoted !== undefined) {
      const phrase = toPhrase(quoted);
      if (phrase !== null) (minus === "-" ? excluded : phrases).push(phrase);
    } else if (bare !== undefined && /^-[^-]/.test(bare)) {
      const phrase = toPhrase(bare.slice(1));
      if (phrase !== null) excluded.push(phrase);
    } else if (bare !== undefined) {
      words.push(bare);
    }
  }
  const all = words.flatMap(analyseQuery);
  const telling = words.filter((word) => !isKoreanStopWord(word)).map(withoutParticle);
  const informative = telling.flatMap(analyseQuery).filter(isInformative);
  // A query of stop words alone ("to be or not to be") is searched as it stands.
  const kept = informative.length > 0 || phrases.length > 0 ? informative : all;
  return {
    terms: kept.slice(0, MAX_TERMS),
    phrases: distinctPhrases(phrases).slice(0, MAX_TERMS),
    excluded: distinctPhrases(excluded).slice(0, MAX_TERMS),
    stopWords: kept === informative ? words.filter(isAnyStopWord) : [],
    droppedTerms: Math.max(0, kept.length - MAX_TERMS),
  };
}

function isAnyStopWord(word: string): boolean {
  return isKoreanStopWord(word) || STOP_WORDS.has(word.toLowerCase());
}

function isInformative(term: QueryTerm): boolean {
  return term.kind !== "word" || !STOP_WORDS.has(term.text);
}

/** With the question mark, comma or bracket that stands at it. */
function isKoreanStopWord(word: string): boolean {
  return KOREAN_STOP_WORDS.has(normalise(word).replace(SIGNS_AT_ENDS, ""));
}

// The lookbehind keeps it linear: without it every sign of a long row would be tried as its start.
const SIGNS_AT_ENDS = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/**
 * "롤백은" asks for 롤백; the pair 백은 would favour whatever happens to say just that. The document
 * keeps all its pairs. On 5,774 Korean questions +.004 nDCG@10, on shorter ones up to +.011.
 */
function withoutParticle(word: string): string {
  return normalise(word).replace(PARTICLE, "");
}

/** Only behind two syllables or a Latin word: 회의 is a word, not 회 with a particle. */
const PARTICLE =
  /(?<=\p{Script=Hangul}{2}|[A-Za-z0-9])(?:에서는|에서도|으로는|으로도|에게서|이라는|이라고|라는|라고|에서|에게|으로|까지|부터|처럼|보다|마다|이나|이란|하고|한테|에는|에도|와는|과는|은|는|이|가|을|를|의|에|로|와|과|도|만|란)(?=[^\p{L}\p{N}]*$)/u;

function toPhrase(text: string): Phrase | null {
  const terms = analyseQuery(text).filter((term) => term.kind !== "part");
  return terms.length === 0 ? null : { terms: terms.slice(0, MAX_TERMS), text };
}

function distinctPhrases(phrases: readonly Phrase[]): Phrase[] {
  return [...new Map(phrases.map((phrase) => [phrase.text, phrase])).values()];
}
