import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCitationUri, toCitationUri } from "./citation.ts";
import type { Span } from "./document.ts";

const WHOLE_LINES: Span = { startLine: 12, endLine: 34, startColumn: null, endColumn: null, page: null };

describe("toCitationUri()", () => {
  it("names whole lines, one line by its number twice", () => {
    expect(toCitationUri("notes/a.md", WHOLE_LINES)).toBe("notes/a.md#L12-L34");
    expect(toCitationUri("a.ts", { ...WHOLE_LINES, endLine: 12 })).toBe("a.ts#L12-L12");
  });

  it("names columns only where a chunk is a part of its line", () => {
    expect(toCitationUri("a.md", { ...WHOLE_LINES, startColumn: 5, endColumn: 80 })).toBe(
      "a.md#L12C5-L34C80",
    );
  });

  it("names a PDF page, and the characters where a chunk is a part of it", () => {
    expect(toCitationUri("paper.pdf", { ...WHOLE_LINES, page: 13 })).toBe("paper.pdf#p=13");
    expect(toCitationUri("paper.pdf", { ...WHOLE_LINES, startColumn: 1, endColumn: 90, page: 13 })).toBe(
      "paper.pdf#p=13&char=1-90",
    );
  });
});

describe("parseCitationUri()", () => {
  it("gives back what toCitationUri() was given, whatever the path holds", () => {
    const path = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc
        .array(
          fc.constantFrom(
            "notes",
            "한글 폴더",
            "#",
            "#L3",
            "#p=2",
            "-L4",
            "C5",
            " ",
            "/",
            "..",
            "&char=1-2",
            "%20",
          ),
          {
            minLength: 1,
          },
        )
        .map((parts) => parts.join("")),
    );
    const count = fc.integer({ min: 1, max: 1_000_000 });
    const places = fc.tuple(count, count).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const columns = fc.option(places);
    fc.assert(
      fc.property(path, places, columns, fc.option(count), (file, [startLine, endLine], column, page) => {
        const [startColumn, endColumn] = column ?? [null, null];
        const lines = page === null ? { startLine, endLine } : { startLine: 1, endLine: 1 };
        const span: Span = { ...lines, startColumn, endColumn, page };
        expect(parseCitationUri(toCitationUri(file, span))).toEqual({ path: file, span });
      }),
    );
  });

  it("takes a line alone for that line", () => {
    expect(parseCitationUri("a.md#L7")).toEqual({
      path: "a.md",
      span: { ...WHOLE_LINES, startLine: 7, endLine: 7 },
    });
  });

  it("allows a last column before the first one, on another line", () => {
    expect(parseCitationUri("a.md#L1C9-L2C3")?.span).toMatchObject({ startColumn: 9, endColumn: 3 });
  });

  it.each([
    "",
    "a.md",
    "#L1-L2",
    "#p=1",
    "a.md#L",
    "a.md#L0",
    "a.md#L0-L3",
    "a.md#L3-L2",
    "a.md#L1-2",
    "a.md#L1-L2x",
    "a.md#L1C0-L2C5",
    "a.md#L1C1-L2C0",
    "a.md#L4C9-L4C3",
    "a.md#L-1",
    "a.md#L1.5",
    "a.md#L1e3",
    "a.md#L1-L9999999999999999",
    "a.pdf#p=0",
    "a.pdf#p=",
    "a.pdf#p=1&char=5",
    "a.pdf#p=1&char=0-5",
    "a.pdf#p=1&char=5-4",
    "a.pdf#page=3",
  ])("takes %j for no citation", (uri) => {
    expect(parseCitationUri(uri)).toBeNull();
  });
});
