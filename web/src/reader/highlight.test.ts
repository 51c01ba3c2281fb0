import fc from "fast-check";
import { expect, it } from "vitest";
import { highlight } from "./highlight.ts";

const rejoin = (lines: ReturnType<typeof highlight>): string =>
  lines.map((pieces) => pieces.map(({ text }) => text).join("")).join("\n");

it("loses no character of any text in any language", () => {
  const code = fc.array(fc.constantFrom(..."/*#-\"'`\\ \n한a1_.".split(""), "*/", "const"), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(code, fc.constantFrom("typescript", "python", "sql", null), (parts, language) => {
      expect(rejoin(highlight(parts.join(""), language))).toBe(parts.join(""));
    }),
  );
});

it("tells comments, texts, numbers and words of the language apart", () => {
  expect(
    highlight('const a = "x // y"; // 주석 42', "typescript")[0]?.map(({ text, kind }) => [text, kind]),
  ).toEqual([
    ["const", "keyword"],
    [" a = ", ""],
    ['"x // y"', "string"],
    ["; ", ""],
    ["// 주석 42", "comment"],
  ]);
  expect(highlight("/* a\nb */ c", "go").map((pieces) => pieces[0]?.kind)).toEqual(["comment", "comment"]);
  expect(highlight("# 주석", "python")[0]?.[0]?.kind).toBe("comment");
  expect(highlight("it's fine", "rust")[0]?.every(({ kind }) => kind === "")).toBe(true);
});
