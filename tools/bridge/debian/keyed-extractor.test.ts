import { expect, test } from "vitest";

import { keyedExtractor } from "./keyed-extractor.ts";
import { toFiles } from "./test-files.ts";

test("keyedExtractor joins the files of two languages over their keys", () => {
  const files = toFiles({
    "i18n/ko.json": '{"save":"저장","only":"홀로"}',
    "i18n/en.json": '{"save":"Save","gone":"Gone"}',
    "other/en.json": '{"only":"Wrong"}',
  });
  expect(keyedExtractor.extract(files, "ko")).toEqual([{ english: "Save", foreign: "저장" }]);
});

test("keyedExtractor takes a file without a locale for the original of properties", () => {
  const files = toFiles({
    "app/Messages_ko.properties": "a=가\nb=나",
    "app/Messages.properties": "a=One",
    "app/Messages_en.properties": "b=Two",
  });
  expect(keyedExtractor.extract(files, "ko")).toEqual([
    { english: "One", foreign: "가" },
    { english: "Two", foreign: "나" },
  ]);
});
