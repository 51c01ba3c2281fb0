import type { TextPart } from "./analyse.ts";
import { blankCodeSpans, findCodeSpans } from "./code-spans.ts";
import { detectLanguage } from "./language.ts";
import { isStopWord } from "./telling-words.ts";

/**
 * How a name was recognised: literally in code, by its shape, by its capital, as a Latin word in Korean. A compound
 * ("night-batch") may be a name or a plain word.
 */
export type NameKind = "code" | "identifier" | "capital" | "latin" | "compound";

export interface NameMention extends TextPart {
  readonly kind: NameKind;
}

/**
 * What a sentence calls by name: words in backticks, identifiers, paths, flags and addresses, words with a capital
 * that does not open the sentence, Latin words in Korean. A Korean name looks like any other word: it is left to the
 * comparison of words.
 */
export function findNames(sentence: string, known: ReadonlySet<string> = new Set()): NameMention[] {
  const names: NameMention[] = findCodeSpans(sentence).flatMap(({ start, code, end }) => {
    const text = code.trim();
    return text === ""
      ? []
      : [{ text, start: start + (end - start - code.length) / 2, kind: "code" as const }];
  });
  const prose = blankCodeSpans(sentence);
  const isKorean = detectLanguage(prose) === "ko";
  for (const { 0: token, index } of prose.matchAll(TOKEN)) {
    const text = token.replace(/^[.,:;?&=+%#]+|[.,:;?!&=+/-]{1,9}$/g, "");
    const start = index + token.indexOf(text);
    if (text === "" || isMeasure(text)) continue;
    if (isIdentifier(text)) names.push({ text, start, kind: "identifier" });
    else if (isKorean) names.push(...findLatinWords(text, start));
    else if (COMPOUND.test(text)) names.push({ text, start, kind: "compound" });
    else names.push(...findCapitals(prose, text, start, known));
  }
  return names.sort((a, b) => a.start - b.start);
}

/** Words that have a capital in the middle of a sentence: where one opens a sentence, it is a name there too. */
export function findKnownNames(sentences: readonly string[]): Set<string> {
  return new Set(
    sentences.flatMap((sentence) =>
      findNames(sentence).flatMap(({ kind, text }) => (kind === "capital" ? [text] : [])),
    ),
  );
}

const TOKEN = /[A-Za-z0-9_$@~.,/\\:;=&?%#+'’\u00c0-\u052f-]+/g;
/** Each of bounded length: without a bound every letter of a long token would be tried as its start. */
const SHAPES: readonly RegExp[] = [
  /^[a-z][a-z0-9+.-]{1,20}:\/\//i,
  /^-{1,2}[A-Za-z]/,
  /[A-Za-z0-9]_[A-Za-z0-9]|^[_$@][A-Za-z]/,
  /^[~.]{0,2}\/[\w.-]|[\w.-]\/[\w.-]{1,80}\//,
  /[A-Za-z][\w-]{0,80}\.[A-Za-z]/,
  /[\w]@[\w]/,
  /[a-z][A-Z]|[A-Z]{2}[a-z]{2}/,
  /[A-Za-z][\w-]{0,80}:\d/,
];

const COMPOUND = /^[a-z]{2,40}(?:-[a-z]{2,40}){1,6}$/;

function isIdentifier(text: string): boolean {
  if (/^(?:e\.g|i\.e|a\.m|p\.m|[A-Z]\.[A-Z])$/i.test(text)) return false;
  return SHAPES.some((shape) => shape.test(text)) || mixesDigits(text);
}

/** p95, k8s, 5xx, v2, UTF-8. */
function mixesDigits(text: string): boolean {
  return /[A-Za-z]/.test(text) && /(?:[A-Za-z]-?\d|\d[A-Za-z])/.test(text);
}

/** "30s", "5m", "200g", "3rd", "10:30pm", "2026-05-21T05:00": read as numbers. */
function isMeasure(text: string): boolean {
  return (
    /^[\d.,:/~-]*$/.test(text) ||
    /^[$]?\d[\d.,:-]*(?:[kKmMgGtT]?i?[bB]|[KMGT]i|ms|s|m|h|d|x|k|K|M|g|kg|ml|mL|km|st|nd|rd|th|am|pm|AM|PM|min|sec|hr)$/.test(
      text,
    ) ||
    /^\d{4}-\d{2}-\d{2}T[\d:.]+Z?$/.test(text)
  );
}

function findLatinWords(text: string, start: number): NameMention[] {
  const isName = /[A-Za-z\u00c0-\u052f]{2}/.test(text) && !isStopWord(text);
  return isName ? [{ text, start, kind: "latin" }] : [];
}

const WORD_WITH_CAPITAL = /(?<![A-Za-z\u00c0-\u052f'’])[A-Z][A-Za-z\u00c0-\u052f]*/g;

function findCapitals(
  prose: string,
  token: string,
  start: number,
  known: ReadonlySet<string>,
): NameMention[] {
  const names: NameMention[] = [];
  for (const { 0: text, index } of token.matchAll(WORD_WITH_CAPITAL)) {
    if (text.length < 2 || isStopWord(text)) continue;
    const isAcronym = /^[A-Z]{2,}s?$/.test(text);
    if (isAcronym || known.has(text) || !opensSentence(prose, start + index)) {
      names.push({ text, start: start + index, kind: "capital" });
    }
  }
  return names;
}

/** At the start, or behind a colon, a dash, a bracket or a quotation mark, a capital means nothing. */
function opensSentence(prose: string, at: number): boolean {
  return (
    /(?:^|[:.!?—–“"'‘(|*_>[])\s*$|^\W*$/.test(prose.slice(Math.max(0, at - 6), at)) ||
    prose.slice(0, at).trim() === ""
  );
}
