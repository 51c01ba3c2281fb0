import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCursor, toCursor, toCursorKey } from "./cursor.ts";

const KEY = toCursorKey(["query", "lexical", { tagsAll: ["x"] }, "lex:1"]);

describe("a cursor", () => {
  it("leads back to its place", () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999 }), (offset) => {
        expect(parseCursor(toCursor(offset, KEY), KEY)).toBe(offset);
      }),
    );
  });

  it("is plain enough for a URL and a command line", () => {
    expect(toCursor(10, KEY)).toMatch(/^[\w-]+$/);
  });

  it.each<[what: string, parts: unknown[]]>([
    ["query", ["other", "lexical", { tagsAll: ["x"] }, "lex:1"]],
    ["mode", ["query", "hybrid", { tagsAll: ["x"] }, "lex:1"]],
    ["filter", ["query", "lexical", { tagsAny: ["x"] }, "lex:1"]],
    ["index", ["query", "lexical", { tagsAll: ["x"] }, "lex:2"]],
  ])("of another %s is refused", (_, parts) => {
    expect(() => parseCursor(toCursor(10, toCursorKey(parts)), KEY)).toThrow(
      expect.objectContaining({ code: "usage" }),
    );
  });

  it("that nobody gave is refused, whatever it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: "binary" })), (cursor) => {
        expect(() => parseCursor(cursor, KEY)).toThrow(expect.objectContaining({ code: "usage" }));
      }),
      {
        examples: [
          [""],
          [Buffer.from(`-1:${KEY}`).toString("base64url")],
          [Buffer.from(`1e3:${KEY}`).toString("base64url")],
        ],
      },
    );
  });
});
