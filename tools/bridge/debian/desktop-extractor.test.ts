import { expect, test } from "vitest";

import { desktopExtractor } from "./desktop-extractor.ts";
import { toFiles } from "./test-files.ts";

test("desktopExtractor pairs a key with its translation within its group", () => {
  const text = [
    "[Desktop Entry]",
    "Name=Files",
    "Name[ja]=ファイル",
    "Name[ko]=파일",
    "Comment=Browse the files",
    "[Desktop Action new]",
    "Comment[ko]=원문이 없음",
    "Name=New Window",
    "Name[ko_KR]=새 창",
  ].join("\n");
  expect(desktopExtractor.extract(toFiles({ "a.desktop": text }), "ko")).toEqual([
    { english: "Files", foreign: "파일" },
    { english: "New Window", foreign: "새 창" },
  ]);
});

test("desktopExtractor reads KDE's metadata", () => {
  const text = '{ "KPlugin": {\n "Name": "A \\"clock\\"",\n  "Name[kok]": "x",\n "Name[ko]": "시계"\n } }';
  expect(desktopExtractor.extract(toFiles({ "usr/a/metadata.json": text }), "ko")).toEqual([
    { english: 'A "clock"', foreign: "시계" },
  ]);
});
