import { expect, it } from "vitest";
import { en } from "./en.ts";
import { ko } from "./ko.ts";
import { createSay } from "./text.ts";

const places = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

it("both dictionaries have the same keys, and every text has the same values to fill in", () => {
  expect(Object.keys(ko)).toEqual(Object.keys(en));
  for (const [key, text] of Object.entries(en)) {
    const other = ko[key as keyof typeof en];
    expect([key, other.trim() === "", places(other)]).toEqual([key, false, places(text)]);
  }
});

it("a value is filled in as it is, also one that looks like a place", () => {
  expect(createSay("en")("noHits", { query: "{query} $1 <b>" })).toBe("Nothing found for “{query} $1 <b>”.");
  expect(createSay("ko")("hitCount", { n: 3 })).toBe("결과 3건");
});
