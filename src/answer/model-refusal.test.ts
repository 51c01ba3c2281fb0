import { describe, expect, it } from "vitest";
import { isModelRefusal, mayBecomeNoAnswer } from "./model-refusal.ts";

describe("isModelRefusal()", () => {
  it.each([
    "NO_ANSWER",
    " **NO_ANSWER**\n",
    "`NO_ANSWER`.",
    "NO_ANSWER: the sources are about cats [1].",
    "The sources do not mention the capital of Mongolia.",
    "The provided context doesn't contain any information about that.",
    "There is no information in the passages on this.",
    "I cannot answer this question from the sources.",
    "I don't know.",
    "I'm sorry, but I can't help with that.",
    "This cannot be determined from what is given.",
    "제공된 자료에는 해당 내용이 없습니다.",
    "출처에서 몽골의 수도를 언급하지 않습니다.",
    "주어진 문서만으로는 답변할 수 없습니다.",
    "이 질문에는 답할 수 없습니다.",
    "잘 모르겠습니다.",
    "죄송하지만 관련 정보를 찾지 못했습니다.",
  ])("sees it in %j", (text) => expect(isModelRefusal(text)).toBe(true));

  it.each([
    "",
    "Turn auto-sync off [1].",
    "The document does not mention a date, but the rollback takes 5 minutes [1].",
    "문서에는 날짜가 없습니다. 롤백은 5분 걸립니다 [1].",
    "설정을 켜 두지 않습니다 【1】.",
    "Ulaanbaatar is the capital of Mongolia.",
    "롤백은 2분 걸린다.",
    `The sources do not say it. ${"But there is much more to say. ".repeat(20)}`,
  ])("sees none in %j", (text) => expect(isModelRefusal(text)).toBe(false));

  it("takes hostile texts without ado", () => {
    for (const part of ["sources ", "no ", "자료", "i do not ", "((((", "NO_"]) {
      expect(isModelRefusal(part.repeat(200_000))).toBe(false);
    }
  });
});

describe("mayBecomeNoAnswer()", () => {
  it.each(["", " ", "**", "N", "NO_AN", "NO_ANSWER", "NO_ANSWER and more", "`NO_"])("holds %j back", (text) =>
    expect(mayBecomeNoAnswer(text)).toBe(true),
  );

  it.each(["No", "NO ANSWER", "The", "배포", "**N.", "[1]"])("lets %j go", (text) =>
    expect(mayBecomeNoAnswer(text)).toBe(false),
  );
});
