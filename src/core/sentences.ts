import type { TextPart } from "./analyse.ts";
import { findCodeSpans } from "./code-spans.ts";
import { findTextBlocks, isTags, type UnitKind } from "./text-blocks.ts";

export interface Sentence extends TextPart {
  readonly kind: UnitKind;
}

/**
 * The sentences of Korean or English prose, Markdown or a plain note, each as it stands in the text, without the
 * white space and the marks of its line around it. Prose and list items are cut into sentences; a heading, a table
 * row and a block of code are one each. What closes a sentence stays with it: quotes, brackets, and "[3]".
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const block of findTextBlocks(text)) {
    const body = text.slice(block.start, block.end);
    const ends =
      block.kind === "prose" || block.kind === "item" ? findSentenceEnds(body, block.isQuoted) : [];
    let start = 0;
    for (const end of [...ends, body.length]) {
      const from = skipBlank(body, start, { isQuoted: block.isQuoted && start > 0 });
      const sentence = body.slice(from, end).trimEnd();
      const kind = isTags(sentence) ? "heading" : block.kind;
      if (sentence !== "") sentences.push({ kind, text: sentence, start: block.start + from });
      start = end;
    }
  }
  return sentences;
}

/** A sentence that begins a line of a quote stands behind its ">". */
function skipBlank(body: string, start: number, { isQuoted }: { isQuoted: boolean }): number {
  const blank = isQuoted ? /[\s>]/ : /\s/;
  let at = start;
  while (at < body.length && blank.test(body.charAt(at))) at++;
  return at;
}

const STOP = /[.!?…‥。！？｡]+|`+|[()（）]/g;
const WIDE_STOP = /[。！？｡]$/;
const CLOSING_SIGNS = /[)\]}"'”’»」』】〉》）*_~]{0,12}/y;
const CITATION_MARKERS = /(?:\s{0,3}\[\^?\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,20}\](?![(:\]])){1,20}/y;
/** A longer one is no remark within a sentence, or the bracket closes another. */
const MAX_BRACKETED_CHARACTERS = 240;

/** A full stop, or several in a row, and where its sentence began. */
interface Stop {
  readonly sentenceStart: number;
  readonly start: number;
  readonly end: number;
}

interface SentenceEnd {
  readonly end: number;
  /** Where the next sentence begins, behind the white space. */
  readonly next: number;
}

/** Where the sentences of a block end; what is behind the last of them is one more. */
function findSentenceEnds(body: string, isQuoted: boolean): number[] {
  const ends: SentenceEnd[] = [];
  const openBrackets: number[] = [];
  const spans = new Map(findCodeSpans(body).map(({ start, end }) => [start, end]));
  const first = skipBlank(body, 0, { isQuoted: false });
  STOP.lastIndex = 0;
  for (let match = STOP.exec(body); match !== null; match = STOP.exec(body)) {
    const [signs] = match;
    const end = match.index + signs.length;
    // Full stops within `code` end nothing.
    if (signs.startsWith("`")) STOP.lastIndex = spans.get(match.index) ?? end;
    else if (signs === "(" || signs === "（") openBrackets.push(match.index);
    else if (signs === ")" || signs === "）") dropEndsWithin(ends, first, openBrackets.pop(), match.index);
    else {
      const stop = { sentenceStart: ends.at(-1)?.end ?? 0, start: match.index, end };
      const sentenceEnd = toSentenceEnd(body, stop, isQuoted);
      if (sentenceEnd !== null) ends.push(sentenceEnd);
    }
  }
  return ends.map(({ end }) => end);
}

/** "(see there. And here.)" stays in the sentence it stands in; where it opens one, it ends it. */
function dropEndsWithin(
  ends: SentenceEnd[],
  first: number,
  opened: number | undefined,
  closed: number,
): void {
  if (opened === undefined || closed - opened > MAX_BRACKETED_CHARACTERS) return;
  const behind = ends.at(-1);
  if (behind !== undefined && behind.end > closed) ends.pop();
  for (let last = ends.at(-1); last !== undefined && last.end > opened; last = ends.at(-1)) ends.pop();
  const sentenceStart = ends.at(-1)?.next ?? first;
  if (behind !== undefined && behind.end > closed && sentenceStart === opened) ends.push(behind);
}

/** Just behind the sentence, with what belongs to it; null when it goes on. */
function toSentenceEnd(body: string, stop: Stop, isQuoted: boolean): SentenceEnd | null {
  const closed = skip(body, CLOSING_SIGNS, stop.end);
  const end = skip(body, CITATION_MARKERS, closed);
  const signs = body.slice(stop.start, stop.end);
  const next = skipBlank(body, end, { isQuoted });
  if (WIDE_STOP.test(signs) || next === body.length) return { end, next };
  if (!/\s/.test(body.charAt(end)) && !startsUnspaced(body, stop, { end, hasMarker: end > closed }))
    return null;
  const isLower = /[a-z]/.test(body.charAt(next));
  // “Really?” he asked.
  if (isLower && /["'”’」』]/.test(body.slice(stop.end, closed))) return null;
  if (isLower && /…|\.\./.test(signs)) return null;
  return signs === "." && goesOn(body, stop, body.slice(next, next + 40)) ? null : { end, next };
}

function skip(body: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(body) ? pattern.lastIndex : from;
}

/** No space behind the full stop: "했다.그리고", "done.[1]Then". */
function startsUnspaced(
  body: string,
  stop: Stop,
  { end, hasMarker }: { end: number; hasMarker: boolean },
): boolean {
  const next = body.charAt(end);
  if (hasMarker) return /[A-Z가-힣]/.test(next);
  return /[다요죠까음함됨임]/.test(body.charAt(stop.start - 1)) && /[가-힣]/.test(next);
}

const NEVER_LAST = new Set(
  "dr mr mrs ms prof st gen rep sen capt lt col rev hon mt vs cf approx ca resp incl excl e.g i.e viz".split(
    " ",
  ),
);
const BEFORE_A_NUMBER = new Set(
  (
    "no nos p pp fig figs eq eqs sec secs vol ch chap art ver v ref refs tab line " +
    "jan feb mar apr jun jul aug sep sept oct nov dec"
  ).split(" "),
);
const SELDOM_LAST = new Set("etc inc ltd co corp jr sr al dept est bros ph.d a.m p.m".split(" "));
/** Words that seldom begin a name, so that "the U.S. The" are two sentences and "the U.S. Army" is one. */
const OPENERS =
  /^(?:The|A|An|It|Its|This|That|These|Those|They|We|He|She|You|In|On|At|But|And|If|For|However|There|When|While|After|Then|So|No|Not)\b/;

/** Whether the full stop belongs to an abbreviation, an initial, a number of a list or a date. */
function goesOn(body: string, stop: Stop, next: string): boolean {
  const before = body.slice(Math.max(stop.sentenceStart, stop.start - 24), stop.start);
  const word = /(?:[A-Za-z]{1,12}\.){0,4}[A-Za-z]{1,12}$/.exec(before)?.[0] ?? "";
  if (word !== "") return isAbbreviation(word, before, next);
  return isListNumber(body, stop, before) || isDatePart(before, next);
}

function isAbbreviation(word: string, before: string, next: string): boolean {
  // "file.no" and "x-vs" are not "no" and "vs".
  if (/[\w./\\-]$/.test(before.slice(0, before.length - word.length))) return false;
  const lower = word.toLowerCase();
  if (NEVER_LAST.has(lower)) return true;
  if (BEFORE_A_NUMBER.has(lower)) return /^\d/.test(next);
  if (SELDOM_LAST.has(lower)) return lower === "al" ? !OPENERS.test(next) : !/^[A-Z]/.test(next);
  if (/^(?:[A-Za-z]\.)+[A-Za-z]$/.test(word)) return !OPENERS.test(next);
  return /^[A-HJ-Z]$/.test(word) && isInitial(before, next);
}

/** "J. Smith", "Kim J. Lee"; "plan b. Then" and "vitamin C. It" are not. */
function isInitial(before: string, next: string): boolean {
  if (!/^[A-Z]/.test(next) || OPENERS.test(next)) return false;
  return /(?:^|[A-Z]\.\s?|[(“"]|\b[A-Z][a-z]+\.?\s|\b(?:and|by|from|met|of|to|with)\s)[A-Z]$/.test(before);
}

/** "1. first", where it opens the sentence or follows a colon. */
function isListNumber(body: string, stop: Stop, before: string): boolean {
  const digits = /\d{1,3}$/.exec(before)?.[0].length;
  if (digits === undefined) return false;
  const lead = body
    .slice(Math.max(stop.sentenceStart, stop.start - digits - 8), stop.start - digits)
    .trimEnd();
  return lead === "" || lead.endsWith(":");
}

/** "2026. 5. 21. 회의" */
function isDatePart(before: string, next: string): boolean {
  if (/(?:^|\D)\d{1,4}$/.test(before) && /^\d{1,2}(?:\.|[월일])/.test(next)) return true;
  return /(?:^|\D)\d{4}\.\s?\d{1,2}\.\s?\d{1,2}$/.test(before);
}
