import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, NO_METADATA, type ParsedDocument } from "../../core/document.ts";
import { estimateTokens } from "../../core/tokens.ts";
import { SLACK } from "../pack.ts";
import { pageChunker } from "./page-chunker.ts";

/** Pages of paragraphs, a blank line between all of them; an empty page takes no room. */
function documentOf(pages: readonly (readonly string[])[]): ParsedDocument {
  let text = "";
  const blocks: Block[] = [];
  const ranges = pages.map((paragraphs) => {
    let start: number | null = null;
    for (const paragraph of paragraphs) {
      if (text !== "") text += "\n\n";
      start ??= text.length;
      blocks.push({ kind: "prose", start: text.length, end: text.length + paragraph.length });
      text += paragraph;
    }
    return { start: start ?? text.length, end: text.length };
  });
  return { text, blocks, pages: ranges, metadata: NO_METADATA, codeLang: null, notices: [] };
}

const textOf = (document: ParsedDocument, options = { targetTokens: 100, overlapTokens: 0 }): unknown[] =>
  pageChunker.chunk(document, options).map(({ start, end, page }) => [page, document.text.slice(start, end)]);

describe("pageChunker", () => {
  it("packs the paragraphs of a page and never crosses a page", () => {
    const document = documentOf([["one", "two"], [], ["three"]]);
    expect(textOf(document)).toEqual([
      [1, "one\n\ntwo"],
      [3, "three"],
    ]);
  });

  it("closes a chunk between paragraphs before it passes the target", () => {
    const [first, second, third] = ["a ".repeat(30).trim(), "b ".repeat(30).trim(), "c ".repeat(30).trim()];
    expect(textOf(documentOf([[first, second, third]]), { targetTokens: 70, overlapTokens: 0 })).toEqual([
      [1, `${first}\n\n${second}`],
      [1, third],
    ]);
  });

  it("has neither heading nor symbol to give", () => {
    expect(pageChunker.chunk(documentOf([["one"]]), { targetTokens: 10, overlapTokens: 0 })).toEqual([
      { start: 0, end: 3, headingPath: [], page: 1, symbol: null },
    ]);
  });

  it("covers every character with chunks that lie in their page", () => {
    const line = fc.stringMatching(/^[a-z가-힣]{1,12}( [a-z가-힣.]{1,12}){0,30}$/u);
    const paragraph = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join("\n"));
    const pages = fc.array(fc.array(paragraph, { maxLength: 5 }), { maxLength: 5 });
    const options = fc.record({
      targetTokens: fc.integer({ min: 64, max: 200 }),
      overlapTokens: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(pages.map(documentOf), options, (document, limits) => {
        const covered = new Set<number>();
        for (const { start, end, page } of pageChunker.chunk(document, limits)) {
          const range = document.pages![page! - 1]!;
          expect(range.start <= start && start < end && end <= range.end).toBe(true);
          expect(document.text.slice(start, end)).not.toMatch(/^\n|\n$/);
          for (let at = start; at < end; at++) covered.add(at);
          const most = limits.targetTokens * SLACK + limits.overlapTokens;
          expect(estimateTokens(document.text, start, end)).toBeLessThanOrEqual(most);
        }
        for (let at = 0; at < document.text.length; at++) {
          expect(covered.has(at) || /\s/.test(document.text.charAt(at))).toBe(true);
        }
      }),
    );
  });
});
