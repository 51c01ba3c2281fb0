import { describe, expect, it } from "vitest";
import { type Block, NO_METADATA, type ParsedDocument } from "../../core/document.ts";
import { windowChunker } from "./window-chunker.ts";

function documentOf(paragraphs: readonly string[]): ParsedDocument {
  const text = paragraphs.join("\n\n");
  let at = 0;
  const blocks = paragraphs.map((paragraph): Block => {
    const start = at;
    at += paragraph.length + 2;
    return { kind: "prose", start, end: start + paragraph.length };
  });
  return { text, blocks, metadata: NO_METADATA, pages: null, codeLang: null, notices: [] };
}

describe("windowChunker", () => {
  it("packs neighbouring paragraphs about the target, under no heading", () => {
    const document = documentOf(["a a a a", "b b b b", "c c c c c c c c"]);
    expect(windowChunker.chunk(document, { targetTokens: 8, overlapTokens: 0 })).toEqual([
      { start: 0, end: 16, headingPath: [], page: null, symbol: null },
      { start: 18, end: 33, headingPath: [], page: null, symbol: null },
    ]);
  });

  it("repeats the end of the chunk before when asked to", () => {
    const document = documentOf(["a a a a", "b b b b", "c c c c c c c c"]);
    const drafts = windowChunker.chunk(document, { targetTokens: 8, overlapTokens: 4 });
    expect(drafts.map(({ start, end }) => document.text.slice(start, end))).toEqual([
      "a a a a\n\nb b b b",
      "b b b b\n\nc c c c c c c c",
    ]);
  });

  it("has no chunks for a document without text", () => {
    expect(windowChunker.chunk(documentOf([]), { targetTokens: 4, overlapTokens: 0 })).toEqual([]);
  });
});
