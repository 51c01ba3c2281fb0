import { expect, test } from "vitest";

import { gettextExtractor } from "./gettext-extractor.ts";
import { toFiles, toMo } from "./test-files.ts";

const KOREAN = "usr/share/locale/ko/LC_MESSAGES/app.mo";

test("gettextExtractor wants the catalogues of the language and of English", () => {
  const wants = (path: string): boolean => gettextExtractor.wants(path, "ko");
  expect(wants(KOREAN)).toBe(true);
  expect(wants("usr/share/locale/ko_KR/LC_MESSAGES/app.mo")).toBe(true);
  expect(wants("usr/share/wordpress/languages/ko_KR.mo")).toBe(true);
  expect(wants("usr/share/locale/en_US/LC_MESSAGES/app.mo")).toBe(true);
  expect(wants("usr/share/locale/kok/LC_MESSAGES/app.mo")).toBe(false);
  expect(wants("usr/share/locale/en_GB/LC_MESSAGES/app.mo")).toBe(false);
  expect(wants("usr/share/locale/ko/LC_MESSAGES/app.txt")).toBe(false);
});

test("gettextExtractor pairs an id with its translation, and a plural with the same", () => {
  const files = toFiles({
    [KOREAN]: toMo([
      ["Open", "열기"],
      ["%d file\0%d files", "파일 %d개"],
    ]),
  });
  expect(gettextExtractor.extract(files, "ko")).toEqual([
    { english: "Open", foreign: "열기" },
    { english: "%d file", foreign: "파일 %d개" },
    { english: "%d files", foreign: "파일 %d개" },
  ]);
});

test("gettextExtractor takes the text of a key from the English catalogue", () => {
  const files = toFiles({
    [KOREAN]: toMo([["menu.file.open", "파일 열기"]]),
    "usr/share/locale/en/LC_MESSAGES/app.mo": toMo([["menu.file.open", "Open File"]]),
    "usr/share/locale/en/LC_MESSAGES/other.mo": toMo([["menu.file.open", "Wrong"]]),
  });
  expect(gettextExtractor.extract(files, "ko")).toEqual([{ english: "Open File", foreign: "파일 열기" }]);
});

test("gettextExtractor drops a context before a bar, and keeps a bar that both sides have", () => {
  const files = toFiles({
    [KOREAN]: toMo([
      ["Stock label|Open", "열기"],
      ["yes|no", "예|아니요"],
    ]),
  });
  expect(gettextExtractor.extract(files, "ko").map(({ english }) => english)).toEqual(["Open", "yes|no"]);
});

test("gettextExtractor passes over a file that is no catalogue", () => {
  expect(gettextExtractor.extract(toFiles({ [KOREAN]: "broken" }), "ko")).toEqual([]);
});
