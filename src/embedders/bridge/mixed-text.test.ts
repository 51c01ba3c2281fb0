import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasHangul, shareOfLatinWords, toLatinText } from "./mixed-text.ts";

describe("hasHangul()", () => {
  it.each([
    ["배포", true],
    ["배포".normalize("NFD"), true],
    ["ㅋㅋ", true],
    ["rollback 절차", true],
    ["rollback", false],
    ["日本語 かな", false],
    ["", false],
  ])("%j: %s", (text, expected) => {
    expect(hasHangul(text)).toBe(expected);
  });
});

describe("shareOfLatinWords()", () => {
  it.each([
    ["배포를 되돌린다", 0],
    ["42 × 7", 0],
    ["rollback", 1],
    // Six Latin letters, four syllables at a letter and a half.
    ["deploy 되돌리기", 0.5],
  ])("of %j is %s", (text, share) => {
    expect(shareOfLatinWords(text)).toBe(share);
  });

  it("lies between 0 and 1, and is the same for decomposed text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("가", "힣", "a", "Z", "é", "1", " ", "ㅋ", "漢") }),
        (text) => {
          const share = shareOfLatinWords(text);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
          expect(shareOfLatinWords(text.normalize("NFD"))).toBe(share);
        },
      ),
    );
  });
});

describe("toLatinText()", () => {
  it.each([
    ["useMemo는 React의 hook이다", "useMemo React hook "],
    ["배포 rollback ㅋㅋ", " rollback "],
    ["plain text", "plain text"],
  ])("makes %j %j", (text, latin) => {
    expect(toLatinText(text)).toBe(latin);
    expect(toLatinText(text.normalize("NFD"))).toBe(latin);
  });

  it("leaves no Hangul and every other letter", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("가", "힣", "a", "Z", "1", " ", "\t", "ㅋ") }),
        (text) => {
          const latin = toLatinText(text);
          expect(hasHangul(latin)).toBe(false);
          expect(latin.replaceAll(/\s/g, "")).toBe(text.replaceAll(/[\s가힣ㅋ]/g, ""));
        },
      ),
    );
  });
});
