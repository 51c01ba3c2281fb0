import { createHash } from "node:crypto";
import { createServer } from "node:http";

/** Any name of a model does; it decides the vectors, and a number at its end is their length. */
export const MODEL = "words-64";
export const OTHER_MODEL = "other-48";

/**
 * Speaks `/api/embed` as Ollama does and `/v1/embeddings` as OpenAI does, at no cost: the same model gives the
 * same text the same vector, in every run. `server.answer` may be set to take requests over: it gets the
 * request's number, the texts, their vectors and how to word them, and gives (or promises) what to answer: vectors,
 * { status, body }, { cut } to hang up after a share of the answer, or null to hang up at once.
 */
export async function openEmbeddingServer(options = {}) {
  const listener = createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on(
      "end",
      () => void respond(JSON.parse(Buffer.concat(parts).toString("utf8")), request, response),
    );
    request.on("error", () => undefined);
  });
  const server = {
    url: "",
    requests: 0,
    texts: 0,
    /** A request takes so long: a kill by the clock must be able to come in between. */
    delayMs: options.delayMs ?? 0,
    answer: null,
    onAnswered: null,
    close: () => {
      listener.closeAllConnections();
      return new Promise((resolve) => listener.close(resolve));
    },
    /** At the same address, after a close. */
    reopen: () => listen(listener, Number(new URL(server.url).port)),
  };

  async function respond({ model, input }, { url }, response) {
    server.requests++;
    server.texts += input.length;
    const number = server.requests;
    if (server.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, server.delayMs));
    const vectors = input.map((text) => toVector(model, text));
    const toBody = (embeddings) =>
      url.startsWith("/v1/") ? toOpenAiBody(model, embeddings) : { model, embeddings };
    const answer =
      server.answer === null ? vectors : await server.answer({ number, model, input, vectors, toBody });
    if (answer === null) {
      response.destroy();
      return;
    }
    const {
      status = 200,
      body = toBody(vectors),
      cut,
    } = Array.isArray(answer) ? { body: toBody(answer) } : answer;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    // With its length, so that half of it is known to be half.
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    if (cut === undefined) response.end(text, () => server.onAnswered?.(number));
    else response.write(text.slice(0, text.length * cut), () => response.destroy());
  }

  await listen(listener, 0);
  server.url = `http://127.0.0.1:${listener.address().port}`;
  return server;
}

function toOpenAiBody(model, vectors) {
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
  return { object: "list", model, data };
}

function listen(listener, port) {
  return new Promise((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(port, "127.0.0.1", resolve);
  });
}

/** Each word adds a direction of its own, so that texts with the same words are near each other. */
function toVector(model, text) {
  const dimension = Number(/(\d+)$/.exec(model)?.[1] ?? 64);
  const vector = Array(dimension).fill(0);
  vector[0] = 0.01;
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const hash = createHash("md5").update(`${model} ${word}`).digest();
    for (let at = 0; at < 8; at++) vector[hash[at] % dimension] += hash[at + 8] / 128 - 1;
  }
  return vector;
}

/** What makes kebab embed with that server. */
export function toEmbeddingEnvironment(
  server,
  { store = "sqlite-vec", provider = "ollama", model = MODEL, batchSize = 8 } = {},
) {
  return {
    KEBAB_EMBEDDINGS_PROVIDER: provider,
    KEBAB_EMBEDDINGS_ENDPOINT: server.url,
    KEBAB_EMBEDDINGS_MODEL: model,
    KEBAB_EMBEDDINGS_BATCH_SIZE: String(batchSize),
    KEBAB_STORAGE_VECTOR_STORE: store,
  };
}

/** Lets the nth request from now on wait until it is released; the others are answered. */
export function holdRequest(server, count) {
  const wanted = server.requests + count;
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  const held = new Promise((resolve) => {
    server.answer = async ({ number, vectors }) => {
      if (number === wanted) {
        resolve();
        await released;
      }
      return vectors;
    };
  });
  return { held, release };
}
