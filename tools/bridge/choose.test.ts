import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choosePairs } from "./choose.ts";

const toPairs = (texts: readonly string[]) =>
  texts.map((foreign, at) => ({ english: `text ${at}`, foreign, source: "debian:test" }));

const twenty = (text: string): string[] => Array.from({ length: 20 }, () => text);

describe("choosePairs()", () => {
  it("takes a word sixteen times, and again beside a new one", () => {
    const texts = [...twenty("파일 열기"), "파일 복구", "파일 열기"];
    const chosen = choosePairs(toPairs(texts)).map(({ foreign }) => foreign);
    expect(chosen).toHaveLength(17);
    expect(chosen.at(-1)).toBe("파일 복구");
  });

  it("takes forms of a word with the same beginning for one word", () => {
    const texts = Array.from({ length: 20 }, (_, at) => `되돌리${"는던고며"[at % 4]}`);
    expect(choosePairs(toPairs(texts))).toHaveLength(16);
  });

  it("counts a word once a text, and Latin words too, in either case", () => {
    expect(choosePairs(toPairs(twenty("Git git GIT 파일 파일")))).toHaveLength(16);
    expect(choosePairs(toPairs(twenty("ファイルを開く")))).toHaveLength(16);
  });

  it("drops what has no word at all", () => {
    expect(choosePairs(toPairs(["…", ""]))).toEqual([]);
  });

  it("keeps the order, and knows every word that the pairs have", () => {
    const word = fc.string({ unit: fc.constantFrom("가", "나", "다", "라"), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { maxLength: 200 }), (texts) => {
        const pairs = toPairs(texts.map((words) => words.join(" ")));
        const chosen = choosePairs(pairs);
        expect(chosen).toEqual(pairs.filter((pair) => chosen.includes(pair)));
        const known = new Set(chosen.flatMap(({ foreign }) => foreign.split(" ")));
        for (const each of texts.flat()) expect(known).toContain(each);
      }),
    );
  });
});
