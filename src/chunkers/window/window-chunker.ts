import type { Chunker } from "../../ports/chunker.ts";
import { packRanges } from "../pack.ts";

/** Neighbouring blocks up to the target: for text without headings, units or pages. */
export const windowChunker: Chunker = {
  version: "window-1",
  chunk: (document, options) =>
    packRanges(document.text, document.blocks, options).map((range) => ({
      ...range,
      headingPath: [],
      page: null,
      symbol: null,
    })),
};
