import { describe, expect, it } from "vitest";
import { readEvents } from "../../test/contracts/language-model-contract.ts";
import type { ModelEvent } from "../ports/language-model.ts";
import { type ChatServer, ServerFault } from "./chat-server.ts";
import { type AnswerPart, toModelEvents, toUsage } from "./model-events.ts";

const server: ChatServer = {
  name: "Ollama at http://127.0.0.1:1",
  url: new URL("http://127.0.0.1:1/api/chat"),
  headers: {},
  timeoutMs: 1000,
  hint: "Start it",
};
const LIMITS = { maxTokens: 16, contextTokens: 1024 };
const text = (words: string): AnswerPart => ({ kind: "text", text: words });
const end: AnswerPart = { kind: "end", reason: "stop", usage: null };

async function* toParts(parts: readonly (AnswerPart | Error)[]): AsyncGenerator<AnswerPart> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

describe("toModelEvents()", () => {
  it("says what was held back before it ends", async () => {
    expect(await readEvents(toModelEvents(toParts([text("<thi"), end]), server, LIMITS))).toEqual([
      { kind: "text", text: "<thi" },
      end,
    ]);
  });

  it("ends an answer that no longer ends by itself", async () => {
    const endless = Array.from({ length: 1000 }, () => text("and on "));
    const events = await readEvents(toModelEvents(toParts(endless), server, LIMITS));
    expect(events.at(-1)).toEqual({ kind: "end", reason: "length", usage: null });
    expect(events.length).toBeLessThan(100);
  });

  it("does not end once it is stopped, however little is left", async () => {
    const controller = new AbortController();
    const options = { ...LIMITS, signal: controller.signal };
    const events: ModelEvent[] = [];
    const reading = (async () => {
      for await (const event of toModelEvents(toParts([text("<thi"), end]), server, options)) {
        events.push(event);
        controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: "interrupted" });
    expect(events).toEqual([{ kind: "text", text: "<thi" }]);
  });

  it("gives a fault the name of its server, and the server's hint where it has none", async () => {
    const cause = new Error("why");
    const read = (error: Error) => readEvents(toModelEvents(toParts([text("답"), error]), server, LIMITS));
    await expect(read(new ServerFault("it is asleep", { cause }))).rejects.toMatchObject({
      code: "model-unreachable",
      message: "Cannot answer with Ollama at http://127.0.0.1:1: it is asleep",
      hint: "Start it",
      details: { url: "http://127.0.0.1:1/api/chat" },
      cause,
    });
    await expect(read(new ServerFault("it is asleep", { hint: "Wake it" }))).rejects.toMatchObject({
      hint: "Wake it",
    });
  });

  it("leaves an error of our own as it is", async () => {
    const fault = new TypeError("not the server's fault");
    await expect(readEvents(toModelEvents(toParts([fault]), server, LIMITS))).rejects.toBe(fault);
  });

  it("lets a model that says nothing say so", async () => {
    expect(await readEvents(toModelEvents(toParts([end]), server, LIMITS))).toEqual([end]);
  });
});

describe("toUsage()", () => {
  it.each([
    [undefined, 1],
    [1, undefined],
    [-1, 1],
    [1.5, 1],
    ["1", 1],
    [Number.NaN, 1],
    [2 ** 60, 1],
  ])("takes %j and %j for no counts", (promptTokens, answerTokens) => {
    expect(toUsage(promptTokens, answerTokens)).toBeNull();
  });

  it("takes counts", () => {
    expect(toUsage(0, 7)).toEqual({ promptTokens: 0, answerTokens: 7 });
  });
});
