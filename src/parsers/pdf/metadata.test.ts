import { describe, expect, it } from "vitest";
import { parsePdfDate, toMetadata } from "./metadata.ts";

describe("parsePdfDate()", () => {
  it.each([
    ["D:20240305093000+09'00'", Date.UTC(2024, 2, 5, 0, 30)],
    ["D:20240305093000+0900", Date.UTC(2024, 2, 5, 0, 30)],
    ["D:20240305093000-02'30", Date.UTC(2024, 2, 5, 12, 0)],
    ["D:20240305093000Z00'00'", Date.UTC(2024, 2, 5, 9, 30)],
    ["20240305", Date.UTC(2024, 2, 5)],
    ["D:2024", Date.UTC(2024, 0, 1)],
    ["D:20241332", null],
    ["D:20240230", null],
    ["D:00000000", null],
    ["yesterday", null],
    ["", null],
    [null, null],
  ])("reads %s", (text, expected) => {
    expect(parsePdfDate(text)).toBe(expected);
  });
});

describe("toMetadata()", () => {
  const titleOf = (title: string | null, path = "papers/2024-03.pdf"): string | null =>
    toMetadata(path, { title, created: null, modified: null }, []).title;

  it.each([
    "Attention Is All You Need",
    "보험약관의 개선과제",
    "GPT-4 Technical Report",
    " Trimmed\r\nand joined ",
  ])("keeps the title %j", (title) => {
    expect(titleOf(title)).toBe(title.replace(/\s+/g, " ").trim());
  });

  it.each([
    "untitled",
    "Untitled-1",
    "Microsoft Word - report final.doc",
    "report.docx",
    "report_final 복사본",
    "PowerPoint Presentation",
    "슬라이드 1.pptx",
    "제목 없음",
    "C:\\temp\\a",
    "annual-report-2",
    "2024-03",
    "Book1",
    "---",
    "",
  ])("drops %j", (title) => {
    expect(titleOf(title)).toBeNull();
  });

  it("drops a title that is the file's own name", () => {
    expect(titleOf("Annual Report", "a/annual report.PDF")).toBeNull();
  });
});
