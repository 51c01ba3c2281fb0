import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankCodeSpans, findCodeSpans } from "./code-spans.ts";

const codes = (text: string): string[] => findCodeSpans(text).map(({ code }) => code);

describe("findCodeSpans()", () => {
  it.each([
    ["`a` 그리고 `b`", ["a", "b"]],
    ["``a ` b``", ["a ` b"]],
    ["an unclosed ` is text", []],
    ["``a` b", []],
    ["```a``` and ``b` c``", ["a", "b` c"]],
    ["", []],
  ])("finds those of %j", (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  it("leaves every other character in its place", () => {
    const piece = fc.constantFrom("`", "``", "a", "가", " ", "\n", "[1]");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const blanked = blankCodeSpans(text);
        expect(blanked).toHaveLength(text.length);
        for (let at = 0; at < text.length; at++) {
          const isWithin = findCodeSpans(text).some(({ start, end }) => at >= start && at < end);
          expect(blanked.charAt(at)).toBe(isWithin ? " " : text.charAt(at));
        }
      }),
    );
  });

  it("reads rows of ever longer unclosed backticks in a moment", () => {
    let rising = "";
    for (let run = 1; rising.length < 100_000; run++) rising += `${"`".repeat(run)} `;
    expect(findCodeSpans(rising)).toEqual([]);
  });
});
