import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findMarkers, toCitedNumbers, toPlainMarkers, withoutMarkers } from "./markers.ts";

const cited = (sentence: string): number[] => toCitedNumbers(findMarkers(sentence));

describe("findMarkers()", () => {
  it.each([
    ["끈다 [1].", [1]],
    ["끈다[1].", [1]],
    ["Turn it off [2][1].", [1, 2]],
    ["Turn it off. [1, 2]", [1, 2]],
    ["Turn it off [1-3].", [1, 2, 3]],
    ["Turn it off [1–3, 7].", [1, 2, 3, 7]],
    ["[4] says so.", [4]],
    ["It uses a log[1].", [1]],
    ["It uses a log[1][2], then stops.", [1, 2]],
    ["RRF는 순위만 쓴다[3]", [3]],
    ["`a[1]`을 끈다 [2].", [2]],
    ["Twice [1] and again [1].", [1]],
    ["(see below) [5]", [5]],
    ["[999]", [999]],
  ])("reads %j", (sentence, expected) => {
    expect(cited(sentence)).toEqual(expected);
  });

  it.each([
    "code `[1]` and ``x `[2]` y``",
    "a link [1](https://example.com)",
    "an image ![1](a.png)",
    "a footnote [^1]",
    "[1]: https://example.com",
    "a wiki link [[1]]",
    "an index a[1] = 3",
    "an index argv[1] is set",
    "an index items[0][1].name",
    "an index call()[1] + 2",
    "an escaped \\[1]",
    "a year [2026]",
    "a box [x] and [ ]",
    "hidden [\u200b1] and [1\u202e]",
    "an interval [0.5, 1.5)",
    "unclosed [1",
    "a name [abc] or [1a]",
  ])("finds none in %j", (sentence) => {
    expect(cited(sentence)).toEqual([]);
  });

  it("does not fill a range that names no sources", () => {
    expect(cited("from [1-900].")).toEqual([1, 900]);
    expect(cited("from [3-1].")).toEqual([1, 3]);
  });

  it("finds them in order, and leaves the rest of the sentence", () => {
    const sentence = "끈다 [1]. 켠다[2]";
    const markers = findMarkers(sentence);
    expect(markers.map(({ start, end }) => sentence.slice(start, end))).toEqual(["[1]", "[2]"]);
    expect(withoutMarkers(sentence, markers)).toBe("끈다. 켠다");
    expect(
      withoutMarkers(
        "Turn `a[1]` off [1], then on [2][3].",
        findMarkers("Turn `a[1]` off [1], then on [2][3]."),
      ),
    ).toBe("Turn `a[1]` off, then on.");
  });

  it("never throws, and every marker stands where it says", () => {
    const piece = fc.constantFrom(
      "[",
      "]",
      "1",
      "12",
      ", ",
      "-",
      "`",
      "a",
      "가",
      " ",
      "(",
      ")",
      ":",
      "\n",
      ".",
      "\\",
      "^",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        let behind = 0;
        for (const { start, end, numbers } of findMarkers(text)) {
          expect(start).toBeGreaterThanOrEqual(behind);
          expect(text.slice(start, end)).toMatch(/^\[[\d\s,;–~-]+\]$/);
          expect(numbers.length).toBeGreaterThan(0);
          behind = end;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("reads hostile input in a moment", () => {
    for (const unit of ["[", "[1", "[1,", "[1]", "a[1]", "`[1]", "[1-", " ", "]"]) {
      const text = unit.repeat(20_000);
      expect(withoutMarkers(text, findMarkers(text)).length).toBeLessThanOrEqual(text.length);
    }
  });
});

describe("toPlainMarkers()", () => {
  it.each([
    ["되돌린다【1】.", "되돌린다[1]."],
    ["It is kept for 35 days 【2†source】.", "It is kept for 35 days [2]."],
    ["Kept [Source 3]. 보관한다 [출처 1].", "Kept [3]. 보관한다 [1]."],
    ["[Source 1](https://example.org) and 【a】 stay", "[Source 1](https://example.org) and 【a】 stay"],
  ])("%j", (said, plain) => {
    expect(toPlainMarkers(said)).toBe(plain);
  });
});
