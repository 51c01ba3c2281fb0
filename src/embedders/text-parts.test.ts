import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../core/tokens.ts";
import { findCut, splitByTokens } from "./text-parts.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({ unit: fc.constantFrom("a", " ", "가", "😀", ".", "\n", "longer"), maxLength: 400 }),
);

describe("splitByTokens()", () => {
  it("gives parts that put together are the text, each within the limit", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, limit) => {
        const parts = splitByTokens(text, limit);
        expect(parts.join("")).toBe(text);
        // A pair of surrogates is one character that cannot be cut.
        for (const part of parts)
          if (part.length > 2) expect(estimateTokens(part)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it("leaves a text alone that fits", () => {
    expect(splitByTokens("three short words", 10)).toEqual(["three short words"]);
    expect(splitByTokens("", 10)).toEqual([""]);
  });

  it("takes a text of megabytes in a moment", () => {
    const started = performance.now();
    const parts = splitByTokens("x".repeat(5_000_000), 400);
    expect(parts.length).toBeGreaterThan(1000);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("findCut()", () => {
  it("cuts at a blank near the end, and never through a character", () => {
    expect(findCut("one two three four", 0, 15)).toBe("one two three ".length);
    expect(findCut("unbroken", 0, 4)).toBe(4);
    expect(findCut("ab😀", 0, 3)).toBe(2);
    expect(findCut("😀😀", 0, 1)).toBe(2);
    expect(findCut("short", 0, 100)).toBe(5);
  });
});
