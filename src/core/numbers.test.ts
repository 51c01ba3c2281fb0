import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNumbers, isSameNumber } from "./numbers.ts";

const texts = (text: string): string[] => findNumbers(text).map((number) => number.text);
/** Whether every number of the first text is among those of the second. */
const holds = (said: string, source: string): boolean => {
  const numbers = findNumbers(source);
  const mentions = findNumbers(said);
  expect(mentions).not.toEqual([]);
  return mentions.every((mention) => numbers.some((number) => isSameNumber(mention, number)));
};

describe("findNumbers()", () => {
  it.each([
    ["12,000건이 2분 이어진다", ["12,000", "2분"]],
    ["0.5% 아래, 30 % 위", ["0.5%", "30 %"]],
    ["보증금 6천만 원, 월세 30만 원", ["6천만 원", "30만 원"]],
    ["p95, k8s, v2, 5xx와 3f9c2ab는 이름이다", []],
    ["p99.9", []],
    ["버전 v1.2.3과 10.0.0.12", ["v1.2.3", "10.0.0.12"]],
    ["1분기에 3번째", ["1", "3"]],
    ["세 번, two hours, twice", ["세 번", "two hours", "twice"]],
    ["On May 21, 2026 at 06:40", ["May 21, 2026", "06:40"]],
    ["2026. 5. 21. 회의", ["2026. 5. 21"]],
    ["", []],
  ])("reads %j", (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });
});

describe("isSameNumber()", () => {
  it.each([
    ["1000", "1,000"],
    ["12000건", "12,000건"],
    ["1.50", "1.5"],
    ["2초", "02초"],
    ["30%", "30 퍼센트"],
    ["30 percent", "30%"],
    ["11 minutes", "CI 빌드만 11분이 걸린다"],
    ["3번", "세 번 실패하면"],
    ["three times", "3회"],
    ["두 배", "twice the volume"],
    ["two days", "이틀 늦었다"],
    ["60 million won", "6천만 원"],
    ["100,000개", "10만 개"],
    ["3.12", "Python 3.12"],
    ["v1.2.3", "1.2.3"],
    ["2026-05-21", "May 21, 2026"],
    ["2026-05-21", "21 May 2026"],
    ["2026-05-21", "2026년 5월 21일"],
    ["2026년 5월 21일", "2026. 5. 21."],
    ["5월 21일", "2026-05-21"],
    ["5/21", "5월 21일"],
    ["May 21", "5/21"],
    ["2026-05-21", "5/21"],
    ["2026년 5월", "2026-05-21"],
    ["in 2026", "2026-05-21"],
    ["2026년", "May 2026"],
    ["06:40", "오전 6시 40분"],
    ["오후 2시", "14:00"],
    ["2 pm", "14:00"],
    ["14시", "오후 2시"],
    ["6시 40분", "06:40"],
    ["6시 40분", "18:40"],
    ["12:00 am", "00:00"],
    ["6시 반", "06:30"],
  ])("takes %j for what %j says", (said, source) => {
    expect(holds(said, source)).toBe(true);
  });

  it.each([
    ["1001", "1,000"],
    ["15", "1.5"],
    ["90분", "90초"],
    ["30%", "30일"],
    ["5월 22일", "2026-05-21"],
    ["2025-05-21", "2026-05-21"],
    ["5월 21일", "2026년 5월"],
    ["06:40", "18:40"],
    ["오전 6시", "오후 6시"],
    ["07:40", "06:40"],
    ["v1.2.4", "v1.2.3"],
    ["1.2.3", "1.2.3.4"],
    ["10.0.0.1", "10.0.0.12"],
    ["세 번", "네 번"],
    ["95", "p95"],
    ["21", "2026-05-21"],
  ])("tells %j from %j", (said, source) => {
    expect(holds(said, source)).toBe(false);
  });

  it("takes every number for itself, however it is written", () => {
    const written = fc.oneof(
      fc.nat(1e9).map(String),
      fc.nat(1e9).map((value) => value.toLocaleString("en-US")),
      fc.tuple(fc.nat(9999), fc.integer({ min: 1, max: 99 })).map(([a, b]) => `${a}.${b}%`),
      fc
        .date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    );
    fc.assert(
      fc.property(written, (text) => {
        expect(holds(`값은 ${text} 이다`, `the value ${text} holds`)).toBe(true);
      }),
    );
  });

  it("gives parts that stand in the text", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "1",
            "20",
            "2026",
            "-",
            ".",
            ",",
            ":",
            "/",
            "월",
            "일",
            "시",
            " ",
            "May",
            "pm",
            "오후",
            "%",
            "x",
          ),
          { maxLength: 24 },
        ),
        (pieces) => {
          const text = pieces.join("");
          for (const number of findNumbers(text))
            expect(text.slice(number.start).startsWith(number.text)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("reads hostile input in a moment", () => {
    for (const unit of ["1", "1,", "1.", "1:", "1/", "12-", "오후 ", "May ", "세 ", "1월", "1,000", " "]) {
      expect(findNumbers(unit.repeat(10_000))).toBeInstanceOf(Array);
    }
  });
});
