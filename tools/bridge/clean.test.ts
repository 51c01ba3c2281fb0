import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanPairs, toPlainText } from "./clean.ts";
import type { Pair } from "./pair.ts";

const pair = (english: string, foreign: string, source = "debian:test"): Pair => ({
  english,
  foreign,
  source,
});

const keeps = (english: string, foreign: string, language: "ko" | "ja" = "ko"): boolean =>
  cleanPairs([pair(english, foreign)], language).length === 1;

describe("toPlainText()", () => {
  it.each([
    ["printf's", "Cannot open %s: %d errors in %1$s and %-5.2f", "Cannot open : errors in and"],
    ["Python's", "Deleted %(count)s files", "Deleted files"],
    ["Ruby's and Qt's", "%{count} of %1 files, %n left", "of files, left"],
    ["braces", `Hello {name}, you have {0} of \${total} in {}`, "Hello , you have of in"],
    ["dollars and at signs", "Line $1 of @FILE@", "Line of"],
    ["with a percent that is none", "50 % of 100% done", "50 % of 100% done"],
  ])("drops placeholders: %s", (_, text, plain) => {
    expect(toPlainText(text)).toBe(plain);
  });

  it.each([
    ["_File", "File"],
    ["&File", "File"],
    ["~File", "File"],
    ["E_xit", "Exit"],
    ["Save _As", "Save As"],
    ["파일(_F)", "파일"],
    ["파일 (&F)", "파일"],
    ["새로 고침(R)...", "새로 고침"],
    ["Research & Development", "Research & Development"],
    ["R&D", "R&D"],
  ])("drops accelerators: %j becomes %j", (text, plain) => {
    expect(toPlainText(text)).toBe(plain);
  });

  it.each([
    ["<b>굵은</b> 글씨", "굵은 글씨"],
    ['Press <a href="x">here</a><br/>', "Press here"],
    ["<!DOCTYPE html>text<?xml version?>", "text"],
    ["3 < 4 and 5 > 4", "3 < 4 and 5 > 4"],
    ["if a<b", "if a<b"],
  ])("drops markup and nothing else: %j becomes %j", (text, plain) => {
    expect(toPlainText(text)).toBe(plain);
  });

  it("puts signs, blanks and ends in order", () => {
    expect(toPlainText("여러\\n줄의\n\n  글\u0000\t…")).toBe("여러 줄의 글");
    expect(toPlainText("Loading...")).toBe("Loading");
    expect(toPlainText("배포".normalize("NFD"))).toBe("배포");
  });

  it("is done when nothing is left to do, for what people write", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from("ab 가나_&~().%s")), maxLength: 30 }),
        (text) => {
          const plain = toPlainText(text);
          expect(plain).toBe(plain.trim());
          expect(plain).not.toMatch(/\s{2}/);
        },
      ),
    );
  });

  it.each(["<a", "%(", "%{", "${", "&", "_a", "\\n", "...", "… ", "(", "@a", "가_", "{{"])(
    "is done with a hundred thousand of %j",
    (piece) => {
      expect(typeof toPlainText(piece.repeat(100_000))).toBe("string");
    },
  );
});

describe("cleanPairs()", () => {
  it("keeps what plausibly says the same, in Korean and in Japanese", () => {
    expect(keeps("Roll back the deployment", "배포를 되돌립니다")).toBe(true);
    expect(keeps("Open the file with GIMP", "GIMP로 파일 열기")).toBe(true);
    expect(keeps("Save the file", "ファイルを保存する", "ja")).toBe(true);
    expect(keeps("Tokyo Station", "東京駅", "ja")).toBe(true);
  });

  it.each([
    ["not translated", "Open file", "Open file"],
    ["nearly all Latin", "Configure the GNOME Settings Daemon", "GNOME Settings Daemon Plugin 설정"],
    ["in the other language", "Open file", "ファイルを開く"],
    ["without English", "打开文件", "파일 열기"],
    ["with an English side of accented letters", "éèàù çâê", "파일 열기"],
    ["a key", "org.gnome.Application", "그놈 프로그램"],
    ["a path", "/usr/share/doc", "문서가 있는 폴더"],
    ["of placeholders only", "%s: %d", "%s: %d 개"],
    ["far shorter", "A long sentence that explains what the option does and when to use it", "예"],
    ["far longer", "Yes", "이 옵션이 무엇을 하는지 설명하는 긴 문장"],
    [
      "too long to be one thing",
      `Text ${"and more text ".repeat(30)}`,
      `글 ${"그리고 더 많은 글 ".repeat(30)}`,
    ],
    ["empty", "", ""],
  ])("drops a pair that is %s", (_, english, foreign) => {
    expect(keeps(english, foreign)).toBe(false);
  });

  it("keeps the first of those that differ in markup, accelerators or case only", () => {
    const pairs = [
      pair("_Open File", "파일 열기(_O)", "debian:one"),
      pair("Open file...", "파일 열기...", "debian:two"),
      pair("<b>Open</b> file", "파일 열기", "debian:three"),
      pair("Open file", "파일을 엽니다", "debian:four"),
    ];
    expect(cleanPairs(pairs, "ko")).toEqual([
      pair("Open File", "파일 열기", "debian:one"),
      pair("Open file", "파일을 엽니다", "debian:four"),
    ]);
  });

  it("lets a dictionary explain a short word with a line", () => {
    const line = "a building or room where books are kept for reading and borrowing by the public";
    expect(keeps(line, "서고")).toBe(false);
    expect(cleanPairs([pair(line, "서고", "dictionary:edict")], "ko")).toHaveLength(1);
  });
});
