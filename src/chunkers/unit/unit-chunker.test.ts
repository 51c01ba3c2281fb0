import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, NO_METADATA, type ParsedDocument } from "../../core/document.ts";
import { unitChunker } from "./unit-chunker.ts";

interface Piece {
  readonly text: string;
  /** "A/b", or null for text between units. */
  readonly symbol: string | null;
}

function toDocument(pieces: readonly Piece[]): ParsedDocument {
  const blocks: Block[] = [];
  let text = "";
  for (const piece of pieces) {
    const span = { start: text.length, end: text.length + piece.text.length };
    const symbol = piece.symbol?.split("/");
    blocks.push(symbol === undefined ? { ...span, kind: "code" } : { ...span, kind: "unit", symbol });
    text += `${piece.text}\n\n`;
  }
  return { text, blocks, metadata: NO_METADATA, pages: null, codeLang: "typescript", notices: [] };
}

/** Some 5 tokens a line. */
const body = (lines: number): string => Array.from({ length: lines }, (_, at) => `call(${at});`).join("\n");

function chunksOf(pieces: readonly Piece[], targetTokens = 400): [string, string][] {
  const document = toDocument(pieces);
  return unitChunker
    .chunk(document, { targetTokens, overlapTokens: 0 })
    .map(({ start, end, headingPath, symbol }) => {
      expect(headingPath).toEqual(symbol ?? []);
      return [headingPath.join("/"), document.text.slice(start, end)];
    });
}

const symbolsOf = (pieces: readonly Piece[], targetTokens?: number): string[] =>
  chunksOf(pieces, targetTokens).map(([symbol]) => symbol);

describe("unitChunker", () => {
  it("gives a unit its own chunk and packs the text between units", () => {
    const imports = { text: body(8), symbol: null };
    const pieces = [imports, imports, { text: body(20), symbol: "f" }, { text: body(20), symbol: "g" }];
    expect(chunksOf(pieces)).toEqual([
      ["", `${body(8)}\n\n${body(8)}`],
      ["f", body(20)],
      ["g", body(20)],
    ]);
  });

  it("packs small members of one class under the class's name", () => {
    const pieces = [
      { text: body(20), symbol: "A/large" },
      { text: "get x() {}", symbol: "A/x" },
      { text: "get y() {}", symbol: "A/y" },
      { text: "field = 1;", symbol: "A" },
      { text: "get z() {}", symbol: "B/z" },
    ];
    expect(symbolsOf(pieces)).toEqual(["A/large", "A", "B/z"]);
  });

  it("packs small units without a common class under the first one's name, up to the target", () => {
    const small = ["a", "b", "c", "d"].map((symbol) => ({ text: body(6), symbol }));
    expect(symbolsOf(small)).toEqual(["a"]);
    expect(symbolsOf(small, 70)).toEqual(["a", "c"]);
  });

  it("gives a bare class header to the first member, and a class's header never to its neighbours", () => {
    const pieces = [
      { text: "type T = 1;", symbol: "T" },
      { text: "class A {", symbol: "A" },
      { text: body(20), symbol: "A/m" },
    ];
    expect(chunksOf(pieces)).toEqual([
      ["T", "type T = 1;"],
      ["A/m", `class A {\n\n${body(20)}`],
    ]);
  });

  it("gives a scrap of code to the unit beside it", () => {
    const unit = { text: body(20), symbol: "App" };
    const scrap = { text: "export default App;", symbol: null };
    expect(symbolsOf([unit, scrap])).toEqual(["App"]);
    expect(symbolsOf([scrap, unit])).toEqual(["App"]);
    expect(symbolsOf([scrap])).toEqual([""]);
  });

  it("splits a unit over the target between lines and keeps its name", () => {
    const chunks = chunksOf([{ text: body(100), symbol: "f" }], 100);
    expect(chunks.length).toBeGreaterThan(4);
    expect(new Set(chunks.map(([symbol]) => symbol))).toEqual(new Set(["f"]));
    expect(chunks.map(([, text]) => text).join("\n")).toBe(body(100));
  });

  it("covers every character that is not white space, in order", () => {
    const line = fc.oneof(
      fc.constantFrom("", "  ", "}", "const value = compute(1, 2);", "  return 한글;", "x".repeat(300)),
      fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.replace(/\n/g, " ")),
    );
    const piece = fc.record({
      text: fc.array(line, { minLength: 1, maxLength: 30 }).map((lines) => `start\n${lines.join("\n")}`),
      symbol: fc.constantFrom(null, "A", "A/b", "A/c", "A/b/d", "e", "f"),
    });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.integer({ min: 20, max: 200 }),
        (pieces, targetTokens) => {
          const document = toDocument(pieces);
          const chunks = unitChunker.chunk(document, { targetTokens, overlapTokens: 0 });
          let end = 0;
          for (const chunk of chunks) {
            expect(document.text.slice(end, chunk.start)).toMatch(/^\s*$/);
            expect(document.text.slice(chunk.start, chunk.end)).not.toMatch(/^\n|\n$/);
            expect(chunk.end).toBeGreaterThan(chunk.start);
            end = chunk.end;
          }
          expect(document.text.slice(end)).toMatch(/^\s*$/);
        },
      ),
      { numRuns: 300 },
    );
  });
});
