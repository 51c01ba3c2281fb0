import { expect, test } from "vitest";

import { pagesExtractor } from "./pages-extractor.ts";
import { toFiles } from "./test-files.ts";

test("pagesExtractor pairs the pages of one path in two languages", () => {
  const files = toFiles({
    "usr/share/help/C/app/open.page": "<page><title>Open</title><p>Choose a file.</p></page>",
    "usr/share/help/ko/app/open.page": "<page><title>열기</title><p>파일을 고르십시오.</p></page>",
    "usr/share/help/ko/app/alone.page": "<page><title>홀로</title></page>",
  });
  expect(pagesExtractor.extract(files, "ko")).toEqual([
    { english: "Open", foreign: "열기" },
    { english: "Choose a file.", foreign: "파일을 고르십시오." },
  ]);
});

test("pagesExtractor decodes by the charset the page names, and passes over an unknown one", () => {
  const euc = Buffer.concat([
    Buffer.from('<meta charset="euc-kr"><p>'),
    Buffer.from([0xc7, 0xd1, 0xb1, 0xdb]),
  ]);
  const files = toFiles({
    "doc/en/a.html": "<p>Hangul",
    "doc/ko/a.html": euc,
    "doc/en/b.html": "<p>b",
    "doc/ko/b.html": '<meta charset="klingon"><p>나',
  });
  expect(pagesExtractor.extract(files, "ko")).toEqual([{ english: "Hangul", foreign: "한글" }]);
});

test("pagesExtractor reads XML only where help stands", () => {
  expect(pagesExtractor.wants("usr/share/help/ko/guide/a.xml", "ko")).toBe(true);
  expect(pagesExtractor.wants("usr/share/ko/config.xml", "ko")).toBe(false);
});
