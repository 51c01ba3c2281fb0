import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tokenizer } from "./tokenizer.ts";
import { WindowMaker } from "./windows.ts";

/** A token a word, its length for its id; 101 opens, 102 closes. */
const tokenizer: Tokenizer = {
  encode: async (text) =>
    text
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => word.length),
  opening: [101],
  closing: [102],
};

async function collect(maker: WindowMaker, prefix: string, text: string): Promise<(readonly number[])[]> {
  const windows: (readonly number[])[] = [];
  for await (const window of maker.cut(prefix, text)) windows.push(window);
  return windows;
}

describe("WindowMaker", () => {
  it("gives a text that fits as it is, between the special tokens", async () => {
    const maker = new WindowMaker(tokenizer, 8);
    expect(await collect(maker, "query: ", "one four")).toEqual([[101, 6, 3, 4, 102]]);
    expect(await collect(maker, "", "")).toEqual([[101, 102]]);
  });

  it("opens every window of a long text with the prefix", async () => {
    expect(await collect(new WindowMaker(tokenizer, 6), "query: ", "a bb ccc dddd")).toEqual([
      [101, 6, 1, 2, 3, 102],
      [101, 6, 4, 102],
    ]);
  });

  it("drops no token of any text, and makes no window too long", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 }), async (lengths) => {
        const text = lengths.map((length) => "x".repeat(length)).join(" ");
        const windows = await collect(new WindowMaker(tokenizer, 7), "", text);
        expect(windows.flatMap((window) => window.slice(1, -1))).toEqual(lengths);
        for (const window of windows) expect(window.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  it("gives the tokenizer a long text in slices, and megabytes of blanks one window", async () => {
    const given: number[] = [];
    const watching: Tokenizer = {
      ...tokenizer,
      encode: (text) => {
        given.push(text.length);
        return tokenizer.encode(text);
      },
    };
    const maker = new WindowMaker(watching, 512);
    const windows = await collect(maker, "", "word ".repeat(100_000));
    expect(windows.flatMap((window) => window.slice(1, -1))).toHaveLength(100_000);
    expect(Math.max(...given)).toBeLessThanOrEqual(20_000);
    expect(await collect(maker, "", " ".repeat(1_000_000))).toEqual([[101, 102]]);
  });
});
