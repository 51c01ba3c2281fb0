import { describe, expect, it } from "vitest";
import { assembleText, cutSpan } from "./assemble.ts";
import type { Chunk, Span } from "./document.ts";

/** Chunks as ingest stores them; `page` takes a page's own offset. */
function toChunks(
  text: string,
  ranges: readonly (readonly [number, number])[],
  page?: { number: number; start: number },
) {
  let covered = 0;
  const chunks = ranges.map(([start, end], ordinal): Chunk => {
    const lead = text.slice(covered, Math.max(covered, start));
    covered = end;
    const columns =
      page === undefined
        ? { startColumn: null, endColumn: null, page: null }
        : { startColumn: start - page.start + 1, endColumn: end - page.start, page: page.number };
    const span = { startLine: 1, endLine: 1, ...columns };
    const place = { id: `c${ordinal}`, ordinal, start, end, span, headingPath: [], symbol: null };
    return { ...place, text: text.slice(start, end), lead, tokens: 1 };
  });
  return { chunks, tail: text.slice(covered) };
}

const lines = (
  startLine: number,
  endLine: number,
  startColumn: number | null = null,
  endColumn: number | null = null,
): Span => ({
  startLine,
  endLine,
  startColumn,
  endColumn,
  page: null,
});

const TEXT = "---\nt: x\n---\n\n# One\nalpha\nbeta\n\n# Two\ngamma\n\n";

describe("assembleText()", () => {
  it("joins leads, chunks and tail", () => {
    const { chunks, tail } = toChunks(TEXT, [
      [14, 30],
      [32, 43],
    ]);
    expect(chunks.map((chunk) => chunk.text)).toEqual(["# One\nalpha\nbeta", "# Two\ngamma"]);
    expect(assembleText(chunks, tail)).toBe(TEXT);
  });

  it("counts what chunks repeat once", () => {
    const { chunks, tail } = toChunks(TEXT, [
      [14, 25],
      [20, 30],
      [26, 37],
      [32, 43],
    ]);
    expect(assembleText(chunks, tail)).toBe(TEXT);
  });

  it("gives the tail of a document without chunks", () => {
    expect(assembleText([], "\n \n")).toBe("\n \n");
  });
});

describe("cutSpan()", () => {
  const { chunks, tail } = toChunks(TEXT, [
    [14, 25],
    [20, 30],
    [32, 43],
  ]);

  it("gives whole lines, also those outside the chunks", () => {
    expect(cutSpan(chunks, tail, lines(5, 7))).toBe("# One\nalpha\nbeta");
    expect(cutSpan(chunks, tail, lines(2, 2))).toBe("t: x");
    expect(cutSpan(chunks, tail, lines(10, 11))).toBe("gamma\n");
  });

  it("gives a part of a line, and of several", () => {
    expect(cutSpan(chunks, tail, lines(6, 6, 2, 3))).toBe("lp");
    expect(cutSpan(chunks, tail, lines(6, 7, 3, 2))).toBe("pha\nbe");
    expect(cutSpan(chunks, tail, lines(6, 7, 3))).toBe("pha\nbeta");
    expect(cutSpan(chunks, tail, lines(6, 7, null, 2))).toBe("alpha\nbe");
  });

  it("gives what there is of lines that go on behind the end, and null behind it", () => {
    expect(cutSpan(chunks, tail, lines(10, 99))).toBe("gamma\n\n");
    expect(cutSpan(chunks, tail, lines(50, 60))).toBeNull();
  });
});

describe("cutSpan() of a page", () => {
  const text = "first page\n\nsecond page, part one\npart two\n\nthird";
  const { chunks, tail } = toChunks(
    text,
    [
      [12, 33],
      [26, 42],
    ],
    { number: 2, start: 12 },
  );
  const page = (startColumn: number | null, endColumn: number | null, number = 2): Span => ({
    ...lines(1, 1, startColumn, endColumn),
    page: number,
  });

  it("gives all of the page, what its chunks repeat once", () => {
    expect(cutSpan(chunks, tail, page(null, null))).toBe("second page, part one\npart two");
  });

  it("counts characters from the page's start", () => {
    expect(cutSpan(chunks, tail, page(1, 6))).toBe("second");
    expect(cutSpan(chunks, tail, page(15, 30))).toBe("art one\npart two");
  });

  it("is null for a page without text", () => {
    expect(cutSpan(chunks, tail, page(null, null, 7))).toBeNull();
  });

  it("keeps what lies between two chunks, and what lies before the first one out", () => {
    const apart = toChunks(
      text,
      [
        [20, 24],
        [26, 33],
      ],
      { number: 2, start: 12 },
    );
    expect(cutSpan(apart.chunks, apart.tail, page(9, 21))).toBe("age, part one");
    expect(cutSpan(apart.chunks, apart.tail, page(1, 12))).toBe("age,");
  });
});
