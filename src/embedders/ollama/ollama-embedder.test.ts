import { describe, expect, it } from "vitest";
import { answerJson, toTestVector } from "../../../test/support/local-server.ts";
import { openOllamaServer } from "../../../test/support/ollama-server.ts";
import { createOllamaEmbedder } from "./ollama-embedder.ts";

const unit = (vector: number[]): Float32Array => {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
};

describe("createOllamaEmbedder()", () => {
  it("answers in the order given, with vectors of length 1", async () => {
    await using server = await openOllamaServer();
    await using embedder = createOllamaEmbedder({
      model: "bge-m3",
      endpoint: `${server.url}/`,
      batchSize: 2,
    });
    const texts = ["a much longer text that comes first", "b", "middle one", "c"];
    const { vectors, split } = await embedder.embedDocuments(texts);
    expect(vectors).toEqual(texts.map((text) => unit(toTestVector(text))));
    expect(split).toBe(0);
    expect(server.requests.map(({ input }) => input.length)).toEqual([2, 2]);
    expect(embedder.modelId).toBe("ollama/bge-m3");
  });

  it("puts the model's own prefixes before queries and documents", async () => {
    await using server = await openOllamaServer({ model: "nomic-embed-text" });
    const embedder = createOllamaEmbedder({ model: "nomic-embed-text:latest", endpoint: server.url });
    await embedder.embedQuery("question");
    await embedder.embedDocuments(["passage"]);
    expect(server.requests.map(({ input }) => input)).toEqual([
      ["search_query: question"],
      ["search_document: passage"],
    ]);
  });

  it("asks for nothing when there are no texts, and embeds an empty one", async () => {
    await using server = await openOllamaServer();
    const embedder = createOllamaEmbedder({ model: "bge-m3", endpoint: server.url });
    expect(await embedder.embedDocuments([])).toEqual({ vectors: [], split: 0 });
    expect(server.requests).toEqual([]);
    const { vectors } = await embedder.embedDocuments(["", "   "]);
    expect(vectors.map((vector) => vector.length)).toEqual([4, 4]);
  });

  it("embeds a text over the window in parts, and counts it", async () => {
    await using server = await openOllamaServer({ model: "mxbai-embed-large" });
    const embedder = createOllamaEmbedder({ model: "mxbai-embed-large", endpoint: server.url });
    const { vectors, split } = await embedder.embedDocuments(["short", "word ".repeat(1200)]);
    expect(split).toBe(1);
    expect(Math.hypot(...vectors[1]!)).toBeCloseTo(1, 6);
    const sent = server.requests.flatMap(({ input }) => input);
    expect(sent.filter((text) => text !== "short").join("")).toBe("word ".repeat(1200));
    expect(server.requests.every(({ truncate }) => truncate === false)).toBe(true);
  });

  it("cuts further what the server finds too long, and nothing of it is lost", async () => {
    await using server = await openOllamaServer({ window: 500 });
    const embedder = createOllamaEmbedder({ model: "bge-m3", endpoint: server.url });
    const long = Array.from({ length: 400 }, (_, at) => `w${at} `).join("");
    const { split, vectors } = await embedder.embedDocuments(["one", long, "two"]);
    expect(split).toBe(1);
    expect(vectors).toHaveLength(3);
    const accepted = server.requests.flatMap(({ input }) =>
      input.every((text) => text.length <= 500) ? input : [],
    );
    expect(accepted.filter((text) => text.startsWith("w")).join("")).toBe(long);
  });

  it("names the command that fetches a missing model", async () => {
    await using server = await openOllamaServer();
    const embedder = createOllamaEmbedder({ model: "bge-large", endpoint: server.url });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({
      code: "model-missing",
      hint: expect.stringContaining("`ollama pull bge-large`"),
    });
  });

  it("tries again when the server stumbles", async () => {
    await using server = await openOllamaServer({
      answer: (_, response, count) => {
        if (count === 1) answerJson(response, 500, { error: "loading model" });
        return count === 1;
      },
    });
    const embedder = createOllamaEmbedder({ model: "bge-m3", endpoint: server.url });
    expect(await embedder.embedQuery("x")).toHaveLength(4);
    expect(server.requests).toHaveLength(2);
  });

  it("gives up on a server that keeps failing, with its own words", async () => {
    await using server = await openOllamaServer({
      answer: (_, response) => {
        answerJson(response, 500, { error: "out of memory" });
        return true;
      },
    });
    const embedder = createOllamaEmbedder({ model: "bge-m3", endpoint: server.url });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("out of memory"),
    });
  });

  it("does not try again what the server refuses", async () => {
    await using server = await openOllamaServer({
      answer: (_, response) => {
        answerJson(response, 400, { error: "this model does not support embeddings" });
        return true;
      },
    });
    const embedder = createOllamaEmbedder({ model: "bge-m3", endpoint: server.url });
    await expect(embedder.embedDocuments(["x"])).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("does not support embeddings"),
    });
    expect(server.requests).toHaveLength(1);
  });

  it("says how to start a server that is not there", async () => {
    const server = await openOllamaServer();
    await server[Symbol.asyncDispose]();
    const embedder = createOllamaEmbedder({ model: "bge-m3", endpoint: server.url });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("nothing listens there"),
      hint: expect.stringContaining("embeddings.provider"),
    });
  });

  it("does not wait for ever", async () => {
    await using server = await openOllamaServer({ answer: () => true });
    const embedder = createOllamaEmbedder({ model: "bge-m3", endpoint: server.url, timeoutMs: 100 });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("no answer within 0.1 s"),
    });
    expect(server.requests).toHaveLength(1);
  });

  it("stops when it is told to, also while it waits", async () => {
    await using server = await openOllamaServer({ answer: () => true });
    const embedder = createOllamaEmbedder({ model: "bge-m3", endpoint: server.url });
    const controller = new AbortController();
    const running = embedder.embedDocuments(["x"], { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    await expect(embedder.embedQuery("x", { signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it.each<[string, unknown]>([
    ["null among the numbers", [[1, null, 3]]],
    ["a vector of zeros", [[0, 0, 0]]],
    ["an empty vector", [[]]],
    ["no vector", []],
    ["too many vectors", [[1], [1]]],
    ["something else altogether", "hello"],
  ])("refuses %s", async (_, embeddings) => {
    await using server = await openOllamaServer({
      answer: (_request, response) => {
        answerJson(response, 200, { embeddings });
        return true;
      },
    });
    const embedder = createOllamaEmbedder({ model: "bge-m3", endpoint: server.url });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("Cannot use the answer of Ollama"),
    });
  });

  it("refuses vectors of another length than those before", async () => {
    await using server = await openOllamaServer({
      answer: (_, response, count) => {
        answerJson(response, 200, { embeddings: [count === 1 ? [1, 2, 3] : [1, 2]] });
        return true;
      },
    });
    const embedder = createOllamaEmbedder({ model: "bge-m3", endpoint: server.url });
    await embedder.embedQuery("x");
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({
      message: expect.stringContaining("vectors of 3 and of 2 numbers"),
    });
  });
});
