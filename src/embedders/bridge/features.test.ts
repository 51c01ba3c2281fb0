import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutFeatures, FEATURE_SPEC, forEachWord } from "./features.ts";

function wordsOf(text: string): string[] {
  const words: string[] = [];
  forEachWord(text, (word) => words.push(word));
  return words;
}

function featuresOf(word: string): Map<string, number> {
  const features = new Map<string, number>();
  cutFeatures(word, (first, second, weight) => features.set(`${first},${second}`, weight));
  return features;
}

const shared = (one: string, other: string): number => {
  const others = featuresOf(other);
  return [...featuresOf(one).keys()].filter((feature) => others.has(feature)).length;
};

const hangul = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code));
const anyWord = fc.string({ unit: hangul, minLength: 1, maxLength: 9 });

describe("forEachWord()", () => {
  it.each([
    ["배포를 되돌리는 방법", ["배포를", "되돌리는", "방법"]],
    ["useMemo는 C++17과 다르다", ["usememo", "는", "c++17", "과", "다르다"]],
    ["コンピューターを使う人", ["コンピューター", "を", "使", "う", "人"]],
    ["ㅋㅋㅋ ... !? — 🍢", []],
    ["", []],
  ])("cuts %j where the script changes", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it("reads decomposed Hangul as composed", () => {
    expect(wordsOf("한글 배포".normalize("NFD"))).toEqual(["한글", "배포"]);
  });

  it("visits only what stands in the text, in its order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const lower = text.normalize("NFC").toLowerCase();
        let from = 0;
        for (const word of wordsOf(text)) {
          const at = lower.indexOf(word, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + word.length;
        }
      }),
    );
  });
});

describe("cutFeatures()", () => {
  it.each([
    ["되돌린", "되돌리"],
    ["되돌려", "되돌리"],
    ["되돌렸", "되돌리"],
    ["나와", "나오"],
    ["배워", "배우"],
    ["일해", "일하"],
    ["안돼", "안되"],
    ["간", "가"],
  ])("gives %s the stem %s", (form, stem) => {
    const ending = [...featuresOf(stem)].filter(([, weight]) => weight === 1).at(-1)!;
    expect(featuresOf(form).has(ending[0])).toBe(true);
  });

  it("gives a consonant that is part of the stem no other one: 각 is not 가", () => {
    expect(shared("각", "가")).toBe(0);
  });

  it("counts a piece inside a word half, and tells it from the same signs at the beginning", () => {
    expect([...featuresOf("가나").values()]).toEqual([1, 1, 0.5]);
    expect(shared("가나", "나")).toBe(0);
    // 데이터베이스 and 베이스: the pieces, but no beginning.
    const base = featuresOf("베이스");
    const common = [...featuresOf("데이터베이스")].filter(([feature]) => base.has(feature));
    expect(common.map(([, weight]) => weight)).toEqual([0.5, 0.5, 0.5]);
  });

  it("knows a Latin word as a whole only", () => {
    expect(featuresOf("kubernetes").size).toBe(1);
    expect(shared("kubernetes", "kubernet")).toBe(0);
  });

  it("gives whole numbers of 32 bits, the same every time", () => {
    fc.assert(
      fc.property(anyWord, (word) => {
        const seen: number[] = [];
        cutFeatures(word, (first, second) => seen.push(first, second));
        for (const hash of seen) expect(hash).toBe(hash >>> 0);
        const again: number[] = [];
        cutFeatures(word, (first, second) => again.push(first, second));
        expect(again).toEqual(seen);
      }),
    );
  });

  it("stays the cutting that tables were learned with", () => {
    const hashes: number[] = [];
    for (const word of ["되돌렸습니다", "kubernetes", "コンピューター", "使用"])
      cutFeatures(word, (first, second, weight) => hashes.push(first, second, weight));
    // A change here makes every table useless: raise FEATURE_SPEC and train again.
    expect({ spec: FEATURE_SPEC, count: hashes.length / 3, digest: digest(hashes) }).toMatchInlineSnapshot(`
      {
        "count": 40,
        "digest": 913398099,
        "spec": "beginnings-6,stems,pieces-2-3@0.5,latin;1",
      }
    `);
  });

  it("is done with a word of a hundred thousand signs", () => {
    let count = 0;
    cutFeatures("가".repeat(100_000), () => count++);
    expect(count).toBe(6 + 99_999 + 99_998);
  });
});

function digest(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => (Math.imul(sum, 31) + Math.round(value * 2)) >>> 0, 0);
}
