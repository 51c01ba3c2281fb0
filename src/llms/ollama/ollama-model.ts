import { KebabError } from "../../core/errors.ts";
import { parseJsonOrNull, toServerMessage } from "../../core/server-answer.ts";
import type { GenerateOptions, LanguageModel, ModelRequest } from "../../ports/language-model.ts";
import {
  BROKE_OFF,
  type ChatServer,
  parseEndpoint,
  ServerFault,
  toRefusalHint,
  toShownAddress,
} from "../chat-server.ts";
import { openHttpStream } from "../http-stream.ts";
import { type AnswerPart, toModelEvents, toUsage } from "../model-events.ts";
import { type RefusedAnswer, readRefusal } from "../refused-answer.ts";
import { readLines, type StreamLine } from "../stream-lines.ts";

const OLLAMA_ENDPOINT = "http://127.0.0.1:11434";

/** The same question over the same sources gets the same answer. */
const SEED = 0;

/** Ollama's own for a stream, and for an answer in one piece. */
const CONTENT_TYPES = ["application/x-ndjson", "application/json"];

export interface OllamaModelOptions {
  /** As `ollama list` names it: "qwen3:4b-instruct". */
  readonly model: string;
  readonly endpoint?: string;
  /** How long the server may be silent. The first answer waits until the model is loaded. */
  readonly timeoutMs: number;
}

export function createOllamaModel({ model, endpoint, timeoutMs }: OllamaModelOptions): LanguageModel {
  const url = parseEndpoint(endpoint ?? OLLAMA_ENDPOINT);
  const server: ChatServer = {
    name: `Ollama at ${toShownAddress(url)}`,
    url: new URL(`${url.pathname.replace(/\/+$/, "")}/api/chat`, url),
    headers: {},
    timeoutMs,
    hint: "Start it with `ollama serve`, or change answer.endpoint or answer.provider",
  };
  return {
    modelId: `ollama/${model}`,
    followsInstructions: true,
    generate: (request, options) =>
      toModelEvents(readAnswer(server, model, request, options), server, options),
    [Symbol.asyncDispose]: async () => {
      // Nothing is held between two requests.
    },
  };
}

/**
 * By default Ollama drops the beginning of a prompt over the window, and later half of it to go on writing, and says
 * nothing: the model then answers without its instructions and sources. With `truncate` and `shift` off it refuses, or
 * ends for its length; versions before 0.12.6 do not know them.
 *
 * `think` is left to the server. Off, models that cannot but reason do so within `content`, where nothing tells it from
 * the answer (ollama/ollama issues 12736, 13154); by default it comes as `thinking`.
 */
async function* readAnswer(
  server: ChatServer,
  model: string,
  { messages }: ModelRequest,
  { maxTokens, contextTokens, signal }: GenerateOptions,
): AsyncGenerator<AnswerPart> {
  const options = { num_predict: maxTokens, num_ctx: contextTokens, temperature: 0, seed: SEED };
  const body = { model, messages, stream: true, truncate: false, shift: false, options };
  using stream = await openHttpStream(server, body, signal);
  if (stream.status !== 200) throw toRefusal(await readRefusal(stream), server, model);
  if (!CONTENT_TYPES.includes(stream.contentType)) throw toWrongType(stream.contentType);
  for await (const line of readLines(stream.chunks)) {
    if (line.text.trim() === "") continue;
    const parts = toParts(line);
    yield* parts;
    if (parts.at(-1)?.kind === "end") return;
  }
}

interface ChatLine {
  readonly message?: { readonly content?: unknown; readonly thinking?: unknown } | null;
  readonly done?: unknown;
  readonly done_reason?: unknown;
  readonly prompt_eval_count?: unknown;
  readonly eval_count?: unknown;
  readonly error?: unknown;
}

function toParts(line: StreamLine): AnswerPart[] {
  const body = parseJsonOrNull(line.text);
  if (typeof body !== "object" || body === null) {
    throw new ServerFault(line.isComplete ? "a line of its answer is no JSON object" : BROKE_OFF);
  }
  const { message, done, done_reason, prompt_eval_count, eval_count, error } = body as ChatLine;
  // The status was sent before the model failed: the error comes as one more line.
  if (error !== undefined && error !== null)
    throw new ServerFault(`it says: ${toServerMessage({ body }) ?? "error"}`);
  const parts: AnswerPart[] = [];
  if (typeof message?.thinking === "string" && message.thinking !== "") parts.push({ kind: "reasoning" });
  if (typeof message?.content === "string") parts.push({ kind: "text", text: message.content });
  if (done === true) {
    const reason = done_reason === "length" ? "length" : "stop";
    parts.push({ kind: "end", reason, usage: toUsage(prompt_eval_count, eval_count) });
  }
  return parts;
}

function toRefusal(answer: RefusedAnswer, server: ChatServer, model: string): Error {
  const words = toServerMessage(answer);
  if (answer.status === 404 && words !== null && /model.*not found/.test(words)) {
    return new KebabError("model-missing", `Cannot answer: ${server.name} has no model "${model}"`, {
      hint: `Run \`ollama pull ${model}\`, or change answer.model`,
    });
  }
  return new ServerFault(`it answers ${answer.status}: ${words ?? "no reason given"}`, {
    hint: toRefusalHint(
      words,
      `Check answer.endpoint, and that "${model}" can chat: \`ollama show ${model}\``,
    ),
  });
}

function toWrongType(contentType: string): ServerFault {
  return new ServerFault(`it answers with ${contentType || "no content type"} instead of NDJSON`, {
    hint: "Check that answer.endpoint is the address of Ollama",
  });
}
