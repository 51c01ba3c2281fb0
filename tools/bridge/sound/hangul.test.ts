import fc from "fast-check";
import { expect, it } from "vitest";

import { toJamo, writeSyllables } from "./hangul.ts";

it("writes syllables with and without a final, and the silent initial", () => {
  expect(
    writeSyllables([
      { initial: "ㅋ", vowel: "ㅓ", final: "" },
      { initial: "ㅁ", vowel: "ㅣ", final: "ㅅ" },
      { initial: "", vowel: "ㅝ", final: "ㄹ" },
    ]),
  ).toBe("커밋월");
});

it("takes syllables apart and leaves other characters alone", () => {
  expect(toJamo("커밋 a")).toEqual(["ㅋ", "ㅓ", "ㅁ", "ㅣ", "ㅅ", " ", "a"]);
});

it("gives back every syllable it takes apart", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0xac00, max: 0xd7a3 }), (code) => {
      const syllable = String.fromCodePoint(code);
      const [initial = "", vowel = "", final = ""] = toJamo(syllable);
      expect(writeSyllables([{ initial, vowel, final }])).toBe(syllable);
    }),
  );
});
