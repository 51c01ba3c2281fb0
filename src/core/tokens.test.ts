import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "./tokens.ts";

describe("estimateTokens()", () => {
  it.each([
    ["", 0],
    [" \n\t\u00a0", 0],
    ["word", 1],
    ["Reciprocal rank fusion joins two ranked lists into one.", 11],
    ["internationalization", 4],
    ["1234567", 3],
    ["2024-01-05", 6],
    ["한국어", 3],
    ["검색 결과를 합치는 방법", 8],
    ["知識庫", 3],
    ["naïve", 1],
    ["Слияние", 2],
    ["const total = items.length;", 7],
    ["if (a[0] !== b) { return; }", 13],
    ["👍", 2],
  ])("counts %j as %i", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it("counts a part of a text as that part alone", () => {
    expect(estimateTokens("skip 검색 결과 skip", 5, 10)).toBe(estimateTokens("검색 결과"));
    expect(estimateTokens("abc", 1, 1)).toBe(0);
  });

  const text = fc
    .array(fc.constantFrom("a", "B", "é", "9", "한", "字", " ", "\n", "-", "👍"))
    .map((parts) => parts.join(""));

  it("gives two halves at least the whole, and no more than two beyond it", () => {
    fc.assert(
      fc.property(text, fc.nat(), (whole, at) => {
        const middle = at % (whole.length + 1);
        const halves = estimateTokens(whole, 0, middle) + estimateTokens(whole, middle);
        expect(halves).toBeGreaterThanOrEqual(estimateTokens(whole));
        expect(halves).toBeLessThanOrEqual(estimateTokens(whole) + 2);
      }),
    );
  });

  it("adds up exactly over lines but for rounding, and counts no character for more than one", () => {
    fc.assert(
      fc.property(text, (whole) => {
        const lines = whole.split("\n");
        const sum = lines.reduce((total, line) => total + estimateTokens(line), 0);
        expect(sum).toBeGreaterThanOrEqual(estimateTokens(whole));
        expect(sum).toBeLessThan(estimateTokens(whole) + lines.length);
        expect(estimateTokens(whole)).toBeLessThanOrEqual(whole.length);
      }),
    );
  });
});
