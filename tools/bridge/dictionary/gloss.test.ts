import { expect, test } from "vitest";

import { joinGlosses, toPlainGloss } from "./gloss.ts";

test.each([
  ["(n,vs) (1) (comp) deletion", "deletion"],
  ["force(s) of nature", "force of nature"],
  ["colo(u)r", "color"],
  ["English (British) literature, esp. (old) novels", "English literature, esp. novels"],
  ["mandarin (esp. the satsuma (Citrus unshiu)), orange", "mandarin, orange"],
  ["a great distance (e.g. 10 km", "a great distance"],
  ["of sea) to a faraway place", "of sea to a faraway place"],
  ["all of ...", "all of ..."],
  ["(P)", ""],
])("toPlainGloss() makes of %j %j", (gloss, plain) => {
  expect(toPlainGloss(gloss)).toBe(plain);
});

test("toPlainGloss() leaves out what explains at length", () => {
  expect(toPlainGloss("x".repeat(59))).toHaveLength(59);
  expect(toPlainGloss("x".repeat(60))).toBe("");
  expect(toPlainGloss(`word (${"x".repeat(60)})`)).toBe("word");
});

test("toPlainGloss() takes any number of brackets", () => {
  expect(toPlainGloss(`${"(".repeat(200_000)}a${")".repeat(200_001)}b`)).toBe("b");
});

test("joinGlosses() gives the first three, each once", () => {
  expect(joinGlosses(["cell", "cell", "room", "unit", "cage"])).toBe("cell, room, unit");
});
