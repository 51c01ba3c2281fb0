import { blankCodeSpans } from "../core/code-spans.ts";

/** "[1]", "[1, 3]" or "[1-3]" where it cites. */
export interface Marker {
  readonly start: number;
  readonly end: number;
  /** As written; a range is filled. */
  readonly numbers: readonly number[];
}

const BRACKETED = /\[\s?\d{1,3}(?:\s?[,;–~-]\s?\d{1,3}){0,30}\s?\]/g;
/** A longer range is no list of sources. */
const MAX_RANGE = 50;

/**
 * The markers of one sentence. Not a marker: what stands in a span of code, a link "[1](…)", a definition "[1]:" at
 * the start of a line, a wiki link "[[1]]", a footnote "[^1]", an escaped "\\[1]", and an index. "a[1]" and
 * "argv[1] is" are indices; "uses a log[1]." cites, because a word is before it and the clause ends behind it.
 */
export function findMarkers(sentence: string): Marker[] {
  const text = blankCodeSpans(sentence);
  const markers: Marker[] = [];
  // Those that touch are of one kind: "items[0][1].name", "a log[1][2]."
  let row: Marker[] = [];
  const closeRow = (): void => {
    while (row.length > 0 && isOfLink(text, row)) row.pop();
    if (isCitation(text, row)) markers.push(...row);
    row = [];
  };
  for (const { 0: signs, index } of text.matchAll(BRACKETED)) {
    if (row.at(-1)?.end !== index) closeRow();
    row.push({ start: index, end: index + signs.length, numbers: toNumbers(signs) });
  }
  closeRow();
  return markers;
}

/** Markers as some models write them whatever they are told, 【1】 and [Source 1], as we do. */
export function toPlainMarkers(text: string): string {
  return text.replace(FOREIGN_MARKER, (_signs, first?: string, second?: string) => `[${first ?? second}]`);
}

const FOREIGN_MARKER =
  /【\s?(\d{1,3})(?:†[^】\n]{0,60})?\s?】|\[(?:source|출처|문서)\s{0,2}#?(\d{1,3})\](?!\()/gi;

/** The distinct numbers of all markers, rising. */
export function toCitedNumbers(markers: readonly Marker[]): number[] {
  return [...new Set(markers.flatMap((marker) => marker.numbers))].sort((a, b) => a - b);
}

/** The sentence without its markers, as the reader of the text hears it. */
export function withoutMarkers(sentence: string, markers: readonly Marker[]): string {
  let rest = "";
  let at = 0;
  for (const { start, end } of markers) {
    rest += sentence.slice(at, start);
    at = end;
  }
  return (rest + sentence.slice(at)).replace(/[ \t]{1,20}(?=[.!?,;:。…]|$)/g, "").trim();
}

/** Its last bracket is the text of a link. */
function isOfLink(text: string, row: readonly Marker[]): boolean {
  return text.charAt(row.at(-1)?.end ?? 0) === "(";
}

const WORD_BEFORE = /(?<![A-Za-z0-9_.$])(?:[A-Z]?[a-z]{2,40}|[A-Z]{2,10}|\d{1,12})[)”"]?$/;

function isCitation(text: string, row: readonly Marker[]): boolean {
  const [start, end] = [row[0]?.start ?? 0, row.at(-1)?.end ?? 0];
  if (start === end) return false;
  const [before, after] = [text.slice(Math.max(0, start - 48), start), text.slice(end, end + 8)];
  if (/[[\\!\]]$/.test(before) || after.startsWith("]")) return false;
  if (after.startsWith(":") && /(?:^|\n)\s*$/.test(before)) return false;
  if (!/[A-Za-z0-9_)$]$/.test(before)) return true;
  return WORD_BEFORE.test(before) && /^[.!?,;:…。)]*(?:\s|$)/.test(after) && !/^\s+[a-z=+*/<>&|]/.test(after);
}

function toNumbers(signs: string): number[] {
  const numbers: number[] = [];
  for (const part of signs.slice(1, -1).split(/[,;]/)) {
    const [first = 0, last = first] = part.split(/[–~-]/).map(Number);
    if (last < first || last - first > MAX_RANGE) numbers.push(first, last);
    else for (let number = first; number <= last; number++) numbers.push(number);
  }
  return numbers;
}
