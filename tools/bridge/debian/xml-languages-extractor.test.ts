import { expect, test } from "vitest";

import { toFiles } from "./test-files.ts";
import { xmlLanguagesExtractor } from "./xml-languages-extractor.ts";

test("xmlLanguagesExtractor pairs an element with the translation that follows it", () => {
  const text = `<component><name>Disks</name><name xml:lang="ja">ディスク</name>
    <name xml:lang="ko">디스크</name><summary xml:lang="ko">원문이 없음</summary>
    <description><p>Format &amp; check
      drives</p><p xml:lang="ko">드라이브를 포맷</p><p>Untranslated</p></description></component>`;
  const files = toFiles({ "usr/share/metainfo/disks.xml": text, "etc/other.xml": text });
  expect(xmlLanguagesExtractor.extract(files, "ko")).toEqual([
    { english: "Disks", foreign: "디스크" },
    { english: "Format & check drives", foreign: "드라이브를 포맷" },
  ]);
});
