import { expect, test } from "vitest";

import { type KoreanDictionaries, pairKoreanWords } from "./pair-korean-words.ts";

const KANJIDIC = `学 3358 U5b66 G1 S8 XJ0555C ガク {study}
學 555C U5b78 S16 XJ03358 ガク {study}
価 3241 U4fa1 G5 S8 XJ05123 カ {value}
價 5123 U50f9 S15 XJ03241 カ {value}
`;

function pair(dictionaries: Partial<KoreanDictionaries>): string[] {
  return pairKoreanWords({ hanja: "", edict: "", kanjidic: KANJIDIC, ...dictionaries }).map(
    ({ english, foreign }) => `${foreign} = ${english}`,
  );
}

test("pairKoreanWords() finds the meaning by the characters, old forms and Korean ones too", () => {
  const hanja = "# Copyright\n학교:學校:\n가격:價格:값\n설명:說明:\n내일:來日:\n";
  const edict = [
    "学校 [がっこう] /(n) school/(P)/",
    "価格 [かかく] /(n) price/value/cost/worth/(P)/",
    "説明 [せつめい] /(n,vs) explanation/exposition/(P)/",
  ].join("\n");
  expect(pair({ hanja, edict })).toEqual([
    "학교 = school",
    "가격 = price, value, cost",
    "설명 = explanation, exposition",
  ]);
});

test("pairKoreanWords() takes the form as it stands where its variant has no meaning", () => {
  expect(pair({ hanja: "학덕:學德:", edict: "學德 [がくとく] /(n) learning and virtue/" })).toEqual([
    "학덕 = learning and virtue",
  ]);
});

test("pairKoreanWords() reads the characters that Korea's standard has twice", () => {
  // U+F92F is 勞 again, for another reading.
  expect(pair({ hanja: "노동:\uf92f動:", edict: "勞動 /(n) labour/" })).toEqual(["노동 = labour"]);
});

test("pairKoreanWords() gives Hangul that stands for several words the common meanings only", () => {
  const hanja = "수도:水道:\n수도:首都:\n수도:修道:\n";
  const edict = "水道 /(n) water supply/(P)/\n首都 /(n) capital city/(P)/\n修道 /(n) asceticism/";
  expect(pair({ hanja, edict })).toEqual(["수도 = water supply", "수도 = capital city"]);
});

test("pairKoreanWords() leaves out Hangul whose words are all uncommon, unless they mean one thing", () => {
  const hanja = "공서:公序:\n공서:攻西:\n주변:周邊:\n주변:周辺:\n";
  const edict =
    "公序 /(n) public order/\n攻西 /(n) going west/\n周辺 /(n) surroundings/\n周邊 /(n) surroundings/";
  expect(pair({ hanja, edict })).toEqual(["주변 = surroundings"]);
});

test("pairKoreanWords() lets a word of the past give way", () => {
  const hanja = "고약:膏藥:\n고약:苦藥:\n";
  const edict = "膏藥 /(n) plaster/ointment/\n苦藥 /(n) (arch) bitter medicine/";
  expect(pair({ hanja, edict })).toEqual(["고약 = plaster, ointment"]);
  expect(pair({ hanja: "고약:苦藥:", edict })).toEqual(["고약 = bitter medicine"]);
});

test("pairKoreanWords() prefers the usual reading of the same characters", () => {
  const hanja = "신사:神事:";
  const edict = [
    "神事 [かみごと] /(ok) (n) rite/",
    "神事 [しんじ] /(n) Shinto ritual/",
    "神事 [じんじ] /(n) another/",
  ];
  expect(pair({ hanja, edict: edict.join("\n") })).toEqual(["신사 = Shinto ritual"]);
  expect(pair({ hanja, edict: [...edict, "神事 [x] /(n) common one/(P)/"].join("\n") })).toEqual([
    "신사 = common one",
  ]);
});

test("pairKoreanWords() leaves out single syllables, mixed writing and broken lines", () => {
  const hanja = "가:可:\nㄱ자집:ㄱ字집:\n학교\n:學校:\n학교::\nabc:學校:\n가나다라마바사:學校:";
  expect(pair({ hanja, edict: "可 /(n) passable/\n学校 /(n) school/(P)/" })).toEqual([]);
});
