import { toCitationUri } from "../core/citation.ts";
import type { StoredChunk } from "../ports/document-store.ts";

/** What neighbouring chunks of one document are cited by: `a.md#L12-L34`; where they lie on several pages, one a page. */
export function toSourceUri(chunks: readonly StoredChunk[]): string {
  const uris: string[] = [];
  for (let from = 0; from < chunks.length; ) {
    const first = chunks[from] as StoredChunk;
    let to = from;
    while (chunks[to + 1]?.span.page === first.span.page) to++;
    const last = chunks[to] as StoredChunk;
    const span = { ...first.span, endLine: last.span.endLine, endColumn: last.span.endColumn };
    uris.push(toCitationUri(first.document.path, span));
    from = to + 1;
  }
  return uris.join(", ");
}

/** The headings that all of them stand under. */
export function toSharedHeadings(chunks: readonly StoredChunk[]): readonly string[] {
  const [first, ...others] = chunks.map(({ headingPath }) => headingPath);
  if (first === undefined) return [];
  const end = first.findIndex((heading, depth) => others.some((path) => path[depth] !== heading));
  return end === -1 ? first : first.slice(0, end);
}
