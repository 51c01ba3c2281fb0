import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../core/tokens.ts";
import { packRanges, type Range, SLACK, trimBlankLines } from "./pack.ts";

/** Ranges of what blank lines part, as a parser of plain text gives them. */
function paragraphsOf(text: string): Range[] {
  return Array.from(text.matchAll(/[^\n]+(?:\n[^\n]+)*/g), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function pack(text: string, targetTokens: number, overlapTokens = 0, ranges = paragraphsOf(text)): string[] {
  const packed = packRanges(text, ranges, { targetTokens, overlapTokens });
  return packed.map(({ start, end }) => text.slice(start, end));
}

const words = (count: number, word = "w"): string => Array.from({ length: count }, () => word).join(" ");

describe("packRanges()", () => {
  it("joins small neighbours, with what lies between them", () => {
    expect(pack("one two\n\nthree\n\nfour", 50)).toEqual(["one two\n\nthree\n\nfour"]);
    const [a, b, c, d, e, f] = "abcdef".split("").map((letter) => words(4, letter));
    expect(pack([a, b, c, d, e, f].join("\n\n"), 10)).toEqual([
      `${a}\n\n${b}`,
      `${c}\n\n${d}`,
      `${e}\n\n${f}`,
    ]);
  });

  it("leaves neighbours apart that are too much together", () => {
    const [a, b, c] = "abc".split("").map((letter) => words(8, letter));
    expect(pack([a, b, c].join("\n\n"), 10)).toEqual([a, b, c]);
  });

  it("keeps what is a little over the target whole, rather than cut a few words off", () => {
    const text = [words(6), words(6)].join("\n\n");
    expect(pack(text, 10)).toEqual([text]);
    expect(pack(words(12), 10)).toEqual([words(12)]);
  });

  it("leaves blank lines around ranges out", () => {
    const text = "\n \n  indented \n\n";
    expect(pack(text, 9, 0, [{ start: 0, end: text.length }])).toEqual(["  indented "]);
    expect(pack("\n\n", 9, 0, [{ start: 0, end: 2 }])).toEqual([]);
    expect(pack("", 9, 0, [])).toEqual([]);
  });

  it("cuts what is over the target between lines", () => {
    const lines = ["a1", "a2", "a3", "a4", "a5"].map((name) => `${name} ${words(8)}`);
    expect(pack(lines.join("\n"), 20)).toEqual([
      lines.slice(0, 2).join("\n"),
      lines.slice(2, 4).join("\n"),
      lines[4],
    ]);
  });

  it("cuts at a blank line behind the middle rather than in a paragraph", () => {
    const text = ["a ".repeat(12), "", "b b b", "c ".repeat(14)].map((line) => line.trim()).join("\n");
    expect(pack(text, 20, 0, [{ start: 0, end: text.length }])).toEqual([
      words(12, "a"),
      `b b b\n${words(14, "c")}`,
    ]);
  });

  it("cuts once more where the rest behind a blank line and the next line are too much together", () => {
    const lines = [words(11, "a"), "", words(8, "b"), words(16, "c")];
    const text = lines.join("\n");
    expect(pack(text, 20, 0, [{ start: 0, end: text.length }])).toEqual([
      lines.slice(0, 3).join("\n"),
      lines[3],
    ]);
  });

  it("cuts a line that alone is too much at sentence ends, else at spaces", () => {
    const sentence = "One two three four five six seven. ";
    expect(pack(sentence.repeat(3), 12)).toEqual([sentence, sentence, sentence]);
    const pieces = pack(words(60), 12);
    expect(pieces.join("")).toBe(words(60));
    for (const piece of pieces.slice(0, -1)) expect(piece.endsWith(" ")).toBe(true);
  });

  it("cuts Chinese and Japanese sentences at their ends, which have no space", () => {
    const sentence = "検索結果を合わせる方法。";
    expect(pack(sentence.repeat(4), 14)).toEqual(Array.from({ length: 4 }, () => sentence));
  });

  it("cuts what has no place to cut between characters, never inside one", () => {
    const pieces = pack("👍".repeat(40), 16);
    expect(pieces.join("")).toBe("👍".repeat(40));
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
  });

  it("takes a line of a million characters, also of nothing but spaces", () => {
    const length = 1_000_000;
    for (const text of ["x".repeat(length), `x${" ".repeat(length)}x`, "가나 ".repeat(length >> 2)]) {
      const packed = packRanges(text, [{ start: 0, end: text.length }], {
        targetTokens: 400,
        overlapTokens: 100,
      });
      expect(packed[0]?.start).toBe(0);
      expect(packed.at(-1)?.end).toBe(text.length);
    }
  });
});

describe("packRanges() with an overlap", () => {
  const lines = ["a1", "a2", "a3", "a4", "a5"].map((name) => `${name} ${words(8)}`);

  it("repeats as many whole lines of the chunk before as fit", () => {
    expect(pack(lines.join("\n"), 20, 10)).toEqual([
      lines.slice(0, 2).join("\n"),
      lines.slice(1, 4).join("\n"),
      lines.slice(3, 5).join("\n"),
    ]);
  });

  it("repeats nothing where a line is longer than the overlap", () => {
    expect(pack(lines.join("\n"), 20, 9)).toEqual(pack(lines.join("\n"), 20));
  });

  it("never repeats a whole chunk", () => {
    const [a, b, c] = "abc".split("").map((letter) => words(8, letter));
    expect(pack([a, b, c].join("\n\n"), 10, 9)).toEqual([a, b, c]);
    expect(pack(`${words(4)}\nmore\n\n${b}`, 10, 9)).toEqual([`${words(4)}\nmore`, `more\n\n${b}`]);
  });

  it("repeats nothing inside a line", () => {
    expect(pack(words(60), 16, 8)).toEqual(pack(words(60), 16));
  });
});

describe("packRanges() of any text", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "word",
      "a1",
      "가나다",
      "字",
      "👍",
      ".",
      ". ",
      "。",
      " ",
      "  ",
      "\t",
      "\n",
      "\n\n",
      "\n \n",
    ),
    fc.constantFrom("x".repeat(200), "한글 문장. ".repeat(20), "9a".repeat(60), "👍".repeat(50)),
    fc.string({ unit: "grapheme", maxLength: 10 }).map((text) => text.replaceAll("\r", "")),
  );
  const anyText = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
  const limits = fc
    .record({ targetTokens: fc.integer({ min: 4, max: 120 }), overlap: fc.integer({ min: 0, max: 50 }) })
    .map(({ targetTokens, overlap }) => ({
      targetTokens,
      overlapTokens: Math.floor((targetTokens * overlap) / 100),
    }));

  it("gives ordered ranges that hold everything but white space", () => {
    fc.assert(
      fc.property(anyText, limits, (text, options) => {
        const packed = packRanges(text, paragraphsOf(text), options);
        let covered = 0;
        let last = -1;
        for (const { start, end } of packed) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(Math.max(start, covered));
          expect(text.slice(covered, Math.max(covered, start)).trim()).toBe("");
          expect(text.slice(start, end)).not.toMatch(/^\n|\n$/);
          if (text.isWellFormed()) expect(text.slice(start, end).isWellFormed()).toBe(true);
          last = start;
          covered = end;
        }
        expect(text.slice(covered).trim()).toBe("");
      }),
    );
  });

  it("never passes the target by more than the slack and the overlap", () => {
    fc.assert(
      fc.property(anyText, limits, (text, options) => {
        const most = Math.floor(options.targetTokens * SLACK) + options.overlapTokens;
        for (const { start, end } of packRanges(text, paragraphsOf(text), options)) {
          expect(estimateTokens(text, start, end)).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it("cuts inside a line only where the line alone is over the target", () => {
    fc.assert(
      fc.property(anyText, limits, (text, options) => {
        for (const { start, end } of packRanges(text, paragraphsOf(text), options)) {
          const lineStart = text.lastIndexOf("\n", start - 1) + 1;
          const feed = text.indexOf("\n", end);
          const lineEnd = feed === -1 ? text.length : feed;
          const ownEnd = text.indexOf("\n", start) === -1 ? text.length : text.indexOf("\n", start);
          const ownStart = text.lastIndexOf("\n", end - 1) + 1;
          if (start > 0 && lineStart !== start) {
            expect(estimateTokens(text, lineStart, ownEnd)).toBeGreaterThan(options.targetTokens);
          }
          if (lineEnd !== end)
            expect(estimateTokens(text, ownStart, lineEnd)).toBeGreaterThan(options.targetTokens);
        }
      }),
    );
  });

  it("keeps a range whole that fits the target", () => {
    fc.assert(
      fc.property(anyText, limits, (text, options) => {
        const ranges = paragraphsOf(text);
        const packed = packRanges(text, ranges, options);
        for (const range of ranges) {
          const trimmed = trimBlankLines(text, range);
          if (trimmed === null || estimateTokens(text, range.start, range.end) > options.targetTokens)
            continue;
          expect(packed.some(({ start, end }) => start <= trimmed.start && trimmed.end <= end)).toBe(true);
        }
      }),
    );
  });
});

describe("trimBlankLines()", () => {
  it("takes blank lines off both ends, and keeps indentation and trailing spaces", () => {
    const text = "\n \n  one\n\ntwo  \n\t\n";
    const trimmed = trimBlankLines(text, { start: 0, end: text.length })!;
    expect(text.slice(trimmed.start, trimmed.end)).toBe("  one\n\ntwo  ");
  });

  it("stays within the range it is given", () => {
    expect(trimBlankLines("ab  cd", { start: 1, end: 3 })).toEqual({ start: 1, end: 3 });
    expect(trimBlankLines("a \n b", { start: 1, end: 4 })).toBeNull();
  });
});
