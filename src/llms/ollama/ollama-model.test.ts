import { describe, expect, it } from "vitest";
import { MODEL_REQUEST, readEvents, toAnswer } from "../../../test/contracts/language-model-contract.ts";
import { chatModelSuite } from "../../../test/support/chat-model-suite.ts";
import { ANSWER } from "../../../test/support/chat-server.ts";
import { answerJson } from "../../../test/support/local-server.ts";
import {
  OLLAMA_CHAT,
  OLLAMA_MODEL,
  openOllamaChatServer,
  toOllamaLine,
} from "../../../test/support/ollama-chat-server.ts";
import { createOllamaModel } from "./ollama-model.ts";

const LIMITS = { maxTokens: 512, contextTokens: 8192 };
const timeoutMs = 30_000;

chatModelSuite({
  name: "createOllamaModel()",
  protocol: OLLAMA_CHAT,
  errorFrame: (words) => toOllamaLine({ error: words }),
  openServer: (respond) => openOllamaChatServer(respond),
  create: (endpoint, silenceMs) => createOllamaModel({ model: OLLAMA_MODEL, endpoint, timeoutMs: silenceMs }),
});

/** What it makes of these lines. */
async function answerTo(lines: readonly string[], contentType = "application/x-ndjson") {
  await using server = await openOllamaChatServer(({ response }) => {
    response.writeHead(200, { "content-type": contentType });
    response.end(lines.join(""));
  });
  const model = createOllamaModel({ model: OLLAMA_MODEL, endpoint: server.url, timeoutMs });
  return await readEvents(model.generate(MODEL_REQUEST, LIMITS));
}

const message = (content: string) => toOllamaLine({ message: { role: "assistant", content }, done: false });
const end = (fields: object = {}) =>
  toOllamaLine({ message: { role: "assistant", content: "" }, done: true, done_reason: "stop", ...fields });

describe("createOllamaModel()", () => {
  it.each(["", "/", "//"])("asks for the whole prompt at an address that ends in %j", async (tail) => {
    await using server = await openOllamaChatServer();
    const model = createOllamaModel({ model: OLLAMA_MODEL, endpoint: `${server.url}${tail}`, timeoutMs });
    expect(model.modelId).toBe(`ollama/${OLLAMA_MODEL}`);
    expect(model.followsInstructions).toBe(true);
    const events = await readEvents(model.generate(MODEL_REQUEST, LIMITS));
    expect(events).toEqual([
      ...ANSWER.map((text) => ({ kind: "text", text })),
      { kind: "end", reason: "stop", usage: { promptTokens: 26, answerTokens: ANSWER.length } },
    ]);
    expect(server.exchanges.map(({ request }) => request)).toEqual([
      {
        model: OLLAMA_MODEL,
        messages: MODEL_REQUEST.messages,
        stream: true,
        truncate: false,
        shift: false,
        options: { num_predict: 512, num_ctx: 8192, temperature: 0, seed: 0 },
      },
    ]);
  });

  it("tells an answer that was cut at its length", async () => {
    const events = await answerTo([message("롤백은"), end({ done_reason: "length" })]);
    expect(events.at(-1)).toEqual({ kind: "end", reason: "length", usage: null });
  });

  it("takes reasoning of its own field for no answer", async () => {
    const thinking = (text: string) =>
      toOllamaLine({ message: { role: "assistant", content: "", thinking: text }, done: false });
    const events = await answerTo([thinking("먼저 "), thinking("찾자"), message("답 [1]"), end()]);
    expect(toAnswer(events)).toBe("답 [1]");
    await expect(answerTo([thinking("먼저"), end({ done_reason: "length" })])).rejects.toMatchObject({
      message: expect.stringContaining("used all 512 tokens for its reasoning"),
    });
  });

  it("understands an answer in one piece, blank lines, and counts that are none", async () => {
    const whole = toOllamaLine({
      message: { role: "assistant", content: "답 [1]" },
      done: true,
      done_reason: "stop",
      prompt_eval_count: -1,
      eval_count: 2,
    });
    const events = await answerTo(["\r\n\n", whole, "\n"], "application/json; charset=utf-8");
    expect(events).toEqual([
      { kind: "text", text: "답 [1]" },
      { kind: "end", reason: "stop", usage: null },
    ]);
  });

  it("hears nothing after the end", async () => {
    expect(toAnswer(await answerTo([message("답"), end(), message("more"), "{oops"]))).toBe("답");
  });

  it.each(["[]", "null", "7", '{"message":null}', '{"message":{"content":5}}', '{"message":"hi"}'])(
    "never takes %s for text",
    async (line) => {
      await expect(answerTo([`${line}\n`])).rejects.toMatchObject({ code: "model-unreachable" });
    },
  );

  it("says how to get a model that is missing", async () => {
    await using server = await openOllamaChatServer();
    const model = createOllamaModel({ model: "exaone3.5:7.8b", endpoint: server.url, timeoutMs });
    await expect(readEvents(model.generate(MODEL_REQUEST, LIMITS))).rejects.toMatchObject({
      code: "model-missing",
      message: `Cannot answer: Ollama at ${server.url} has no model "exaone3.5:7.8b"`,
      hint: expect.stringContaining("ollama pull exaone3.5:7.8b"),
    });
    expect(server.exchanges).toHaveLength(1);
  });

  it("takes a 404 that names no model for a server that is not Ollama", async () => {
    await using server = await openOllamaChatServer();
    const model = createOllamaModel({ model: OLLAMA_MODEL, endpoint: `${server.url}/v1`, timeoutMs });
    await expect(readEvents(model.generate(MODEL_REQUEST, LIMITS))).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("it answers 404: 404 page not found"),
      hint: expect.stringContaining("answer.endpoint"),
    });
  });

  it("says what to do about a prompt over the window", async () => {
    await using server = await openOllamaChatServer(({ response }) =>
      answerJson(response, 400, {
        error: "the prompt is longer than the context length currently available",
      }),
    );
    const model = createOllamaModel({ model: OLLAMA_MODEL, endpoint: server.url, timeoutMs });
    await expect(readEvents(model.generate(MODEL_REQUEST, LIMITS))).rejects.toMatchObject({
      hint: expect.stringContaining("answer.context_tokens"),
    });
  });

  it("tells why a model cannot chat", async () => {
    await using server = await openOllamaChatServer(({ response }) =>
      answerJson(response, 400, { error: '"bge-m3" does not support chat' }),
    );
    const model = createOllamaModel({ model: OLLAMA_MODEL, endpoint: server.url, timeoutMs });
    await expect(readEvents(model.generate(MODEL_REQUEST, LIMITS))).rejects.toMatchObject({
      message: expect.stringContaining('"bge-m3" does not support chat'),
    });
  });
});
