import { describe, expect, it } from "vitest";
import { answerJson, toTestVector } from "../../../test/support/local-server.ts";
import { openOpenAiServer } from "../../../test/support/openai-server.ts";
import { createOpenAiEmbedder } from "./openai-embedder.ts";

const model = "text-embedding-3-small";
const unit = (vector: number[]): Float32Array => {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
};

describe("createOpenAiEmbedder()", () => {
  it.each(["", "/", "/v1", "/v1/"])(
    "takes an address that ends in %j, and puts vectors in order by their index",
    async (end) => {
      await using server = await openOpenAiServer();
      await using embedder = createOpenAiEmbedder({ model, endpoint: `${server.url}${end}` });
      const texts = ["the third", "a", "bb"];
      const { vectors, split } = await embedder.embedDocuments(texts);
      expect(vectors).toEqual(texts.map((text) => unit(toTestVector(text))));
      expect(split).toBe(0);
      expect(server.requests).toEqual([{ model, input: ["a", "bb", "the third"], encoding_format: "float" }]);
      expect(embedder.modelId).toBe(`openai/${model}`);
    },
  );

  it("sends the key when there is one, and says what is missing when there is none", async () => {
    await using server = await openOpenAiServer({ apiKey: "secret" });
    const endpoint = server.url;
    expect(await createOpenAiEmbedder({ model, endpoint, apiKey: "secret" }).embedQuery("x")).toHaveLength(4);
    await expect(createOpenAiEmbedder({ model, endpoint }).embedQuery("x")).rejects.toMatchObject({
      code: "model-unreachable",
      hint: "Set embeddings.api_key",
      message: expect.not.stringContaining("secret"),
    });
  });

  it("puts the prefixes of a model it knows before the texts", async () => {
    await using server = await openOpenAiServer({ model: "intfloat/multilingual-e5-small" });
    const embedder = createOpenAiEmbedder({ model: "intfloat/multilingual-e5-small", endpoint: server.url });
    await embedder.embedQuery("질문");
    await embedder.embedDocuments(["문서"]);
    expect(server.requests.map(({ input }) => input)).toEqual([["query: 질문"], ["passage: 문서"]]);
  });

  it("tells a model the server does not have", async () => {
    await using server = await openOpenAiServer();
    const embedder = createOpenAiEmbedder({ model: "other", endpoint: server.url });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({
      code: "model-missing",
      message: expect.stringContaining("The model `other` does not exist"),
    });
  });

  it("waits as long as a busy server asks, then tries again", async () => {
    await using server = await openOpenAiServer({
      answer: (_, response, count) => {
        if (count > 1) return false;
        response.writeHead(429, { "retry-after": "0" });
        response.end();
        return true;
      },
    });
    const embedder = createOpenAiEmbedder({ model, endpoint: server.url });
    expect(await embedder.embedQuery("x")).toHaveLength(4);
    expect(server.requests).toHaveLength(2);
  });

  it("cuts what the server finds too long", async () => {
    await using server = await openOpenAiServer({ window: 300 });
    const embedder = createOpenAiEmbedder({ model, endpoint: server.url });
    expect((await embedder.embedDocuments(["word ".repeat(200)])).split).toBe(1);
  });

  it("tells a server that is not there, one that hangs, and stops when told to", async () => {
    const gone = await openOpenAiServer();
    await gone[Symbol.asyncDispose]();
    await expect(createOpenAiEmbedder({ model, endpoint: gone.url }).embedQuery("x")).rejects.toMatchObject({
      code: "model-unreachable",
      hint: expect.stringContaining("embeddings.endpoint"),
    });
    await using hanging = await openOpenAiServer({ answer: () => true });
    const embedder = createOpenAiEmbedder({ model, endpoint: hanging.url, timeoutMs: 100 });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({ code: "model-unreachable" });
    await expect(embedder.embedQuery("x", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it.each<[string, unknown]>([
    [
      "a list with holes",
      {
        data: [
          { index: 0, embedding: [1, 2] },
          { index: 0, embedding: [1, 2] },
        ],
      },
    ],
    ["base64 in place of numbers", { data: [{ index: 0, embedding: "AACAPw==" }] }],
    ["null among the numbers", { data: [{ index: 0, embedding: [null, 1] }] }],
    ["a page of HTML", "<html>"],
  ])("refuses %s", async (_, body) => {
    await using server = await openOpenAiServer({
      answer: (_request, response) => {
        answerJson(response, 200, body);
        return true;
      },
    });
    const embedder = createOpenAiEmbedder({ model, endpoint: server.url });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("Cannot use the answer"),
    });
  });
});
