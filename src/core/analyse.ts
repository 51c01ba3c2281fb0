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

const CJK = "\\p{Script=Hangul}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々";
const CJK_RUN = new RegExp(`[${CJK}]+`, "gu");
const CJK_OR_WORD = new RegExp(`([${CJK}]+)|[\\p{L}\\p{N}\\p{M}\\p{Co}]+?(?=[${CJK}]|[^\\p{L}\\p{N}\\p{M}\\p{Co}]|$)`, "gu");
/** Cheap test before the Unicode classes: no character at or above U+1100 means no CJK. */
const MAYBE_CJK = /[\u1100-\uffff]/;
const HAS_LETTER_JAMO_OR_WIDTH_FORM = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uff00-\uffef]/;
const CAMEL_CASE = /[A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*|[A-Z]{2,}[a-z][A-Za-z0-9]*/g;
const IDENTIFIER_PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

export function analyseForIndex(text: string): IndexedText {
  const identifiers = splitIdentifiers(text).join(" ");
  if (!MAYBE_CJK.test(text)) return { words: null, cjk: "", identifiers };
  const normal = normalise(text);
  const pairs: string[] = [];
  const words = normal.replace(CJK_RUN, (run) => {
    pairs.push(...toPairs(run));
    return " ";
  });
  return { words: pairs.length === 0 && normal === text ? null : words, cjk: pairs.join(" "), identifiers };
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
  for (const match of normalise(text).matchAll(CJK_OR_WORD)) {
    const [token, run] = match;
    if (run !== undefined) {
      const pairs = toPairs(run);
      const kind = pairs.length === 1 && [...run].length === 1 ? "character" : "pair";
      terms.push(...pairs.map((pair) => ({ kind, text: pair }) as const));
    } else {
      terms.push({ kind: "word", text: token.toLowerCase() });
      terms.push(...splitIdentifiers(token).map((part) => ({ kind: "part", text: part }) as const));
    }
  }
  return terms;
}

/** "parseHttpHeader" → parse, http, header; words without a case change give nothing. */
export function splitIdentifiers(text: string): string[] {
  const parts: string[] = [];
  for (const identifier of text.match(CAMEL_CASE) ?? []) {
    for (const part of identifier.match(IDENTIFIER_PART) ?? []) {
      if (part.length > 1) parts.push(part.toLowerCase());
    }
  }
  return parts;
}

/** Decomposed Hangul (as macOS writes file names) composed, full-width Latin made plain. */
export function normalise(text: string): string {
  return HAS_LETTER_JAMO_OR_WIDTH_FORM.test(text) ? text.normalize("NFKC") : text;
}

function toPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, position) => `${characters[position]}${character}`);
}
