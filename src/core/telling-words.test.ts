import { describe, expect, it } from "vitest";
import { findTellingWords } from "./telling-words.ts";

describe("findTellingWords()", () => {
  it("gives the stems of English words without stop words, each once", () => {
    expect(findTellingWords("The queues of the queue are running, and 12 runs ran.")).toEqual({
      stems: ["queue", "run", "ran"],
      cjkWords: [],
    });
  });

  it("gives Korean words without particles and endings", () => {
    expect(findTellingWords("배포를 롤백하려면 서버에서는 먼저 실행합니다.").cjkWords).toEqual([
      "배포",
      "롤백",
      "서버",
      "실행",
    ]);
  });

  it("cuts Latin words loose from Korean", () => {
    expect(findTellingWords("rollback은 image를 되돌린다")).toEqual({
      stems: ["rollback", "imag"],
      cjkWords: ["되돌린다"],
    });
  });

  it.each(["", "12 34", "있습니다 없다 않는다", "the of and", "네", "?!"])(
    "finds nothing to tell in %j",
    (text) => {
      expect(findTellingWords(text)).toEqual({ stems: [], cjkWords: [] });
    },
  );

  it("reads decomposed Hangul as it is written", () => {
    expect(findTellingWords("배포를".normalize("NFD")).cjkWords).toEqual(["배포"]);
  });
});
