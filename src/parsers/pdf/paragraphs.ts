import type { TextLine } from "./text-line.ts";

/** A line in its paragraph. */
export interface ParagraphLine extends TextLine {
  /** It reaches the right edge of its column, so the text goes on in the next line. */
  readonly full: boolean;
}

export type Paragraph = readonly ParagraphLine[];

// All lengths are multiples of the type size.
const SCRIPT_HEIGHT = 0.8;
const SCRIPT_GAP = 0.6;
/** Between words of a justified line. */
const WORD_GAP = 1.5;
const SPACE_WIDTH = 0.15;
const SIZE_CHANGE = 1.2;
const INDENT = 0.6;
/** Where less than a syllable fits. */
const FULL_LINE_GAP = 1;
const SHORT_LINE_GAP = 3;
const COLUMN_TOLERANCE = 1.5;
/** How many lines before and after tell how wide the column is. */
const COLUMN_LINES = 12;
const GAP_OVER_LEADING = 1.3;
const USUAL_LEADING = 1.5;

/** Puts a page's lines together into paragraphs; PDFium's text knows only lines. */
export function toParagraphs(printed: readonly TextLine[]): Paragraph[] {
  const lines = mendScripts(printed);
  const leading = medianLeading(lines);
  const paragraphs: ParagraphLine[][] = [];
  let open: ParagraphLine[] = [];
  for (const [position, line] of lines.entries()) {
    const right = columnRight(lines, position);
    const laid = { ...line, full: line.last.right >= right - FULL_LINE_GAP * line.size };
    if (startsParagraph(open, laid, { leading, right: columnRight(lines, position - 1) })) {
      open = [laid];
      paragraphs.push(open);
    } else {
      open.push(laid);
    }
  }
  return paragraphs;
}

/** PDFium breaks the line at raised and lowered characters; what stands side by side is one line. */
function mendScripts(lines: readonly TextLine[]): TextLine[] {
  const mended: TextLine[] = [];
  for (const line of lines) {
    const before = mended.at(-1);
    if (before === undefined || !standsBeside(before, line)) {
      mended.push(line);
      continue;
    }
    const gap = line.first.left - before.last.right;
    const space =
      before.spaced || line.text.startsWith(" ") || gap > SPACE_WIDTH * line.first.size ? " " : "";
    mended[mended.length - 1] = {
      text: before.text + space + line.text.trimStart(),
      spaced: line.spaced,
      size: Math.max(before.size, line.size),
      first: before.first,
      last: line.last,
    };
  }
  return mended;
}

function standsBeside(before: TextLine, line: TextLine): boolean {
  const [from, to] = [before.last, line.first];
  const size = Math.max(from.size, to.size);
  if (size === 0 || from.angle !== to.angle) return false;
  const gap = (to.left - from.right) / size;
  const space = before.spaced || line.text.startsWith(" ");
  const height = Math.abs(to.baseline - from.baseline) / size;
  return height <= SCRIPT_HEIGHT && gap >= -SPACE_WIDTH && gap <= (space ? WORD_GAP : SCRIPT_GAP);
}

function startsParagraph(
  open: readonly ParagraphLine[],
  line: ParagraphLine,
  column: { readonly leading: number; readonly right: number },
): boolean {
  const before = open.at(-1);
  if (before === undefined || changesType(before, line)) return true;
  const size = line.size;
  const step = (before.first.baseline - line.first.baseline) / size;
  if (step < -0.5) return endsSentence(before) || !before.full;
  if (step > column.leading * GAP_OVER_LEADING) return true;
  if (!endsSentence(before)) return false;
  const indent = (line.first.left - before.first.left) / size;
  // The second line of an indented paragraph stands further out too: that alone ends nothing.
  const outdented = indent < -INDENT && open.length > 1;
  return indent > INDENT || outdented || before.last.right < column.right - SHORT_LINE_GAP * size;
}

function changesType(before: TextLine, after: TextLine): boolean {
  if (before.first.angle !== after.first.angle) return true;
  const [small, large] = [Math.min(before.size, after.size), Math.max(before.size, after.size)];
  return large > small * SIZE_CHANGE;
}

function endsSentence(line: TextLine): boolean {
  return /[.!?:;…。]["”’')\]」』]*$/u.test(line.text);
}

/** The right edge of the column a line stands in, by its neighbours with about the same left edge. */
function columnRight(lines: readonly TextLine[], position: number): number {
  const line = lines[position];
  if (line === undefined) return 0;
  const from = Math.max(0, position - COLUMN_LINES);
  const neighbours = lines
    .slice(from, position + COLUMN_LINES + 1)
    .filter(
      (other) =>
        other.first.angle === line.first.angle &&
        Math.abs(other.first.left - line.first.left) <= COLUMN_TOLERANCE * line.size,
    );
  return Math.max(...neighbours.map((other) => other.last.right));
}

/** The usual step from line to line, as a multiple of the type size. */
function medianLeading(lines: readonly TextLine[]): number {
  const steps: number[] = [];
  for (const [position, line] of lines.entries()) {
    const before = lines[position - 1];
    if (before === undefined || changesType(before, line)) continue;
    const step = (before.first.baseline - line.first.baseline) / line.size;
    if (step > 0.5 && step < 3) steps.push(step);
  }
  return steps.toSorted((one, other) => one - other)[steps.length >> 1] ?? USUAL_LEADING;
}
