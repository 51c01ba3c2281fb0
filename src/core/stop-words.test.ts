import { describe, expect, it } from "vitest";
import { analyseQuery } from "./analyse.ts";
import { KOREAN_STOP_WORDS, STOP_WORDS } from "./stop-words.ts";

describe("STOP_WORDS", () => {
  it("holds words as the analyser gives them, or they would never match", () => {
    for (const word of STOP_WORDS) expect(analyseQuery(word)).toEqual([{ kind: "word", text: word }]);
  });

  it("holds the words of questions and none that name a thing", () => {
    for (const word of ["how", "what", "the", "is", "to", "i"]) expect(STOP_WORDS.has(word)).toBe(true);
    for (const word of ["go", "c", "new", "help", "not", "between"]) expect(STOP_WORDS.has(word)).toBe(false);
  });
});

describe("KOREAN_STOP_WORDS", () => {
  it("holds words of Hangul alone, since a query is looked up between its spaces and signs", () => {
    for (const word of KOREAN_STOP_WORDS) expect(word).toMatch(/^[가-힣]+$/);
  });

  it("holds the words of questions and none that name a thing", () => {
    for (const word of ["무엇", "어떻게", "왜"]) expect(KOREAN_STOP_WORDS.has(word)).toBe(true);
    for (const word of ["설치", "검색", "방법"]) expect(KOREAN_STOP_WORDS.has(word)).toBe(false);
  });
});
