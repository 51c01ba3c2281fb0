import { expect, test } from "vitest";

import { pairJapaneseWords } from "./pair-japanese-words.ts";

function pair(...lines: readonly string[]): string[] {
  return pairJapaneseWords(lines.join("\n")).map(({ english, foreign }) => `${foreign} = ${english}`);
}

test("pairJapaneseWords() gives words as they are written", () => {
  expect(pair("学校 [がっこう] /(n) school/(P)/", "ファイル /(n,vs) file/(P)/")).toEqual([
    "学校 = school",
    "ファイル = file",
  ]);
});

test("pairJapaneseWords() gives the reading too, for the senses that are usually in kana", () => {
  expect(pair("一杯 [いっぱい] /(n) (1) cupful/(adv) (2) (uk) fully/a lot/(P)/")).toEqual([
    "一杯 = cupful, fully, a lot",
    "いっぱい = fully, a lot",
  ]);
});

test("pairJapaneseWords() leaves out what is not in common use", () => {
  expect(
    pair(
      "遣手 [やりて] /(io) (n) skilled person/",
      "公達 [きんだち] /(n) (arch) kings/",
      "案山子 [かがし] /(ok) (n) (uk) scarecrow/(P)/",
    ),
  ).toEqual(["案山子 = scarecrow", "かがし = scarecrow"]);
});

test("pairJapaneseWords() writes Latin letters at their usual width, and needs Japanese ones", () => {
  expect(pair("Ｔシャツ /(n) T-shirt/(P)/", "ＣＤ－ＲＯＭ [シーディーロム] /(n) CD-ROM/(P)/")).toEqual([
    "Tシャツ = T-shirt",
  ]);
});
