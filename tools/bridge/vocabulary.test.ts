import { describe, expect, it } from "vitest";
import { cutFeatures } from "../../src/embedders/bridge/features.ts";
import { createVocabulary, toMatrix } from "./vocabulary.ts";

const TEXTS = ["배포 배포 절차", "배포 복구", "복구 절차", "git 배포", "git"];
const ALL = { leastTexts: 1, most: 1000 };

function featuresOf(word: string): (readonly [number, number])[] {
  const features: (readonly [number, number])[] = [];
  cutFeatures(word, (first, second) => features.push([first, second]));
  return features;
}

describe("createVocabulary()", () => {
  it("knows every feature of the texts, in the order of the hashes, and what each tells", () => {
    const vocabulary = createVocabulary(TEXTS, ALL);
    expect(vocabulary.first).toEqual(vocabulary.first.toSorted());
    for (const word of ["배포", "절차", "복구", "git"])
      for (const [first, second] of featuresOf(word)) {
        const place = vocabulary.find(first, second)!;
        expect([vocabulary.first[place], vocabulary.second[place]]).toEqual([first, second]);
        // In how many texts, not how often.
        const texts = { 배포: 3, 절차: 2, 복구: 2, git: 2 }[word]!;
        expect(vocabulary.informativeness[place]).toBeCloseTo(Math.log(5 / texts), 6);
      }
    expect(vocabulary.find(1, 2)).toBeUndefined();
  });

  it("leaves out what is too rare, and of the rest takes the most frequent", () => {
    const frequent = createVocabulary(TEXTS, { ...ALL, leastTexts: 3 });
    const known = (word: string): boolean =>
      featuresOf(word).every((each) => frequent.find(...each) !== undefined);
    expect(["배포", "복구", "git"].map(known)).toEqual([true, false, false]);
    const few = createVocabulary(TEXTS, { ...ALL, most: featuresOf("배포").length });
    expect(new Set(few.first)).toEqual(new Set(featuresOf("배포").map(([first]) => first)));
  });

  it("does not depend on the order of the texts", () => {
    const [one, other] = [createVocabulary(TEXTS, ALL), createVocabulary(TEXTS.toReversed(), ALL)];
    expect([other.first, other.second, other.informativeness]).toEqual([
      one.first,
      one.second,
      one.informativeness,
    ]);
  });
});

describe("toMatrix()", () => {
  it("has a row for each text, empty for one of which nothing is known", () => {
    const vocabulary = createVocabulary(TEXTS, ALL);
    const { rows, columns, starts, indices, values } = toMatrix(["git", "호랑이", "git 배포"], vocabulary);
    expect([rows, columns]).toEqual([3, vocabulary.first.length]);
    expect([...starts]).toEqual([0, 1, 1, indices.length]);
    expect(values[0]).toBe(1);
    // Every feature of the last text is there once, and their squares sum up to 1.
    const last = values.subarray(1);
    expect(new Set(indices.subarray(1)).size).toBe(last.length);
    expect(last.reduce((sum, value) => sum + value ** 2, 0)).toBeCloseTo(1, 5);
  });
});
