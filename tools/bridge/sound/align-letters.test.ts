import fc from "fast-check";
import { expect, it } from "vitest";

import { alignLetters } from "./align-letters.ts";

function align(word: string, phonemes: string): string {
  return alignLetters(word, phonemes.split(" "))
    .map(({ phoneme, letters }) => `${phoneme}:${letters}`)
    .join(" ");
}

it("gives each sound the letters that write it", () => {
  expect(align("commit", "K AH0 M IH1 T")).toBe("K:c AH:o M:mm IH:i T:t");
  expect(align("box", "B AA1 K S")).toBe("B:b AA:o K:x S:");
  expect(align("cheese", "CH IY1 Z")).toBe("CH:ch IY:ee Z:se");
  expect(align("table", "T EY1 B AH0 L")).toBe("T:t EY:a B:b AH: L:le");
});

it("knows which vowels are stressed", () => {
  expect(alignLetters("commit", ["K", "AH0", "M", "IH1", "T"]).map(({ isStressed }) => isStressed)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

it("spends every letter of any word that its sounds can hold", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{1,12}$/),
      fc.array(fc.constantFrom("K", "AH0", "IY1", "T", "ER0"), { minLength: 3, maxLength: 8 }),
      (word, phonemes) => {
        const sounds = alignLetters(word, phonemes);
        expect(sounds).toHaveLength(phonemes.length);
        expect(sounds.map(({ letters }) => letters).join("")).toBe(word);
      },
    ),
  );
});
