import type { ChunkDraft } from "../../core/document.ts";
import type { Chunker } from "../../ports/chunker.ts";
import { packRanges } from "../pack.ts";

/** Packs paragraphs up to the target; no chunk crosses a page, so each has one page to cite. */
export const pageChunker: Chunker = {
  version: "page-1",
  chunk(document, options) {
    const drafts: ChunkDraft[] = [];
    let next = 0;
    for (const [index, page] of (document.pages ?? []).entries()) {
      const from = next;
      while ((document.blocks[next]?.start ?? Number.POSITIVE_INFINITY) < page.end) next++;
      for (const { start, end } of packRanges(document.text, document.blocks.slice(from, next), options)) {
        drafts.push({ start, end, headingPath: [], page: index + 1, symbol: null });
      }
    }
    return drafts;
  },
};
