import { expect, test } from "vitest";

import { toLocalePlace } from "./locale-names.ts";

test.each([
  ["usr/share/help/ko/app/index.page", "usr/share/help/C/app/index.page"],
  ["usr/share/doc/FAQ/ko/intro.ko.html", "usr/share/doc/FAQ/intro.en.html"],
  ["html/ko-KR/a.html", "html/en-US/a.html"],
  ["locales/ko.pak", "locales/en-US.pak"],
  ["res/messages_ko_KR.properties", "res/messages_en.properties"],
  ["language/resource.language.ko_kr/strings.po", "language/resource.language.en_us/strings.po"],
])("toLocalePlace() gives %s and %s one key", (foreign, english) => {
  const one = toLocalePlace(foreign, "ko");
  const other = toLocalePlace(english, "ko");
  expect(one?.isEnglish).toBe(false);
  expect(other?.isEnglish).toBe(true);
  expect(one?.key).toBe(other?.key);
});

test("toLocalePlace() knows no locale within a word and no other language", () => {
  for (const path of ["usr/share/korea/a.mo", "usr/lib/token/x", "usr/share/C/a.page", "a/ja/b"]) {
    expect(toLocalePlace(path, "ko")).toBeUndefined();
  }
  expect(toLocalePlace("a/ja_JP.UTF-8/b.mo", "ja")).toEqual({ key: "a/b.mo", isEnglish: false });
});
