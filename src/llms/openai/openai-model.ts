import { KebabError } from "../../core/errors.ts";
import { toServerMessage } from "../../core/server-answer.ts";
import type { GenerateOptions, LanguageModel, ModelRequest } from "../../ports/language-model.ts";
import {
  type ChatServer,
  parseEndpoint,
  ServerFault,
  toRefusalHint,
  toShownAddress,
} from "../chat-server.ts";
import { type HttpStream, openHttpStream } from "../http-stream.ts";
import { type AnswerPart, toModelEvents } from "../model-events.ts";
import { type RefusedAnswer, readRefusal } from "../refused-answer.ts";
import { readLines } from "../stream-lines.ts";
import { readCompletionStream, toCompletionParts } from "./completion.ts";
import { type AdaptableParameter, findRefusedParameter, toRequestBody } from "./request-body.ts";

export interface OpenAiModelOptions {
  readonly model: string;
  /** With or without the final /v1. */
  readonly endpoint: string;
  readonly apiKey?: string;
  /** How long the server may be silent. */
  readonly timeoutMs: number;
}

/** Any server that speaks OpenAI's protocol: theirs, LM Studio, llama.cpp, vLLM, OpenRouter. */
export function createOpenAiModel(options: OpenAiModelOptions): LanguageModel {
  const chat = new OpenAiChat(options);
  return {
    modelId: `openai/${options.model}`,
    followsInstructions: true,
    generate: (request, limits) => toModelEvents(chat.read(request, limits), chat.server, limits),
    [Symbol.asyncDispose]: async () => {
      // Nothing is held between two requests.
    },
  };
}

class OpenAiChat {
  readonly server: ChatServer;
  readonly #model: string;
  readonly #apiKey: string;
  /** Learnt from a request that was refused with them and answered without. */
  #refused: ReadonlySet<AdaptableParameter> = new Set();

  constructor({ model, endpoint, apiKey = "", timeoutMs }: OpenAiModelOptions) {
    const url = parseEndpoint(endpoint);
    this.#model = model;
    this.#apiKey = parseApiKey(apiKey);
    this.server = {
      name: toShownAddress(url),
      url: toChatUrl(url),
      headers: this.#apiKey === "" ? {} : { authorization: `Bearer ${this.#apiKey}` },
      timeoutMs,
      hint: "Start the server, or change answer.endpoint or answer.provider",
    };
  }

  async *read(request: ModelRequest, options: GenerateOptions): AsyncGenerator<AnswerPart> {
    using stream = await this.#open(request, options);
    switch (stream.contentType) {
      case "text/event-stream":
        yield* readCompletionStream(readLines(stream.chunks));
        return;
      case "application/json":
        yield* toCompletionParts(await readWhole(stream));
        return;
      default:
        throw new ServerFault(
          `it answers with ${stream.contentType || "no content type"} instead of events`,
          {
            hint: "Check that answer.endpoint is the address of a server that speaks OpenAI's protocol",
          },
        );
    }
  }

  /** Models differ in what they let one set. What a refusal names is left out, each parameter at most once. */
  async #open({ messages }: ModelRequest, { maxTokens, signal }: GenerateOptions): Promise<HttpStream> {
    const refused = new Set(this.#refused);
    for (;;) {
      const body = toRequestBody({ model: this.#model, messages, maxTokens }, refused);
      const stream = await openHttpStream(this.server, body, signal);
      if (stream.status === 200) {
        this.#refused = refused;
        return stream;
      }
      const answer = await readRefusal(stream);
      const parameter = findRefusedParameter(answer, refused);
      if (parameter === null) throw this.#toRefusal(answer);
      refused.add(parameter);
    }
  }

  #toRefusal(answer: RefusedAnswer): Error {
    const { status } = answer;
    const said = toServerMessage(answer);
    // Servers like to repeat the key that they refuse.
    const words = this.#apiKey === "" ? said : (said?.replaceAll(this.#apiKey, "…") ?? null);
    if (status === 404 || toErrorCode(answer) === "model_not_found") {
      // A wrong path is a 404 as well.
      const reason =
        words !== null && /model/i.test(words)
          ? `has no model "${this.#model}" (${words})`
          : `answers ${status}: ${words ?? "no reason given"}`;
      return new KebabError("model-missing", `Cannot answer: ${this.server.name} ${reason}`, {
        hint: "Change answer.model to one that the server lists, or answer.endpoint",
      });
    }
    const isKey = status === 401 || status === 403;
    return new ServerFault(`it answers ${status}: ${words ?? "no reason given"}`, {
      hint: isKey
        ? "Set answer.api_key, or better KEBAB_ANSWER_API_KEY, to a key that the server takes"
        : toRefusalHint(words, "Check answer.model and answer.endpoint"),
    });
  }
}

/** A key out of a file often ends in a line break. */
function parseApiKey(apiKey: string): string {
  const key = apiKey.trim();
  if (/^[\x21-\x7E]*$/.test(key)) return key;
  throw new KebabError("config-invalid", "Cannot answer: answer.api_key holds characters that no key has", {
    hint: "Set answer.api_key, or better KEBAB_ANSWER_API_KEY, to the key alone",
  });
}

/** A path that names a version is the server's own, such as /v1, /openai/v1 or /v1beta/openai; any other gets /v1. */
function toChatUrl(endpoint: URL): URL {
  const url = new URL(endpoint);
  const path = endpoint.pathname.replace(/\/+$/, "");
  const hasVersion = path.split("/").some((part) => /^v\d/.test(part));
  url.pathname = `${path}${hasVersion ? "" : "/v1"}/chat/completions`;
  return url;
}

async function readWhole({ chunks }: HttpStream): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString("utf8");
}

function toErrorCode({ body }: RefusedAnswer): unknown {
  return (body as { error?: { code?: unknown } | null } | null)?.error?.code;
}
