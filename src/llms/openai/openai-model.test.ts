import { describe, expect, it } from "vitest";
import { MODEL_REQUEST, readEvents, toAnswer } from "../../../test/contracts/language-model-contract.ts";
import { chatModelSuite } from "../../../test/support/chat-model-suite.ts";
import { ANSWER, type Respond, say } from "../../../test/support/chat-server.ts";
import { answerJson } from "../../../test/support/local-server.ts";
import {
  DONE,
  OPENAI_CHAT,
  OPENAI_MODEL,
  openOpenAiChatServer,
  toChunk,
  toEvent,
  USAGE_CHUNK,
} from "../../../test/support/openai-chat-server.ts";
import { createOpenAiModel } from "./openai-model.ts";

const LIMITS = { maxTokens: 512, contextTokens: 8192 };
const timeoutMs = 30_000;
const model = OPENAI_MODEL;

chatModelSuite({
  name: "createOpenAiModel()",
  protocol: OPENAI_CHAT,
  errorFrame: (words) => toEvent({ error: { message: words, type: "server_error" } }),
  openServer: (respond) => openOpenAiChatServer(respond),
  create: (endpoint, silenceMs) => createOpenAiModel({ model, endpoint, timeoutMs: silenceMs }),
});

/** What it makes of this body. */
async function answerTo(body: string, contentType = "text/event-stream") {
  await using server = await openOpenAiChatServer(({ response }) => {
    response.writeHead(200, { "content-type": contentType });
    response.end(body);
  });
  const openAi = createOpenAiModel({ model, endpoint: server.url, timeoutMs });
  return await readEvents(openAi.generate(MODEL_REQUEST, LIMITS));
}

const text = (content: string) => toChunk({ content });
const usage = { promptTokens: 26, answerTokens: 6 };

describe("createOpenAiModel()", () => {
  it.each([
    ["", "/v1/chat/completions"],
    ["/", "/v1/chat/completions"],
    ["/v1", "/v1/chat/completions"],
    ["/v1/", "/v1/chat/completions"],
    ["/proxy", "/proxy/v1/chat/completions"],
    ["/openai/v1", "/openai/v1/chat/completions"],
    ["/v1beta/openai/", "/v1beta/openai/chat/completions"],
    ["/v1?api-version=preview", "/v1/chat/completions?api-version=preview"],
  ])("asks for the whole prompt at an address that ends in %j", async (tail, path) => {
    await using server = await openOpenAiChatServer(say(OPENAI_CHAT), { path });
    const openAi = createOpenAiModel({ model, endpoint: `${server.url}${tail}`, timeoutMs });
    expect(openAi.modelId).toBe("openai/gpt-4o-mini");
    expect(await readEvents(openAi.generate(MODEL_REQUEST, LIMITS))).toEqual([
      ...ANSWER.map((piece) => ({ kind: "text", text: piece })),
      { kind: "end", reason: "stop", usage },
    ]);
    expect(server.exchanges.map(({ request }) => request)).toEqual([
      {
        model,
        messages: MODEL_REQUEST.messages,
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 512,
        temperature: 0,
      },
    ]);
    expect(server.exchanges[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    ["CRLF", (body: string) => body.replaceAll("\n", "\r\n")],
    ["CR", (body: string) => body.replaceAll("\n", "\r")],
    ["a byte order mark", (body: string) => `\uFEFF${body}`],
    ["no space after the colon", (body: string) => body.replaceAll("data: ", "data:")],
    ["comments and other fields", (body: string) => `: OPENROUTER PROCESSING\n\nid: 7\nretry: 1\n${body}`],
    ["no blank line at the end", (body: string) => body.trimEnd()],
    [
      "an event over several data lines",
      (body: string) => body.replaceAll(',"choices"', ',\ndata: "choices"'),
    ],
  ])("reads events with %s", async (_, change) => {
    const events = await answerTo(change(OPENAI_CHAT.toFrames(ANSWER).join("")));
    expect(toAnswer(events)).toBe(ANSWER.join(""));
    expect(events.at(-1)).toEqual({ kind: "end", reason: "stop", usage });
  });

  it("takes the last word of a model for the end where [DONE] is left out", async () => {
    const events = await answerTo(text("답") + toChunk({}, "length"));
    expect(events.at(-1)).toEqual({ kind: "end", reason: "length", usage: null });
    expect((await answerTo(text("답") + DONE)).at(-1)).toMatchObject({ kind: "end", reason: "stop" });
    const whole = await answerTo(text("답") + USAGE_CHUNK + toChunk({}, "stop") + DONE + text("more"));
    expect(whole).toEqual([
      { kind: "text", text: "답" },
      { kind: "end", reason: "stop", usage },
    ]);
  });

  it("takes reasoning of its own field for no answer", async () => {
    const reasoning = toChunk({ reasoning_content: "먼저" }) + toChunk({ reasoning: "찾자", content: null });
    expect(toAnswer(await answerTo(reasoning + text("답 [1]") + DONE))).toBe("답 [1]");
    await expect(answerTo(reasoning + toChunk({}, "length") + DONE)).rejects.toMatchObject({
      message: expect.stringContaining("used all 512 tokens for its reasoning"),
    });
  });

  it("reads content that is a list of parts", async () => {
    const content = [
      { type: "thinking", thinking: [{ type: "text", text: "먼저" }] },
      { type: "text", text: "답 " },
      null,
      { type: "text", text: "[1]" },
    ];
    expect(toAnswer(await answerTo(toChunk({ content }) + DONE))).toBe("답 [1]");
  });

  it("tells an error that has the name of one, and a filter's", async () => {
    await expect(answerTo(`${text("답")}event: error\ndata: {"message":"overloaded"}\n\n`)).rejects.toThrow(
      "it says: overloaded",
    );
    await expect(answerTo(text("답") + toChunk({}, "content_filter") + DONE)).rejects.toThrow(
      "its content filter withheld the rest of the answer",
    );
  });

  it.each(["[]", "null", "7", '{"choices":5}', '{"choices":[null]}', '{"choices":[{"delta":"hi"}]}'])(
    "never takes %s for text",
    async (data) => {
      await expect(answerTo(`data: ${data}\n\n`)).rejects.toMatchObject({ code: "model-unreachable" });
    },
  );
});

describe("createOpenAiModel() with a server that does not stream", () => {
  const completion = (fields: object) =>
    JSON.stringify({ id: "chatcmpl-1", object: "chat.completion", ...fields }, null, 2);

  it("understands an answer in one piece", async () => {
    const message = { role: "assistant", content: "<think>먼저</think>답 [1]" };
    const body = completion({
      choices: [{ index: 0, message, finish_reason: "length" }],
      usage: { prompt_tokens: 26, completion_tokens: 6 },
    });
    expect(await answerTo(body, "application/json; charset=utf-8")).toEqual([
      { kind: "text", text: "답 [1]" },
      { kind: "end", reason: "length", usage },
    ]);
  });

  it.each([
    [completion({ error: { message: "overloaded" } }), "it says: overloaded"],
    [completion({ choices: [] }), "its answer holds no choice"],
    ["{", "is no JSON object"],
    ["", "is no JSON object"],
  ])("tells what is wrong with %j", async (body, words) => {
    await expect(answerTo(body, "application/json")).rejects.toThrow(words);
  });
});

describe("createOpenAiModel() with a server that refuses", () => {
  it("sends its key, and says where to set it", async () => {
    await using server = await openOpenAiChatServer(say(OPENAI_CHAT), { apiKey: "sk-right" });
    const ask = (apiKey: string) =>
      readEvents(
        createOpenAiModel({ model, endpoint: server.url, apiKey, timeoutMs }).generate(MODEL_REQUEST, LIMITS),
      );
    expect(toAnswer(await ask("sk-right\n"))).toBe(ANSWER.join(""));
    const refused = ask("sk-wrong");
    await expect(refused).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("it answers 401: Incorrect API key provided: …"),
      hint: expect.stringMatching(/answer\.api_key.*KEBAB_ANSWER_API_KEY/),
    });
    await expect(refused).rejects.not.toThrow("sk-wrong");
    expect(server.exchanges).toHaveLength(2);
  });

  it.each(["sk\r\nx-evil: 1", "sk 1", "열쇠"])("takes %j for no key, and does not repeat it", (apiKey) => {
    const create = () => createOpenAiModel({ model, endpoint: "http://127.0.0.1:9", apiKey, timeoutMs });
    expect(create).toThrow(/answer\.api_key holds characters/);
    expect(create).not.toThrow(apiKey);
  });

  it("says what to do about a prompt over the window", async () => {
    await using server = await openOpenAiChatServer(({ response }) =>
      answerJson(response, 400, { error: { message: "This model's maximum context length is 4096 tokens" } }),
    );
    const openAi = createOpenAiModel({ model, endpoint: server.url, timeoutMs });
    await expect(readEvents(openAi.generate(MODEL_REQUEST, LIMITS))).rejects.toMatchObject({
      hint: expect.stringContaining("answer.context_tokens"),
    });
  });

  it("tells a model that it does not have", async () => {
    await using server = await openOpenAiChatServer();
    const openAi = createOpenAiModel({ model: "gpt-9", endpoint: server.url, timeoutMs });
    await expect(readEvents(openAi.generate(MODEL_REQUEST, LIMITS))).rejects.toMatchObject({
      code: "model-missing",
      message: expect.stringContaining('has no model "gpt-9"'),
      hint: expect.stringContaining("answer.model"),
    });
  });

  it("does not take a wrong path for a missing model", async () => {
    await using server = await openOpenAiChatServer();
    const openAi = createOpenAiModel({ model, endpoint: `${server.url}/v2`, timeoutMs });
    await expect(readEvents(openAi.generate(MODEL_REQUEST, LIMITS))).rejects.toMatchObject({
      code: "model-missing",
      message: `Cannot answer: ${server.url}/v2 answers 404: 404 page not found`,
      hint: expect.stringContaining("answer.endpoint"),
    });
  });

  const unsupported = (param: string) => ({
    error: {
      message: `Unsupported parameter: '${param}' is not supported with this model.`,
      type: "invalid_request_error",
      param,
      code: "unsupported_parameter",
    },
  });

  it.each<[string, number, unknown, object]>([
    [
      "max_tokens",
      400,
      { error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." } },
      { stream_options: { include_usage: true }, max_completion_tokens: 512, temperature: 0 },
    ],
    [
      "stream_options",
      422,
      { detail: [{ loc: ["body", "stream_options"], msg: "Extra inputs are not permitted" }] },
      { max_tokens: 512, temperature: 0 },
    ],
    [
      "temperature",
      400,
      unsupported("temperature"),
      { stream_options: { include_usage: true }, max_tokens: 512 },
    ],
  ])("%s asks once more without it, and remembers", async (name, status, refusal, changed) => {
    const answer = say(OPENAI_CHAT);
    await using server = await openOpenAiChatServer((exchange) => {
      if (name in exchange.request) answerJson(exchange.response, status, refusal);
      else return answer(exchange);
    });
    const openAi = createOpenAiModel({ model, endpoint: server.url, timeoutMs });
    const request = { model, messages: MODEL_REQUEST.messages, stream: true, ...changed };
    for (const requests of [2, 3]) {
      expect(toAnswer(await readEvents(openAi.generate(MODEL_REQUEST, LIMITS)))).toBe(ANSWER.join(""));
      expect(server.exchanges).toHaveLength(requests);
      expect(server.exchanges.at(-1)?.request).toEqual(request);
    }
  });

  it("all three is asked without any of them", async () => {
    const answer = say(OPENAI_CHAT);
    const names = ["temperature", "max_tokens", "stream_options"];
    await using server = await openOpenAiChatServer((exchange) => {
      const name = names.find((parameter) => parameter in exchange.request);
      if (name === undefined) return answer(exchange);
      answerJson(exchange.response, 400, unsupported(name));
    });
    const openAi = createOpenAiModel({ model, endpoint: server.url, timeoutMs });
    expect(toAnswer(await readEvents(openAi.generate(MODEL_REQUEST, LIMITS)))).toBe(ANSWER.join(""));
    expect(server.exchanges).toHaveLength(4);
  });

  it.each<[string, number, Respond]>([
    [
      "whatever it is asked",
      4,
      ({ response }) =>
        answerJson(response, 400, { error: { message: "bad max_tokens, stream_options, temperature" } }),
    ],
    ["another parameter", 1, ({ response }) => answerJson(response, 400, unsupported("messages"))],
    [
      "for a reason of its own",
      1,
      ({ response }) => answerJson(response, 500, { error: { message: "max_tokens crashed" } }),
    ],
  ])("%s is asked %i times, and then not again", async (_, requests, respond) => {
    await using server = await openOpenAiChatServer(respond);
    const openAi = createOpenAiModel({ model, endpoint: server.url, timeoutMs });
    const ask = () => readEvents(openAi.generate(MODEL_REQUEST, LIMITS));
    await expect(ask()).rejects.toMatchObject({ code: "model-unreachable" });
    expect(server.exchanges).toHaveLength(requests);
    await expect(ask()).rejects.toThrow();
    expect(server.exchanges[requests]?.request).toMatchObject({ max_tokens: 512, temperature: 0 });
  });
});
