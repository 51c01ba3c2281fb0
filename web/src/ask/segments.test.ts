import { expect, it } from "vitest";
import { type AnswerSentence, toSegments } from "./segments.ts";

const sentence = (text: string): AnswerSentence => ({ text, supported: true }) as AnswerSentence;

it("put together, the segments are the answer again", () => {
  const answer = "첫째다. [1]\n\n- Second one. [2] rest";
  const segments = toSegments(answer, [sentence("첫째다. [1]"), sentence("Second one. [2]")]);
  expect(segments.map(({ text }) => text).join("")).toBe(answer);
  expect(segments.filter((segment) => segment.sentence !== null)).toHaveLength(2);
});

it("finds the same sentence twice at its two places, and leaves out one that is not there", () => {
  const segments = toSegments("A. B. A.", [sentence("A."), sentence("missing"), sentence("A.")]);
  expect(segments.map(({ text, sentence: found }) => [text, found !== null])).toEqual([
    ["A.", true],
    [" B. ", false],
    ["A.", true],
  ]);
});
