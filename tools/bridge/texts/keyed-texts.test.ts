import { expect, test } from "vitest";

import {
  type KeyedTexts,
  parseDtdTexts,
  parseFluentTexts,
  parseJsonTexts,
  parsePhpTexts,
  parsePropertiesTexts,
  parseYamlTexts,
} from "./keyed-texts.ts";

const toObject = (texts: KeyedTexts): Record<string, string> => Object.fromEntries(texts);

test("parseJsonTexts() flattens, and leaves out lists and what is no text", () => {
  const text = '{"@metadata":{"authors":["A"]},"a":"하나","b":{"c":"둘","n":3,"x":null}}';
  expect(toObject(parseJsonTexts(text))).toEqual({ "|a": "하나", "|b|c": "둘" });
  expect(parseJsonTexts("{broken").size).toBe(0);
});

test("parseYamlTexts() drops the locale above everything", () => {
  const korean = parseYamlTexts('ko:\n  general:\n    ok: "확인"\n  days: [일, 월]\n');
  expect(toObject(korean)).toEqual({ "|general|ok": "확인" });
  expect(toObject(parseYamlTexts("a: x\nb: y\n"))).toEqual({ "|a": "x", "|b": "y" });
  expect(parseYamlTexts("a: [").size).toBe(0);
});

test("parsePropertiesTexts() reads escapes, continued lines and quotes", () => {
  const text = [
    "# comment = no",
    "open=\\uc5f4\\uae30",
    "long = first \\",
    "       second",
    'Basic.Main="메인"',
    "colon: text",
    "[section]",
    "no separator here",
    `spaces${" ".repeat(1000)}`,
  ].join("\n");
  expect(toObject(parsePropertiesTexts(text))).toEqual({
    open: "열기",
    long: "first second",
    "Basic.Main": "메인",
    colon: "text",
  });
});

test("parsePhpTexts() reads assignments to an array in either quotes", () => {
  const text = `<?php
    $lang['save'] = '저장\\'';
    $lang["js"]["del"] = "정말 \\"지울까요\\"?";
    $other = 'no';
    // $lang['old'] = 'no';`;
  expect(toObject(parsePhpTexts(text))).toEqual({
    "['save']": "저장'",
    "['js']['del']": '정말 "지울까요"?',
  });
});

test("parseDtdTexts() reads entities", () => {
  const text = `<!ENTITY file.label "파일 &amp; 폴더">\n<!ENTITY % x SYSTEM "no"> <!ENTITY a 'b'>`;
  expect(toObject(parseDtdTexts(text))).toEqual({ "file.label": "파일 & 폴더", a: "b" });
});

test("parseFluentTexts() reads messages, attributes and text over several lines", () => {
  const text = [
    "# comment = no",
    "open = 열기",
    "save =",
    "    .label = 저장",
    "    .title =",
    "        지금",
    "        저장",
    "-brand = Firefox",
    "count = { $n ->",
    "    [one] 하나",
    "   *[other] 여럿",
    "}",
  ].join("\n");
  expect(toObject(parseFluentTexts(text))).toEqual({
    open: "열기",
    "save.label": "저장",
    "save.title": "지금 저장",
    "-brand": "Firefox",
  });
});
