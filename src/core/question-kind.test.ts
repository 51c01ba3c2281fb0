import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findQuestionKinds, isKindWord, lookOfAnswer, type QuestionKind } from "./question-kind.ts";

const kindsOf = (question: string): QuestionKind[] => [...findQuestionKinds(question)].sort();

it("findQuestionKinds() hears a way in any verb before 법", () => {
  expect(findQuestionKinds("김치찌개 끓이는 법").has("how")).toBe(true);
});

describe("findQuestionKinds()", () => {
  it.each<[string, QuestionKind[]]>([
    ["배포 롤백은 어떻게 하지?", ["how"]],
    ["Kafka offset을 되감으려면", ["how"]],
    ["새 노트북에 git 설치하기", ["how"]],
    ["How do I install git?", ["how"]],
    ["generate an ssh key", ["how"]],
    ["대항력은 언제 생기나", ["when"]],
    ["when is the summer sale", ["when"]],
    ["백업은 며칠 동안 보관하나", ["count", "when"]],
    ["how many orders were lost", ["count"]],
    ["한도는 얼마인가", ["count"]],
    ["누가 담당하나", ["who"]],
    ["Who owns the file?", ["who"]],
    ["로그는 어디에 있나", ["where"]],
    ["where are the logs", ["where"]],
    ["왜 실패했나", ["why"]],
    ["reason for the outage", ["why"]],
    ["RRF란 무엇인가", ["what"]],
    ["what is a cursor", ["what"]],
    ["언제 그리고 왜 바꿨나", ["when", "why"]],
    ["parseHttpHeader", []],
    ["", []],
  ])("of %j are %j", (question, kinds) => {
    expect(kindsOf(question)).toEqual(kinds);
  });

  it("takes a count for a count, and a way and a count for both", () => {
    expect(kindsOf("how long does it take")).toEqual(["count"]);
    expect(kindsOf("how do I change how many retries there are")).toEqual(["count", "how"]);
  });
});

describe("isKindWord()", () => {
  it("knows the words that say what is wanted and nothing about the topic", () => {
    expect(["이유", "방법", "many", "reasons"].every(isKindWord)).toBe(true);
    expect(["롤백", "manual", "reasoning"].some(isKindWord)).toBe(false);
  });
});

describe("lookOfAnswer()", () => {
  it.each<[QuestionKind, string, string]>([
    ["how", "`git revert HEAD`를 실행한다.", "되돌린 상태가 더 안전하다."],
    ["how", "1. Stop the server.", "The server is old."],
    ["when", "9월 22일 18:00부터 금지한다.", "배포를 금지한다."],
    ["when", "It is planned for June 23.", "It is planned."],
    ["count", "보관 기간은 35일이다.", "오래 보관한다."],
    ["count", "두 개로 제한한다.", "적게 제한한다."],
    ["who", "This file belongs to Sua.", "nobody knows"],
    ["who", "하준: 재시도 3회", "재시도를 늘린다."],
    ["where", "see `/var/log/app.log`", "see above"],
    ["where", "4층 소나무 방", "조용한 방"],
    ["why", "review가 얕기 때문이다.", "review가 얕다."],
    ["why", "We stopped because it leaked.", "We stopped."],
    ["what", "A cursor is an opaque token.", "Use the token"],
  ])("prefers, asked %s, %j to %j", (kind, answer, other) => {
    expect(lookOfAnswer(kind, answer)).toBeGreaterThan(lookOfAnswer(kind, other));
  });

  it("lies from 0 to 1 for any text, and long hostile ones take no square of time", () => {
    const kinds: QuestionKind[] = ["how", "when", "count", "who", "where", "why", "what"];
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const looks = kinds.map((kind) => lookOfAnswer(kind, text));
        expect(looks.every((look) => look >= 0 && look <= 1)).toBe(true);
      }),
    );
    for (const piece of [
      "`",
      "` ",
      "a.",
      "1",
      "a/",
      "는 ",
      "다. ",
      "@",
      "한 ",
      "가",
      "[x",
      "한개",
      "- ",
      "\n```",
    ]) {
      for (const kind of kinds) lookOfAnswer(kind, piece.repeat(60_000));
      findQuestionKinds(piece.repeat(60_000));
    }
  });
});
