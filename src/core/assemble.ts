import type { Chunk, Span } from "./document.ts";

/** A document's whole text out of its chunks, their leads and the tail; overlaps are counted once. */
export function assembleText(chunks: readonly Chunk[], tail: string): string {
  let text = "";
  for (const chunk of chunks) {
    text += chunk.lead;
    text += chunk.text.slice(Math.max(0, text.length - chunk.start));
  }
  return text + tail;
}

/** The text a span names; null when the document has no such lines or page. */
export function cutSpan(chunks: readonly Chunk[], tail: string, span: Span): string | null {
  if (span.page !== null) return cutPage(chunks, span);
  const lines = assembleText(chunks, tail)
    .split("\n")
    .slice(span.startLine - 1, span.endLine);
  if (lines.length === 0) return null;
  const last = lines.at(-1) ?? "";
  if (span.endColumn !== null) lines[lines.length - 1] = last.slice(0, span.endColumn);
  const first = lines[0] ?? "";
  if (span.startColumn !== null) lines[0] = first.slice(span.startColumn - 1);
  return lines.join("\n");
}

/** Characters of a page count from the page's start, which the first chunk of it tells. */
function cutPage(chunks: readonly Chunk[], span: Span): string | null {
  const own = chunks.filter((chunk) => chunk.span.page === span.page);
  const first = own[0];
  if (first === undefined) return null;
  const pageStart = first.start - ((first.span.startColumn ?? 1) - 1);
  let text = "";
  for (const chunk of own) {
    const at = first.start + text.length;
    if (text !== "" && chunk.start > at) text += chunk.lead;
    text += chunk.text.slice(Math.max(0, first.start + text.length - chunk.start));
  }
  if (span.startColumn === null || span.endColumn === null) return text;
  const offset = first.start - pageStart;
  return text.slice(Math.max(0, span.startColumn - 1 - offset), Math.max(0, span.endColumn - offset));
}
