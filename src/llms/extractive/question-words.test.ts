import { describe, expect, it } from "vitest";
import { toQuestionWords, toSearchedText } from "./question-words.ts";

function shareOf(question: string, text: string): number {
  const words = toQuestionWords(question);
  const searched = toSearchedText(text, words);
  return words.reduce((sum, word) => sum + word.shareIn(searched), 0) / Math.max(1, words.length);
}

describe("toQuestionWords()", () => {
  it("leaves out particles and question words", () => {
    expect(toQuestionWords("배포 롤백은 어떻게 하지?").map(({ text }) => text)).toEqual(["배포", "롤백"]);
    expect(toQuestionWords("How do I install git?").map(({ text }) => text)).toEqual(["install", "git"]);
  });

  it("counts less what only says the kind of answer, and small numbers", () => {
    const priors = Object.fromEntries(
      toQuestionWords("5월 replica 장애의 이유").map(({ text, prior }) => [text, prior]),
    );
    expect(priors["replica"]).toBe(1);
    expect(priors["이유"]).toBeLessThan(1);
    expect(priors["5"]).toBeLessThan(1);
  });

  it("takes each word once, and not all of a pasted page", () => {
    expect(toQuestionWords("git git GIT git").map(({ text }) => text)).toEqual(["git"]);
    const page = Array.from({ length: 5000 }, (_, at) => `word${at}`).join(" ");
    expect(toQuestionWords(page).length).toBeLessThanOrEqual(60);
  });

  it("gives nothing for a question without letters or digits", () => {
    expect(toQuestionWords("?! …")).toEqual([]);
  });
});

describe("what a text holds of a question", () => {
  it.each([
    ["생기나", "대항력이 생긴다."],
    ["볶나", "7분 더 볶는다."],
    ["써야", "쓸 이유는 두 가지다."],
    ["커지는", "파일이 2GB까지 커졌다."],
    ["보내나", "파일을 보낸다."],
    ["실패했나", "훈련에 실패했다."],
    ["롤백하려면", "롤백은 2분이 걸린다."],
    ["restores", "It was restored."],
  ])("finds %s in %j though it ends otherwise", (question, text) => {
    expect(shareOf(question, text)).toBe(1);
  });

  it("does not find a short stem in the middle of another word", () => {
    expect(shareOf("볶나", "떡볶이를 먹었다.")).toBe(0);
  });

  it("finds decomposed Hangul, as macOS writes it", () => {
    expect(shareOf("롤백", "배포 롤백 절차".normalize("NFD"))).toBe(1);
  });

  it("counts an identifier's parts in part", () => {
    expect(shareOf("parseHttpHeader", "call parseHttpHeader(line)")).toBe(1);
    const parts = shareOf("parseHttpHeader", "to parse a header");
    expect(parts).toBeGreaterThan(0);
    expect(parts).toBeLessThan(1);
  });

  it("counts two words of one stem both", () => {
    expect(shareOf("certificate certificates", "one certificate")).toBe(1);
  });
});
