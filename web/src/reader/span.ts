/** The cited part of a document. Everything counts from 1, ends included. */
export type CitedSpan =
  | {
      readonly kind: "lines";
      readonly start: number;
      readonly end: number;
      readonly startColumn: number | null;
      readonly endColumn: number | null;
    }
  | { readonly kind: "page"; readonly page: number };

const LINES = /^L(\d{1,9})(?:C(\d{1,9}))?(?:-L(\d{1,9})(?:C(\d{1,9}))?)?$/;
const PAGE = /^p=(\d{1,9})(?:&char=\d{1,9}-\d{1,9})?$/;

/** Of a citation, the part after its `#`: `L12-L34`, `p=3`. Null when it is neither. */
export function parseSpan(fragment: string): CitedSpan | null {
  const page = PAGE.exec(fragment);
  if (page !== null) return { kind: "page", page: Number(page[1]) };
  const lines = LINES.exec(fragment);
  if (lines === null) return null;
  const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  const start = Number(lines[1]);
  const end = Math.max(start, number(lines[3]) ?? start);
  return { kind: "lines", start, end, startColumn: number(lines[2]), endColumn: number(lines[4]) };
}

/** Which characters of a line are cited, as a half-open range of offsets; null when none is. */
export function toCitedRange(span: CitedSpan | null, line: number, length: number): [number, number] | null {
  if (span === null || span.kind !== "lines" || line < span.start || line > span.end) return null;
  const from = line === span.start && span.startColumn !== null ? span.startColumn - 1 : 0;
  const to = line === span.end && span.endColumn !== null ? span.endColumn : length;
  return [Math.min(from, length), Math.min(Math.max(from, to), length)];
}
