import { KebabError } from "../../core/errors.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { type HttpAnswer, postJson, toServerMessage } from "../http.ts";
import { toModelVersion } from "../model-version.ts";
import { findServedModel } from "../registry.ts";
import { type EmbeddingService, RemoteEmbedder } from "../remote-embedder.ts";

const DEFAULT_BATCH_SIZE = 32;
const DEFAULT_TIMEOUT_MS = 60_000;
/** Changes when the same model would give other vectors. */
const REVISION = 1;

export interface OpenAiEmbedderOptions {
  readonly model: string;
  /** With or without the final /v1. */
  readonly endpoint: string;
  readonly apiKey?: string;
  readonly batchSize?: number;
  readonly timeoutMs?: number;
}

/** Any server that speaks OpenAI's protocol: theirs, LM Studio, llama.cpp, vLLM, text-embeddings-inference. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model } = options;
  const facts = findServedModel(model);
  return new RemoteEmbedder({
    modelId: `openai/${model}`,
    version: toModelVersion([model, facts.queryPrefix, facts.documentPrefix, facts.maxTokens, REVISION]),
    facts,
    service: createService(options),
    batchSize: options.batchSize ?? DEFAULT_BATCH_SIZE,
  });
}

function createService({ model, endpoint, apiKey, timeoutMs }: OpenAiEmbedderOptions): EmbeddingService {
  const base = endpoint.replace(/\/+$/, "").replace(/\/v1$/, "");
  return {
    name: base,
    request: async (texts, { attempts, signal }) => {
      const answer = await postJson(
        `${base}/v1/embeddings`,
        { model, input: texts, encoding_format: "float" },
        {
          headers: apiKey === undefined || apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` },
          timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
          attempts,
          signal,
          hint: "Start the server, or change embeddings.endpoint or embeddings.provider",
        },
      );
      if (answer.status === 200) return toEmbeddings(answer.body);
      if (isTooLong(answer)) return "too-long";
      throw toError(answer, base, model);
    },
  };
}

/** By their `index`: the protocol does not promise the order of the list. */
function toEmbeddings(body: unknown): readonly unknown[] {
  const data = typeof body === "object" && body !== null ? (body as { data?: unknown }).data : undefined;
  if (!Array.isArray(data)) return [];
  const ordered = data.map(() => undefined as unknown);
  for (const [place, entry] of (data as unknown[]).entries()) {
    if (typeof entry !== "object" || entry === null) return [];
    const { index, embedding } = entry as { index?: unknown; embedding?: unknown };
    ordered[typeof index === "number" && index >= 0 && index < data.length ? index : place] = embedding;
  }
  return ordered;
}

function isTooLong(answer: HttpAnswer): boolean {
  if (answer.status === 413) return true;
  const isRefusal = answer.status === 400 || answer.status === 422;
  return (
    isRefusal &&
    /context length|maximum.*(tokens|length)|too (long|large|many tokens)|must have less than/i.test(
      toServerMessage(answer) ?? "",
    )
  );
}

function toError(answer: HttpAnswer, name: string, model: string): KebabError {
  const reason = toServerMessage(answer) ?? "no reason given";
  if (answer.status === 404) {
    return new KebabError("model-missing", `Cannot embed: ${name} has no model "${model}" (${reason})`, {
      hint: "Change embeddings.model to one that the server lists, or embeddings.endpoint",
    });
  }
  const isKey = answer.status === 401 || answer.status === 403;
  return new KebabError("model-unreachable", `Cannot embed: ${name} answers ${answer.status}: ${reason}`, {
    hint: isKey ? "Set embeddings.api_key" : "Check embeddings.model and embeddings.endpoint",
  });
}
