import type { ServerResponse } from "node:http";
import { answerJson, LocalServer, toTestVector } from "./local-server.ts";

export interface OpenAiRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly encoding_format: string;
}

export interface OpenAiServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: OpenAiRequest[];
}

/** Speaks `/v1/embeddings`. It answers in reverse: only `index` tells which vector is whose. */
export async function openOpenAiServer(
  options: {
    readonly model?: string;
    readonly apiKey?: string;
    /** In characters. */
    readonly window?: number;
    readonly answer?: (request: OpenAiRequest, response: ServerResponse, count: number) => boolean;
  } = {},
): Promise<OpenAiServer> {
  const { model = "text-embedding-3-small", apiKey, window = Number.POSITIVE_INFINITY, answer } = options;
  const requests: OpenAiRequest[] = [];
  const server = await LocalServer.open((request, response, body) => {
    const refuse = (status: number, message: string): void =>
      answerJson(response, status, { error: { message, type: "invalid_request_error" } });
    if (request.method !== "POST" || request.url !== "/v1/embeddings") {
      refuse(404, `Unknown request URL: ${request.method} ${request.url}`);
      return;
    }
    if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
      refuse(401, "Incorrect API key provided");
      return;
    }
    const asked = JSON.parse(body) as OpenAiRequest;
    requests.push(asked);
    if (answer?.(asked, response, requests.length) === true) return;
    if (asked.model !== model) refuse(404, `The model \`${asked.model}\` does not exist`);
    else if (asked.input.some((text) => text.length > window)) {
      refuse(400, "This model's maximum context length is 8192 tokens");
    } else {
      const data = asked.input.map((text, index) => ({
        object: "embedding",
        index,
        embedding: toTestVector(text),
      }));
      answerJson(response, 200, { object: "list", data: data.toReversed(), model });
    }
  });
  return { url: server.url, requests, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
