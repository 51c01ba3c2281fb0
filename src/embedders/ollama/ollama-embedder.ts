import { KebabError } from "../../core/errors.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { type HttpAnswer, postJson, toServerMessage } from "../http.ts";
import { toModelVersion } from "../model-version.ts";
import { findServedModel } from "../registry.ts";
import { type EmbeddingService, RemoteEmbedder } from "../remote-embedder.ts";

export const OLLAMA_ENDPOINT = "http://127.0.0.1:11434";

const DEFAULT_BATCH_SIZE = 32;
/** The first request may load a model of a gigabyte from a slow disk. */
const DEFAULT_TIMEOUT_MS = 120_000;
/** Changes when the same model would give other vectors. Ollama's digest of the weights would need a request of its own. */
const REVISION = 1;

export interface OllamaEmbedderOptions {
  /** As `ollama list` names it: "bge-m3", "nomic-embed-text:v1.5". */
  readonly model: string;
  readonly endpoint?: string;
  readonly batchSize?: number;
  readonly timeoutMs?: number;
}

export function createOllamaEmbedder(options: OllamaEmbedderOptions): Embedder {
  const { model } = options;
  const facts = findServedModel(model);
  return new RemoteEmbedder({
    modelId: `ollama/${model}`,
    version: toModelVersion([model, facts.queryPrefix, facts.documentPrefix, facts.maxTokens, REVISION]),
    facts,
    service: createService(options),
    batchSize: options.batchSize ?? DEFAULT_BATCH_SIZE,
  });
}

function createService(options: OllamaEmbedderOptions): EmbeddingService {
  const { model, endpoint = OLLAMA_ENDPOINT, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const base = endpoint.replace(/\/+$/, "");
  const name = `Ollama at ${base}`;
  return {
    name,
    request: async (texts, { attempts, signal }) => {
      // By default Ollama drops what is over the window and says nothing: with `truncate` off it refuses.
      const answer = await postJson(
        `${base}/api/embed`,
        { model, input: texts, truncate: false },
        {
          timeoutMs,
          attempts,
          signal,
          hint: "Start it with `ollama serve`, or change embeddings.provider or embeddings.endpoint",
        },
      );
      if (answer.status === 200) return toEmbeddings(answer.body);
      if (isTooLong(answer)) return "too-long";
      throw toError(answer, name, model);
    },
  };
}

function toEmbeddings(body: unknown): readonly unknown[] {
  const embeddings =
    typeof body === "object" && body !== null ? (body as { embeddings?: unknown }).embeddings : undefined;
  return Array.isArray(embeddings) ? (embeddings as unknown[]) : [];
}

function isTooLong(answer: HttpAnswer): boolean {
  return answer.status === 400 && /exceeds|context length|too long/i.test(toServerMessage(answer) ?? "");
}

function toError(answer: HttpAnswer, name: string, model: string): KebabError {
  if (answer.status === 404) {
    return new KebabError("model-missing", `Cannot embed: ${name} has no model "${model}"`, {
      hint: `Run \`ollama pull ${model}\`, or change embeddings.model`,
    });
  }
  const reason = toServerMessage(answer) ?? "no reason given";
  return new KebabError("model-unreachable", `Cannot embed: ${name} answers ${answer.status}: ${reason}`, {
    hint: `Check that "${model}" is an embedding model: \`ollama show ${model}\``,
  });
}
