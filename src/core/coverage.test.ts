import { describe, expect, it } from "vitest";
import { toCoverage, toRarity, toTellingTerms } from "./coverage.ts";

const textsOf = (question: string): string[] => toTellingTerms(question).map(({ text }) => text);
const passageOf = (text: string, heading = "") => ({
  text,
  headingPath: [heading],
  document: { title: "Runbook", metadata: { aliases: ["playbook"] } },
});

describe("toTellingTerms()", () => {
  it("leaves out stop words, repetitions and the parts of identifiers", () => {
    expect(textsOf("How is the parseHttpHeader of the header parsed, the header?")).toEqual([
      "parsehttpheader",
      "header",
      "parsed",
    ]);
    expect(textsOf("is it the")).toEqual([]);
    expect(textsOf("배포 rollback")).toEqual(["배포", "rollback"]);
  });
});

describe("toRarity()", () => {
  it("is higher the fewer chunks hold a word, and hardly differs among three notes", () => {
    expect(toRarity(0, 100_000)).toBeGreaterThan(toRarity(10, 100_000));
    expect(toRarity(10, 100_000)).toBeGreaterThan(toRarity(90_000, 100_000));
    expect(toRarity(90_000, 100_000)).toBeGreaterThan(0);
    expect(toRarity(0, 3) / toRarity(1, 3)).toBeLessThan(1.1);
  });
});

describe("toCoverage()", () => {
  const terms = toTellingTerms("kafka rollback");

  it("weighs each word by its rarity, wherever the passage has it", () => {
    expect(toCoverage(terms, [1, 3], passageOf("Kafka lags."))).toBe(0.25);
    expect(toCoverage(terms, [1, 3], passageOf("Kafka lags.", "Rollbacks"))).toBe(1);
    expect(toCoverage(toTellingTerms("playbook runbook"), [1, 1], passageOf("Kafka"))).toBe(1);
    expect(toCoverage(terms, [1, 3], passageOf("zebra"))).toBe(0);
  });

  it("is null where there is nothing to hold", () => {
    expect(toCoverage([], [], passageOf("Kafka"))).toBeNull();
  });
});
