import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COVERED_SHARE, isCovered, shareOfKnown } from "./scripts.ts";

describe("shareOfKnown()", () => {
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
  ])("of %j is %d where Latin alone is known", (text, share) => {
    expect(shareOfKnown(text, "latin")).toBe(share);
  });

  it.each([
    ["plain English, with signs!", 1],
    ["배포 롤백", 1],
    ["배포 rollback 절차", 1],
    ["배포 롤백".normalize("NFD"), 1],
    ["실패 ㅠㅠ", 1],
    ["ﾡﾢﾤ", 1],
    ["東京都の天気", 0],
    ["ﾃｽﾄ", 0],
    ["Привет", 0],
    ["가나 東京", 0.5],
    ["배포 カタ", 0.5],
    ["ab가나 тест", 0.5],
  ])("of %j is %d where Hangul is known, too", (text, share) => {
    expect(shareOfKnown(text, "latin+hangul")).toBe(share);
  });

  it("counts letters alone: digits, signs, spaces and emoji change nothing", () => {
    expect(shareOfKnown("ab 가나", "latin")).toBe(0.5);
    expect(shareOfKnown("ab, 12! «→» 🎉🎉 (가나)。　・「」", "latin")).toBe(0.5);
    expect(shareOfKnown("가나, 12! «→» 🎉🎉 (東京)。　・「」", "latin+hangul")).toBe(0.5);
  });

  it("is 1 for a text without letters: there is nothing the model could not read", () => {
    for (const text of ["", "   ", "2024-11-16", "😀", "+++"]) {
      expect(shareOfKnown(text, "latin")).toBe(1);
      expect(shareOfKnown(text, "latin+hangul")).toBe(1);
    }
  });

  it("lies between 0 and 1 for every text, grows with what is known, and does not depend on the order of its parts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
        const share = shareOfKnown(one + other, "latin");
        expect(share).toBeGreaterThanOrEqual(0);
        expect(shareOfKnown(other + one, "latin")).toBe(share);
        const wider = shareOfKnown(one + other, "latin+hangul");
        expect(wider).toBeGreaterThanOrEqual(share);
        expect(wider).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("takes every syllable of Hangul for known, and no letter of another script besides", () => {
    const letters = Array.from({ length: 0xd7a4 }, (_, code) => String.fromCharCode(code));
    const gained = letters.filter(
      (letter) => shareOfKnown(letter, "latin") === 0 && shareOfKnown(letter, "latin+hangul") === 1,
    );
    expect(gained.filter((letter) => !/\p{Script=Hangul}/u.test(letter))).toEqual([]);
    expect(gained.join("").endsWith(letters.slice(0xac00).join(""))).toBe(true);
  });
});

describe("isCovered()", () => {
  it("takes a question that mixes scripts when enough of it is Latin", () => {
    expect(isCovered("useMemo는 언제 쓰나", "latin")).toBe(true);
    expect(isCovered("useMemo는 언제 쓰나", "latin", "query")).toBe(false);
    expect(isCovered("배포 롤백", "latin")).toBe(false);
    expect(isCovered("쿠버네티스에서 파드가 계속 재시작될 때 확인할 k8s 설정", "latin")).toBe(false);
  });

  it("takes Korean and what is mixed with English where Hangul is known, and no other script", () => {
    for (const use of ["document", "query"] as const) {
      for (const text of [
        "배포 롤백",
        "useMemo는 언제 쓰나",
        "rollback the deployment",
        "k8s 파드가 재시작될 때",
      ]) {
        expect(isCovered(text, "latin+hangul", use)).toBe(true);
      }
      for (const text of ["東京の天気はどうですか", "Как откатить развертывание", "回滚部署的方法"]) {
        expect(isCovered(text, "latin+hangul", use)).toBe(false);
      }
    }
    expect(isCovered("배포 롤백 ロールバックの手順", "latin+hangul", "query")).toBe(false);
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
      const foreign = `${"가".repeat(known)}${"京".repeat(10 - known)}`;
      expect(isCovered(foreign, "latin+hangul", use)).toBe(true);
      expect(isCovered(`${foreign}京`, "latin+hangul", use)).toBe(false);
    }
  });
});
