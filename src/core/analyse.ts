/**
 * The one analyser of documents and queries. FTS5's `porter unicode61` splits and stems
 * alphabetic words; here is what it cannot do: Korean, Chinese and Japanese become
 * overlapping character pairs, Latin letters are cut loose from the particles glued to
 * them, and identifiers are split at their case changes.
 */
export const ANALYSER_VERSION = "1";

export interface IndexedText {
  /** The text without its CJK characters; null when it has none and the text itself will do. */
  readonly words: string | null;
  readonly cjk: string;
  readonly identifiers: string;
}

/** Letters of scripts written without spaces between words, or with particles glued to them. */
const CJK = "[[\\p{Script=Hangul}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]&&[\\p{L}\\p{N}]]";
const CJK_RUN = new RegExp(`${CJK}+`, "gv");
/** What FTS5 keeps in a token; a mark (an accent, an emoji's variation selector) never starts one. */
const WORD = `[[\\p{L}\\p{N}\\p{Co}]--${CJK}][[\\p{L}\\p{N}\\p{Co}\\p{M}]--${CJK}]*`;
const CJK_OR_WORD = new RegExp(`(${CJK}+)|${WORD}`, "gv");
/**
 * The Unicode classes take five milliseconds to load, a twentieth of a whole search. A text
 * of plain English, common Korean, Chinese or Japanese and signs does without them.
 */
const BEYOND_COMMON =
  /[\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u00be\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u200f\u2070-\u218f\u2460-\u24ff\u2776-\u2793\u2c00-\u2fff\u3006\u3021-\u3040\u3097-\u30a0\u30fb\u30ff-\u3130\u318f-\u33ff\u4dc0-\u4dff\ua000-\uabff\ud7a4-\uffff]/;
const COMMON_CJK_OR_WORD =
  /([\u3005\u3007\u3041-\u3096\u30a1-\u30fa\u30fc-\u30fe\u3131-\u318e\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+)|[A-Za-z0-9]+/g;
/** Cheap test before the Unicode classes: no character at or above U+1100 means no CJK. */
const MAYBE_CJK = /[\u1100-\uffff]/;
/** Conjoining jamo, kana with a voicing mark of its own, half- and full-width forms. */
const VARIANT_FORMS =
  /(?:[\u3041-\u30ff][\u3099\u309a])+|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uff00-\uffef]+/g;
// The lookbehind keeps it linear: without it every letter of a long run would be tried as a start.
const CAMEL_CASE = /(?<![A-Za-z0-9])[A-Za-z0-9]*?(?:[a-z0-9][A-Z]|[A-Z]{2}[a-z])[A-Za-z0-9]*/g;
const IDENTIFIER_PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

export function analyseForIndex(text: string): IndexedText {
  if (!MAYBE_CJK.test(text)) return { words: null, cjk: "", identifiers: splitIdentifiers(text).join(" ") };
  const normal = normalise(text);
  const pairs: string[] = [];
  const words = normal.replace(CJK_RUN, (run) => {
    for (const pair of toPairs(run)) pairs.push(pair);
    return " ";
  });
  return {
    words: words === text ? null : words,
    cjk: pairs.join(" "),
    identifiers: splitIdentifiers(normal).join(" "),
  };
}

export type QueryTerm =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "part"; readonly text: string }
  | { readonly kind: "pair"; readonly text: string }
  /** A lone CJK character: its own token, and the start of any pair. */
  | { readonly kind: "character"; readonly text: string };

/** The same cuts as in `analyseForIndex`, in the order of the text. */
export function analyseQuery(text: string): QueryTerm[] {
  const terms: QueryTerm[] = [];
  for (const { text: token, isCjk } of cut(normalise(text))) {
    if (isCjk) {
      const kind = [...token].length === 1 ? "character" : "pair";
      for (const pair of toPairs(token)) terms.push({ kind, text: pair });
    } else {
      terms.push({ kind: "word", text: token.toLowerCase() });
      for (const part of splitIdentifiers(token)) terms.push({ kind: "part", text: part });
    }
  }
  return terms;
}

export interface TextPart {
  readonly text: string;
  readonly start: number;
}

/** The words FTS5 is given: runs of letters without the CJK glued to them. */
export function findWords(text: string): TextPart[] {
  return cut(text).filter((part) => !part.isCjk);
}

/** Those of them that may begin so, in lower case. Most words of a page do not, and are not even cut. */
export function findWordsBeginning(text: string, beginnings: readonly string[]): TextPart[] {
  if (BEYOND_COMMON.test(text)) return findWords(text);
  const plain = beginnings.filter((beginning) => /^[a-z0-9]+$/.test(beginning));
  if (plain.length === 0) return [];
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${plain.join("|")})[A-Za-z0-9]*`, "gi");
  return Array.from(text.matchAll(pattern), (match) => ({ text: match[0], start: match.index }));
}

function cut(text: string): (TextPart & { readonly isCjk: boolean })[] {
  const pattern = BEYOND_COMMON.test(text) ? CJK_OR_WORD : COMMON_CJK_OR_WORD;
  return Array.from(text.matchAll(pattern), (match) => ({
    text: match[0],
    start: match.index,
    isCjk: match[1] !== undefined,
  }));
}

/** "parseHttpHeader" → parse, Http, Header; words without a case change give nothing. */
export function findIdentifierParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const identifier of text.matchAll(CAMEL_CASE)) {
    for (const part of identifier[0].matchAll(IDENTIFIER_PART)) {
      if (part[0].length > 1) parts.push({ text: part[0], start: identifier.index + part.index });
    }
  }
  return parts;
}

function splitIdentifiers(text: string): string[] {
  return findIdentifierParts(text).map((part) => part.text.toLowerCase());
}

/**
 * Decomposed Hangul and kana (as macOS writes file names) composed, full-width Latin made
 * plain. Only such runs are touched: one of them in a page must not change what "x²"
 * elsewhere in it becomes, which a query for "x²" alone could not know.
 */
export function normalise(text: string): string {
  return text.replace(VARIANT_FORMS, (run) => run.normalize("NFKC"));
}

function toPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, position) => `${characters[position]}${character}`);
}
