import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnswerText } from "./answer-text.ts";

function hear(pieces: readonly string[]): { said: string[]; answer: string; hasReasoned: boolean } {
  const text = new AnswerText();
  const said = pieces.map((piece) => text.push(piece));
  const rest = text.end();
  return { said, answer: said.join("") + rest, hasReasoned: text.hasReasoned };
}

describe("AnswerText", () => {
  it.each([
    ["롤백은 [1]", "롤백은 [1]"],
    ["<think>먼저</think>\n\n답", "답"],
    [" \n<think></think><think>또</think> 답", "답"],
    ["답 <think>은</think> 둔다", "답 <think>은</think> 둔다"],
    ["<thinking>x</thinking>", "<thinking>x</thinking>"],
    ["<b>답</b>", "<b>답</b>"],
    ["<think>끝나지 않는다 </thin", ""],
    ["<thi", "<thi"],
    ["", ""],
    ["\n \n", ""],
  ])("makes of %j the answer %j", (source, answer) => {
    expect(hear([source]).answer).toBe(answer);
    expect(hear([...source]).answer).toBe(answer);
  });

  it("holds nothing back that it can tell", () => {
    expect(hear(["<", "b", ">답", " <th", "ink>"]).said).toEqual(["", "<b", ">답", " <th", "ink>"]);
  });

  it("knows whether there was reasoning", () => {
    expect(hear(["<think>먼저"]).hasReasoned).toBe(true);
    expect(hear(["<b>먼저"]).hasReasoned).toBe(false);
  });

  it("never says half a character", () => {
    expect(hear(["가\uD83D", "\uDE80나", "\uD83D"])).toMatchObject({
      said: ["가", "🚀나", ""],
      answer: "가🚀나\uFFFD",
    });
  });

  it("says the same however it is cut", () => {
    const unit = fc.constantFrom("<think>", "</think>", "<", "th", "ink>", "/", " ", "\n", "답", "🚀");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), fc.array(fc.nat({ max: 99 })), (source, cuts) => {
        const edges = [
          0,
          ...cuts.map((cut) => cut % (source.length + 1)).toSorted((a, b) => a - b),
          source.length,
        ];
        const pieces = edges.slice(1).map((end, index) => source.slice(edges[index], end));
        expect(hear(pieces).answer).toBe(hear([source]).answer);
      }),
      { numRuns: 500 },
    );
  });
});
