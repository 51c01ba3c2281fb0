import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COVERED_SHARE, isCovered, shareOfLatin } from "./scripts.ts";

describe("shareOfLatin()", () => {
  it.each([
    ["plain English, with signs!", 1],
    ["naïve Ångström café Łódź", 1],
    ["αβγ and Δx", 1],
    ["ＡＢＣ full width", 1],
    ["배포 롤백", 0],
    ["東京都の天気", 0],
    ["Привет", 0],
    ["שלום", 0],
    ["ﾃｽﾄ", 0],
  ])("of %j is %d", (text, share) => {
    expect(shareOfLatin(text)).toBe(share);
  });

  it("counts letters alone: digits, signs, spaces and emoji change nothing", () => {
    expect(shareOfLatin("ab 가나")).toBe(0.5);
    expect(shareOfLatin("ab, 12! «→» 🎉🎉 (가나)。　・「」")).toBe(0.5);
  });

  it("is 1 for a text without letters: there is nothing the model could not read", () => {
    for (const text of ["", "   ", "2024-11-16", "😀", "+++"]) expect(shareOfLatin(text)).toBe(1);
  });

  it("lies between 0 and 1 for every text, and does not depend on the order of its parts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
        const share = shareOfLatin(one + other);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        expect(shareOfLatin(other + one)).toBe(share);
      }),
    );
  });
});

describe("isCovered()", () => {
  it("takes a question that mixes scripts when enough of it is Latin", () => {
    expect(isCovered("useMemo는 언제 쓰나", "latin")).toBe(true);
    expect(isCovered("useMemo는 언제 쓰나", "latin", "query")).toBe(false);
    expect(isCovered("배포 롤백", "latin")).toBe(false);
    expect(isCovered("쿠버네티스에서 파드가 계속 재시작될 때 확인할 k8s 설정", "latin")).toBe(false);
  });

  it("takes everything for a model that reads all scripts", () => {
    expect(isCovered("배포 롤백", "all")).toBe(true);
  });

  it("draws the line at its constant", () => {
    for (const use of ["document", "query"] as const) {
      const known = Math.round(COVERED_SHARE[use] * 10);
      const text = `${"a".repeat(known)}${"가".repeat(10 - known)}`;
      expect(isCovered(text, "latin", use)).toBe(true);
      expect(isCovered(`${text}가`, "latin", use)).toBe(false);
    }
  });
});
