import { describe, expect, it } from "vitest";
import { ScriptedModel, toChunks, toPassages } from "../../test/support/answer-bench.ts";
import { decompose, mergePassages, parseParts, refuseMultiHop } from "./multi-hop.ts";

const LIMITS = { contextTokens: 4096, maxTokens: 512 };

describe("parseParts()", () => {
  it("reads the lines of a list, Korean and English", () => {
    const text = "1. 배포는 누가 하나요?\n2) Who is on call?\n- 롤백 기준은?\n• **What** is p95?";
    expect(parseParts(text, "?")).toEqual([
      "배포는 누가 하나요?",
      "Who is on call?",
      "롤백 기준은?",
      "What is p95?",
    ]);
  });

  it("ignores preambles, afterthoughts, blanks and repetitions", () => {
    const text =
      "Sure! Here are the questions:\n\n1. Who?\n1. who\n2.\n3. Where?\nLet me know if you need more.";
    expect(parseParts(text, "?")).toEqual(["Who?", "Where?"]);
  });

  it("takes no more than four", () => {
    expect(parseParts("1. a\n2. b\n3. c\n4. d\n5. e", "?")).toEqual(["a", "b", "c", "d"]);
  });

  it.each([
    ["one question alone", "1. Who?"],
    ["the question itself again", "1. Who rolls back?\n2. who rolls back"],
    ["prose", "I would first ask who is on call. Then I would ask where."],
    ["nothing", ""],
    ["a page on one line", `1. ${"x".repeat(1000)}\n2. ${"y".repeat(1000)}`],
  ])("gives none for %s", (_, text) => expect(parseParts(text, "Who rolls back?")).toEqual([]));
});

describe("decompose()", () => {
  it("asks the model for a list and shows it no sources", async () => {
    const model = new ScriptedModel([["1. Wh", "o?\n2. Whe", "re?"]]);
    expect(await decompose("Who and where?", model, LIMITS)).toEqual(["Who?", "Where?"]);
    expect(model.requests[0]).toMatchObject({ question: "Who and where?", sources: [] });
    expect(model.requests[0]!.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  });
});

describe("mergePassages()", () => {
  it("takes the best of each list in turn, each passage once, and ranks anew", () => {
    const [a, b, c, d, e] = toChunks("a.md", ["a", "b", "c", "d", "e"]);
    const merged = mergePassages([toPassages([a!, b!]), toPassages([c!, a!, d!]), toPassages([e!])]);
    expect(merged.map(({ chunk, rank }) => `${rank}${chunk.text}`)).toEqual(["1a", "2c", "3e", "4b", "5d"]);
  });

  it("is empty for no lists", () => expect(mergePassages([])).toEqual([]));
});

describe("refuseMultiHop()", () => {
  it("names the providers that can, where the model cannot", () => {
    const model = new ScriptedModel([], { followsInstructions: false });
    expect(() => refuseMultiHop(model)).toThrow(
      expect.objectContaining({ code: "usage", hint: expect.stringMatching(/ollama.*openai/) }),
    );
    expect(() => refuseMultiHop(new ScriptedModel([]))).not.toThrow();
  });
});
