import { expect, test } from "vitest";

import { parsePo } from "./po.ts";

test("parsePo() joins the strings of a message and undoes its escapes", () => {
  const text = [
    'msgid ""',
    'msgstr "Content-Type: text/plain\\n"',
    "",
    "#: src/a.c:1",
    'msgctxt "#32000"',
    'msgid ""',
    '"Open \\"all\\" "',
    '"files"',
    'msgstr "모든 "',
    '"파일\\n열기"',
  ].join("\n");
  expect(parsePo(text)).toEqual([{ english: 'Open "all" files', foreign: "모든 파일\n열기" }]);
});

test("parsePo() leaves out fuzzy, empty and obsolete messages, and takes the form of a plural", () => {
  const text = [
    '#, fuzzy\nmsgid "a"\nmsgstr "가"',
    'msgid "b"\nmsgstr ""',
    '#~ msgid "c"\n#~ msgstr "다"',
    '#, c-format\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "파일 %d개"',
  ].join("\n\n");
  expect(parsePo(text)).toEqual([{ english: "%d file", foreign: "파일 %d개" }]);
});
