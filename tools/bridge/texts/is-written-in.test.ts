import { expect, test } from "vitest";

import { isWrittenIn } from "./is-written-in.ts";

test("isWrittenIn() looks for the letters of the language", () => {
  expect(isWrittenIn("ko", "kubectl 명령")).toBe(true);
  expect(isWrittenIn("ko", "漢字 kana かな")).toBe(false);
  expect(isWrittenIn("ja", "ファイル")).toBe(true);
  expect(isWrittenIn("ja", "plain English")).toBe(false);
});
