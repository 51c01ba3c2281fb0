import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineIndex } from "./lines.ts";

describe("createLineIndex()", () => {
  it("counts lines from 1, and an empty one behind a last line break", () => {
    const lines = createLineIndex("one\n\nthree\n");
    expect(lines.count).toBe(4);
    expect([1, 2, 3, 4].map((line) => [lines.startOf(line), lines.endOf(line)])).toEqual([
      [0, 3],
      [4, 4],
      [5, 10],
      [11, 11],
    ]);
  });

  it("puts a line break on the line it ends", () => {
    const lines = createLineIndex("a\nb");
    expect([0, 1, 2, 3].map((offset) => lines.lineAt(offset))).toEqual([1, 1, 2, 2]);
  });

  it("has one line for an empty text, and ends where a text ends", () => {
    expect(createLineIndex("").count).toBe(1);
    expect(createLineIndex("").lineAt(0)).toBe(1);
    expect(createLineIndex("ab").startOf(9)).toBe(2);
    expect(createLineIndex("ab").endOf(9)).toBe(2);
  });

  it("cuts a text into the lines that split() gives", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "한", "\n")).map((parts) => parts.join("")),
        (text) => {
          const lines = createLineIndex(text);
          const numbers = Array.from({ length: lines.count }, (_, index) => index + 1);
          expect(numbers.map((line) => text.slice(lines.startOf(line), lines.endOf(line)))).toEqual(
            text.split("\n"),
          );
          for (let offset = 0; offset <= text.length; offset++) {
            expect(lines.lineAt(offset)).toBe(text.slice(0, offset).split("\n").length);
          }
        },
      ),
    );
  });
});
