import type { Block } from "../../core/document.ts";
import type { LineIndex } from "../../core/lines.ts";

/** Whole lines that belong together, counted from 1, ends included. Without a symbol: mere text. */
export interface Piece {
  readonly first: number;
  readonly last: number;
  readonly symbol: readonly string[] | null;
}

/**
 * Blocks for the whole text: the given pieces, and paragraphs where they leave lines out.
 * Pieces come in order; where two share a line the earlier one has it.
 */
export function toBlocks(text: string, lines: LineIndex, pieces: readonly Piece[]): Block[] {
  const complete: Piece[] = [];
  let next = 1;
  for (const piece of pieces) {
    const first = Math.max(piece.first, next);
    if (first > piece.last) continue;
    addParagraphs(complete, text, lines, { first: next, last: first - 1 });
    complete.push({ ...piece, first });
    next = piece.last + 1;
  }
  addParagraphs(complete, text, lines, { first: next, last: lines.count });
  return withoutLooseEnds(text, lines, complete).map(({ first, last, symbol }) => {
    const span = { start: lines.startOf(first), end: lines.endOf(last) };
    return symbol === null ? { ...span, kind: "code" } : { ...span, kind: "unit", symbol };
  });
}

/** Runs of lines that start at the left margin after a blank line. */
function addParagraphs(
  pieces: Piece[],
  text: string,
  lines: LineIndex,
  range: { readonly first: number; readonly last: number },
): void {
  let first = range.first;
  for (let line = first + 1; line <= range.last; line++) {
    if (isBlank(text, lines, line - 1) && isAtMargin(text, lines, line)) {
      pieces.push({ first, last: line - 1, symbol: null });
      first = line;
    }
  }
  if (first <= range.last) pieces.push({ first, last: range.last, symbol: null });
}

/** Drops blank lines around each piece and gives brackets left alone to the piece before. */
function withoutLooseEnds(text: string, lines: LineIndex, pieces: readonly Piece[]): Piece[] {
  const kept: Piece[] = [];
  for (const piece of pieces) {
    let { first, last } = piece;
    while (first <= last && isBlank(text, lines, first)) first++;
    while (last > first && isBlank(text, lines, last)) last--;
    if (first > last) continue;
    const before = kept.at(-1);
    if (before !== undefined && isClosing(text, lines.startOf(first), lines.endOf(last))) {
      kept[kept.length - 1] = { ...before, last };
    } else {
      kept.push({ first, last, symbol: piece.symbol });
    }
  }
  return kept;
}

const MAX_CLOSING_CHARACTERS = 120;
const CLOSING_LINE = /^\s*(?:(?:[)\]};,]+|end)[;,]*(?:\s*(?:\/\/|#|\/\*).*)?|#\s*endif\b.*)?$/;

function isClosing(text: string, start: number, end: number): boolean {
  if (end - start > MAX_CLOSING_CHARACTERS) return false;
  return text
    .slice(start, end)
    .split("\n")
    .every((line) => CLOSING_LINE.test(line));
}

function isBlank(text: string, lines: LineIndex, line: number): boolean {
  for (let at = lines.startOf(line); at < lines.endOf(line); at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && (code < 0x09 || code > 0x0d)) return false;
  }
  return true;
}

function isAtMargin(text: string, lines: LineIndex, line: number): boolean {
  return lines.startOf(line) < lines.endOf(line) && !/[\s)\]}]/.test(text.charAt(lines.startOf(line)));
}
