import type { ServerResponse } from "node:http";
import { answerJson, LocalServer, toTestVector } from "./local-server.ts";

export interface OllamaRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly truncate?: boolean;
}

export interface OllamaServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: OllamaRequest[];
}

/**
 * Speaks `/api/embed` as Ollama does. `answer` may take a request over: true when it has answered,
 * or means to leave it hanging.
 */
export async function openOllamaServer(
  options: {
    readonly model?: string;
    /** In characters; a longer input is refused, as Ollama does with `truncate` off. */
    readonly window?: number;
    readonly answer?: (request: OllamaRequest, response: ServerResponse, count: number) => boolean;
  } = {},
): Promise<OllamaServer> {
  const { model = "bge-m3", window = Number.POSITIVE_INFINITY, answer } = options;
  const requests: OllamaRequest[] = [];
  const server = await LocalServer.open((request, response, body) => {
    if (request.method !== "POST" || request.url !== "/api/embed") {
      answerJson(response, 404, { error: "404 page not found" });
      return;
    }
    const asked = JSON.parse(body) as OllamaRequest;
    requests.push(asked);
    if (answer?.(asked, response, requests.length) === true) return;
    if (asked.model.replace(/:latest$/, "") !== model) {
      answerJson(response, 404, { error: `model "${asked.model}" not found, try pulling it first` });
    } else if (asked.truncate === false && asked.input.some((text) => text.length > window)) {
      answerJson(response, 400, { error: "the input length exceeds the context length" });
    } else {
      answerJson(response, 200, { model, embeddings: asked.input.map((text) => toTestVector(text)) });
    }
  });
  return { url: server.url, requests, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
