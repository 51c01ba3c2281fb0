import { expect, it } from "vitest";
import { toEditorUrl } from "./editor-url.ts";
import { parseSpan, toCitedRange } from "./span.ts";

it("reads lines, columns and pages, and nothing else", () => {
  expect(parseSpan("L12-L34")).toEqual({
    kind: "lines",
    start: 12,
    end: 34,
    startColumn: null,
    endColumn: null,
  });
  expect(parseSpan("L7")).toMatchObject({ start: 7, end: 7 });
  expect(parseSpan("L3C5-L3C9")).toMatchObject({ start: 3, end: 3, startColumn: 5, endColumn: 9 });
  expect(parseSpan("p=13")).toEqual({ kind: "page", page: 13 });
  expect(parseSpan("p=13&char=1-900")).toEqual({ kind: "page", page: 13 });
  for (const wrong of ["", "L", "p=", "L1-", "xywh=1,2", "L1-L2<script>", "L99999999999999999999"]) {
    expect([wrong, parseSpan(wrong)]).toEqual([wrong, null]);
  }
});

it("cites whole lines, or the columns of the first and the last one", () => {
  const whole = parseSpan("L2-L3");
  expect([1, 2, 3, 4].map((line) => toCitedRange(whole, line, 10))).toEqual([null, [0, 10], [0, 10], null]);
  const part = parseSpan("L2C3-L3C4");
  expect([2, 3].map((line) => toCitedRange(part, line, 10))).toEqual([
    [2, 10],
    [0, 4],
  ]);
  expect(toCitedRange(parseSpan("L1C50-L1C60"), 1, 10)).toEqual([10, 10]);
});

it("a path becomes an address for the editor, whatever its letters", () => {
  expect(toEditorUrl("/home/me/노트", "a b/c#d.md", parseSpan("L4-L9"))).toBe(
    "vscode://file/home/me/%EB%85%B8%ED%8A%B8/a%20b/c%23d.md:4",
  );
  expect(toEditorUrl("C:\\notes", "a.md", null)).toBe("vscode://file/C:/notes/a.md");
  expect(toEditorUrl("notes", "a.md", null)).toBeNull();
});
