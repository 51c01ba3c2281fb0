import { describe, expect, it } from "vitest";
import { detectLanguage } from "./language.ts";

describe("detectLanguage()", () => {
  it.each([
    ["ko", "검색 결과를 합치는 방법"],
    ["ko", "React의 useMemo hook은 값을 기억한다"],
    ["ko", "한국어".normalize("NFD")],
    ["ja", "データベースの検索"],
    ["zh", "混合搜索的实现"],
    ["ru", "Слияние рангов"],
    ["en", "Reciprocal rank fusion, naïvely"],
    ["en", "mostly English with one 단어 in it, and many more words around it"],
    ["und", "2024 — 12:30 *** 👍"],
    ["und", "שלום עולם"],
    ["und", ""],
  ])("finds %s in %j", (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it("goes by a text's beginning", () => {
    expect(detectLanguage(`${"한국어 ".repeat(1000)}${"English ".repeat(10_000)}`)).toBe("ko");
  });
});
