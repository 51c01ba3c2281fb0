import { estimateTokens } from "../core/tokens.ts";
import type { ChunkOptions } from "../ports/chunker.ts";

export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * What is at most this far over the target stays whole, and pieces may grow this far to come out
 * even: a remainder of a few words would win on BM25's length norm and say nothing.
 */
export const SLACK = 1.25;
/** In a longer text an edit would move every cut, before it, too; there the remainder matters less. */
const EVEN_PIECES = 3;
/** A piece under this share of its even size takes one more range, if that stays within the slack. */
const SHORT = 0.8;

/**
 * Joins neighbouring ranges into chunks of even size about the target, cuts ranges over it, and
 * lets each chunk repeat the end of the one before when an overlap is asked for.
 */
export function packRanges(text: string, ranges: readonly Range[], options: ChunkOptions): Range[] {
  const { targetTokens, overlapTokens } = options;
  const limit = Math.floor(targetTokens * SLACK);
  const total = ranges.reduce((sum, range) => sum + estimateTokens(text, range.start, range.end), 0);
  const isWhole = total <= limit;
  const pieces = Math.ceil(total / targetTokens);
  const evenSize = isWhole ? limit : pieces <= EVEN_PIECES ? total / pieces : targetTokens;
  const packed: Range[] = [];
  let open: (Range & { tokens: number }) | null = null;
  for (const range of ranges.flatMap((whole) => splitRange(text, whole, isWhole ? limit : targetTokens))) {
    const tokens = estimateTokens(text, range.start, range.end);
    const room: number = open !== null && open.tokens < evenSize * SHORT ? limit : evenSize;
    if (open !== null && open.tokens + tokens <= room) {
      open = { start: open.start, end: range.end, tokens: open.tokens + tokens };
    } else {
      if (open !== null) packed.push({ start: open.start, end: open.end });
      open = { ...range, tokens };
    }
  }
  if (open !== null) packed.push({ start: open.start, end: open.end });
  return withOverlap(text, packed, overlapTokens);
}

/** Without the blank lines around it; null when nothing is left. Indentation stays. */
export function trimBlankLines(text: string, range: Range): Range | null {
  let { start, end } = range;
  for (let at = start; at < end && isWhiteSpace(text.charCodeAt(at)); at++) {
    if (text.charCodeAt(at) === LINE_FEED) start = at + 1;
  }
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  if (end <= start) return null;
  // Trailing spaces of the last line belong to it: a citation names whole lines.
  while (end < range.end && text.charCodeAt(end) !== LINE_FEED) end++;
  return { start, end };
}

const LINE_FEED = 10;

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Pieces of at most the target, cut between lines; inside a line only when it alone is over. */
function splitRange(text: string, whole: Range, targetTokens: number): Range[] {
  const range = trimBlankLines(text, whole);
  if (range === null) return [];
  if (estimateTokens(text, range.start, range.end) <= targetTokens) return [range];
  const pieces: Range[] = [];
  let start = range.start;
  let tokens = 0;
  /** The last blank line behind the middle of the piece: a better place to cut than mid-paragraph. */
  let breakAt: number | null = null;
  for (let at = range.start; at < range.end; ) {
    const feed = text.indexOf("\n", at);
    const lineEnd = feed === -1 || feed > range.end ? range.end : feed;
    const lineTokens = estimateTokens(text, at, lineEnd);
    // A cut at the blank line may leave too much before this line: then a second one falls right here.
    while (tokens > 0 && tokens + lineTokens > targetTokens) {
      const cut: number = breakAt ?? at;
      pieces.push({ start, end: cut });
      start = cut;
      tokens = estimateTokens(text, start, at);
      breakAt = null;
    }
    if (lineTokens > targetTokens) {
      if (at > start) pieces.push({ start, end: at });
      for (const piece of splitLine(text, { start: at, end: lineEnd }, targetTokens)) pieces.push(piece);
      start = Math.min(lineEnd + 1, range.end);
      tokens = 0;
      breakAt = null;
    } else {
      tokens += lineTokens;
      if (lineTokens === 0 && tokens > targetTokens / 2) breakAt = lineEnd;
    }
    at = lineEnd + 1;
  }
  if (start < range.end) pieces.push({ start, end: range.end });
  return pieces.map((piece) => trimBlankLines(text, piece)).filter((piece) => piece !== null);
}

/** Cuts one line at sentence ends, else at spaces, else between characters. */
function splitLine(text: string, line: Range, targetTokens: number): Range[] {
  const pieces: Range[] = [];
  // No character counts for more than one token, so neither the first stretch nor one more step passes the target.
  const step = Math.max(1, targetTokens >> 2);
  for (let start = line.start; start < line.end; ) {
    const limit = Math.min(line.end, start + targetTokens * MAX_CHARACTERS_PER_TOKEN);
    let end = Math.min(limit, start + targetTokens);
    while (end < limit && estimateTokens(text, start, end) < targetTokens * 0.75)
      end = Math.min(limit, end + step);
    if (end < line.end) end = cutBefore(text, start, end);
    pieces.push({ start, end });
    start = end;
  }
  return pieces;
}

/** Prose has six; a page of spaces has no end, and counting it again at each step would take as long. */
const MAX_CHARACTERS_PER_TOKEN = 16;

function cutBefore(text: string, start: number, end: number): number {
  const half = start + ((end - start) >> 1);
  for (let at = end; at > half; at--) {
    if (isSentenceEnd(text, at)) return at;
  }
  for (let at = end; at > half; at--) {
    if (text.charAt(at - 1) === " ") return at;
  }
  // Never between the two halves of a character outside the basic plane.
  if (!isLowSurrogate(text.charCodeAt(end))) return end;
  return end - 1 > start ? end - 1 : end + 1;
}

/** Chinese and Japanese sentences end without a space. */
function isSentenceEnd(text: string, at: number): boolean {
  if (/[。！？]/.test(text.charAt(at - 1))) return true;
  return text.charAt(at - 1) === " " && /[.!?。]/.test(text.charAt(at - 2));
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function withOverlap(text: string, packed: Range[], overlapTokens: number): Range[] {
  if (overlapTokens <= 0) return packed;
  return packed.map((range, position) => {
    const before = packed[position - 1];
    if (before === undefined) return range;
    let start = range.start;
    while (start > before.start) {
      const feed = text.slice(before.start, start - 1).lastIndexOf("\n");
      const lineStart = before.start + feed + 1;
      if (feed === -1 || estimateTokens(text, lineStart, range.start) > overlapTokens) break;
      start = lineStart;
    }
    return trimBlankLines(text, { start, end: range.end }) ?? range;
  });
}
