import { expect, test } from "vitest";

import { pairSoftwareCatalogue } from "./software-catalogue.ts";

test("pairSoftwareCatalogue() pairs names, summaries and the paragraphs of descriptions", () => {
  const text = `---
File: DEP-11
---
Type: desktop-application
ID: disks
Name:
  C: Disks
  ja: ディスク
  ko: 디스크
Summary:
  C: Manage drives
  de: Laufwerke
Description:
  C: >-
    <p>Look at drives.</p>
    <ul><li>format</li><li>check</li></ul>
  ko: <p>드라이브를 봅니다.</p><ul><li>포맷</li><li>검사</li></ul>
---
ID: untranslated
Name:
  C: Other
`;
  expect(pairSoftwareCatalogue(text, "ko")).toEqual([
    { english: "Disks", foreign: "디스크" },
    { english: "Look at drives.", foreign: "드라이브를 봅니다." },
    { english: "format", foreign: "포맷" },
    { english: "check", foreign: "검사" },
  ]);
});
