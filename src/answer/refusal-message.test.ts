import { describe, expect, it } from "vitest";
import { detectLanguage } from "../core/language.ts";
import { REFUSAL_REASONS } from "../core/refusal.ts";
import { toRefusalMessage } from "./refusal-message.ts";

describe("toRefusalMessage()", () => {
  it.each(REFUSAL_REASONS)("%s is told in Korean to Koreans and in English to everyone else", (reason) => {
    expect(detectLanguage(toRefusalMessage(reason, { lang: "ko" }))).toBe("ko");
    for (const lang of ["en", "ja", "und"]) {
      expect(detectLanguage(toRefusalMessage(reason, { lang }))).toBe("en");
    }
  });

  it("differs from reason to reason", () => {
    for (const lang of ["ko", "en"]) {
      const texts = REFUSAL_REASONS.map((reason) => toRefusalMessage(reason, { lang }));
      expect(new Set(texts).size).toBe(REFUSAL_REASONS.length);
    }
  });

  it("names the words that are nowhere in the index, five of them at most", () => {
    const missingTerms = ["mongolia", "capital", "c", "d", "e", "f"];
    expect(toRefusalMessage("score_gate", { lang: "en", missingTerms })).toMatch(
      /: mongolia, capital, c, d, e$/,
    );
    expect(toRefusalMessage("score_gate", { lang: "ko", missingTerms: ["몽골"] })).toMatch(/: 몽골$/);
    expect(toRefusalMessage("model_refused", { lang: "en", missingTerms })).not.toContain("mongolia");
  });
});
