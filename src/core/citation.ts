import type { Span } from "./document.ts";

/** `notes/a.md#L12-L34`, `paper.pdf#p=13`; columns or characters only where a chunk is a part of its line or page. */
export function toCitationUri(path: string, span: Span): string {
  if (span.page !== null) {
    const part = span.startColumn === null ? "" : `&char=${span.startColumn}-${span.endColumn}`;
    return `${path}#p=${span.page}${part}`;
  }
  const column = (value: number | null): string => (value === null ? "" : `C${value}`);
  return `${path}#L${span.startLine}${column(span.startColumn)}-L${span.endLine}${column(span.endColumn)}`;
}

export interface CitedSpan {
  readonly path: string;
  readonly span: Span;
}

/** Fifteen digits are a safe integer. */
const LINES = /^(.+)#L(\d{1,15})(?:C(\d{1,15}))?(?:-L(\d{1,15})(?:C(\d{1,15}))?)?$/s;
const PAGE = /^(.+)#p=(\d{1,15})(?:&char=(\d{1,15})-(\d{1,15}))?$/s;

/** The inverse of `toCitationUri`; `#L12` alone is line 12. Null when it is no citation. */
export function parseCitationUri(uri: string): CitedSpan | null {
  const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  const lines = LINES.exec(uri);
  if (lines !== null) {
    const [, path = "", start, startColumn, end, endColumn] = lines;
    const startLine = Number(start);
    const endLine = number(end) ?? startLine;
    const columns = { startColumn: number(startColumn), endColumn: number(endColumn) };
    return check({ path, span: { startLine, endLine, ...columns, page: null } });
  }
  const page = PAGE.exec(uri);
  if (page === null) return null;
  const [, path = "", number_, from, to] = page;
  const columns = { startColumn: number(from), endColumn: number(to) };
  return check({ path, span: { startLine: 1, endLine: 1, ...columns, page: Number(number_) } });
}

/** Everything counts from 1, and nothing ends before it starts. */
function check(cited: CitedSpan): CitedSpan | null {
  const { startLine, endLine, startColumn, endColumn, page } = cited.span;
  if ([startLine, endLine, startColumn, endColumn, page].includes(0) || endLine < startLine) return null;
  const isBackwards = startLine === endLine && (endColumn ?? Infinity) < (startColumn ?? 1);
  return isBackwards ? null : cited;
}
