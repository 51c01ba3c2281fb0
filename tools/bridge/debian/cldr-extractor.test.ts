import { expect, test } from "vitest";

import { cldrExtractor } from "./cldr-extractor.ts";
import { toFiles } from "./test-files.ts";

const FOLDER = "usr/share/unicode/cldr/common";

test("cldrExtractor joins names over their place in the file", () => {
  const toMain = (country: string, pattern: string, day: string): string => `<ldml>
    <localeDisplayNames><localeDisplayPattern><localePattern>${pattern}</localePattern></localeDisplayPattern>
    <territories><territory type="KR">${country}</territory>
    <territory type="KR" alt="short">S. ${country}</territory></territories></localeDisplayNames>
    <dates><dayContext type="stand-alone"><dayWidth type="wide"><day type="mon">${day}</day></dayWidth></dayContext></dates>
    </ldml>`;
  const files = toFiles({
    [`${FOLDER}/main/en.xml`]: toMain("South Korea", "{0} ({1})", "Monday"),
    [`${FOLDER}/main/ko.xml`]: toMain("대한민국", "{0}({1})", "월요일"),
  });
  expect(cldrExtractor.extract(files, "ko")).toEqual([
    { english: "South Korea", foreign: "대한민국" },
    { english: "Monday", foreign: "월요일" },
  ]);
});

test("cldrExtractor gives the name and the keywords of a symbol", () => {
  const toAnnotations = (keywords: string, name: string): string =>
    `<ldml><annotations><annotation cp="🐟">${keywords}</annotation>
     <annotation cp="🐟" type="tts">${name}</annotation></annotations></ldml>`;
  const files = toFiles({
    [`${FOLDER}/annotations/en.xml`]: toAnnotations("fish | Pisces", "fish"),
    [`${FOLDER}/annotations/ko.xml`]: toAnnotations("동물 | 물고기", "물고기"),
  });
  expect(cldrExtractor.extract(files, "ko")).toEqual([
    { english: "fish, Pisces", foreign: "동물, 물고기" },
    { english: "fish", foreign: "물고기" },
  ]);
});
