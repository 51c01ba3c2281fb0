import { describe, expect, it } from "vitest";

import { toNames, toTexts } from "./texts.ts";

const values = (value: unknown, options = {}): string[] => [...toTexts(value, options).values()];

describe("the texts of a value", () => {
  it("finds all strings, however deep, and nothing else", () => {
    expect(values({ a: "하나", b: { c: ["둘", null, 3, true], d: undefined } })).toEqual(["하나", "둘"]);
  });

  it("gives equal places equal keys", () => {
    const english = toTexts({ save: { title: "Save" }, list: ["one", "two"] });
    const korean = toTexts({ list: ["하나", "둘"], save: { title: "저장" } });
    expect([...korean].map(([key, text]) => [english.get(key), text])).toEqual([
      ["one", "하나"],
      ["two", "둘"],
      ["Save", "저장"],
    ]);
  });

  it("does not mix up names that hold a dot", () => {
    expect(toTexts({ "a.b": "x" }).keys().next().value).not.toBe(
      toTexts({ a: { b: "x" } })
        .keys()
        .next().value,
    );
  });

  it("begins below a root, and finds nothing where there is none", () => {
    expect(values({ main: { ko: { day: "일" } } }, { root: ["main", "ko"] })).toEqual(["일"]);
    expect(values({ main: "x" }, { root: ["main", "ko"] })).toEqual([]);
    expect(values(null, { root: ["main"] })).toEqual([]);
  });

  it("joins lists of texts where asked", () => {
    expect(values({ tags: ["개", "동물"], n: [1, 2] }, { joinsLists: true })).toEqual(["개, 동물"]);
  });

  it("takes names for the English texts of a file", () => {
    const texts = toTexts({ bundle: { "Discard {0}?": "{0}을 버릴까요?" } });
    expect([...toNames(texts).values()]).toEqual(["Discard {0}?"]);
  });
});
