import { expect, test } from "vitest";

import { parseEdict } from "./edict.ts";

test("parseEdict() reads word, reading, senses and marks", () => {
  const [entry] = parseEdict(
    "一杯 [いっぱい] /(n) (1) cupful/drink (usu. alcoholic)/(adv) (2) (uk) fully/to capacity/(P)/",
  );
  expect(entry).toEqual({
    word: "一杯",
    reading: "いっぱい",
    isCommon: true,
    isRare: false,
    senses: [
      { glosses: ["cupful", "drink"], isUsuallyKana: false },
      { glosses: ["fully", "to capacity"], isUsuallyKana: true },
    ],
  });
});

test("parseEdict() leaves a whole sense of the past out, all its glosses", () => {
  const [entry] = parseEdict("細 [ささら] /(n) (1) (arch) fine pattern/design/(pref) (2) small/little/");
  expect(entry?.senses).toEqual([{ glosses: ["small", "little"], isUsuallyKana: false }]);
  expect(entry?.isRare).toBe(false);
});

test("parseEdict() keeps a word of the past as a rare one", () => {
  const [entry] = parseEdict("公達 [きんだち] /(n) (arch) kings/children of nobles/");
  expect(entry).toMatchObject({ isRare: true, senses: [{ glosses: ["kings", "children of nobles"] }] });
});

test("parseEdict() knows a rare form by its first gloss, even one that is too long", () => {
  const long = "x".repeat(60);
  const entries = [...parseEdict(`遣手 [やりて] /(io) (n) (1) ${long}/(n) (2) doer/\n浮雲 /(ok) (n) cloud/`)];
  expect(entries.map(({ isRare }) => isRare)).toEqual([true, true]);
  expect(entries[0]?.senses).toEqual([{ glosses: ["doer"], isUsuallyKana: false }]);
});

test("parseEdict() does not take a remark within a gloss for a tag", () => {
  const [entry] = parseEdict("勝手 /(adj-na) as one likes (arch)/it is (ok) so/(P)/");
  expect(entry).toMatchObject({ isRare: false, senses: [{ glosses: ["as one likes", "it is so"] }] });
});

test.each([
  ["the heading of the file", "　？？？ /EDICT, Japanese-English Dictionary/Created: 2021/"],
  ["a line without glosses", "学校 [がっこう]"],
  ["an entry without a gloss", "学校 [がっこう] /(P)/"],
  ["nothing", ""],
  ["a head of several words", "a b c /gloss/"],
])("parseEdict() skips %s", (_, line) => {
  expect([...parseEdict(line)]).toEqual([]);
});

test("parseEdict() takes lines of any length", () => {
  const lines = ["(".repeat(100_000), "[".repeat(100_000), "(n) ".repeat(50_000), "/".repeat(100_000)];
  expect([...parseEdict(lines.flatMap((line) => [line, `語 /${line}/word/`]).join("\n"))]).toHaveLength(4);
});
