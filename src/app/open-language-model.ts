import { KebabError } from "../core/errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { LanguageModel } from "../ports/language-model.ts";

export interface LanguageModelSettings {
  readonly provider: "extractive" | "ollama" | "openai";
  /** The server's own name; extractive needs none. */
  readonly model: string;
  /** Empty: Ollama's usual address. */
  readonly endpoint: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
}

/** The model the settings name. Loads the one adapter that is needed, and asks no server yet. */
export async function openLanguageModel(
  settings: LanguageModelSettings,
  { embedder }: { readonly embedder: Embedder | null },
): Promise<LanguageModel> {
  const { provider, model, endpoint, apiKey, timeoutMs } = settings;
  if (provider === "extractive") {
    const { createExtractiveModel } = await import("../llms/extractive/extractive-model.ts");
    return createExtractiveModel({ embedder });
  }
  if (model === "") throw toNoModel(provider);
  if (provider === "ollama") {
    const { createOllamaModel } = await import("../llms/ollama/ollama-model.ts");
    return createOllamaModel({ model, timeoutMs, ...(endpoint === "" ? {} : { endpoint }) });
  }
  if (endpoint === "") throw toNoEndpoint();
  const { createOpenAiModel } = await import("../llms/openai/openai-model.ts");
  return createOpenAiModel({ model, endpoint, timeoutMs, ...(apiKey === "" ? {} : { apiKey }) });
}

function toNoModel(provider: string): KebabError {
  return new KebabError(
    "config-invalid",
    `Cannot answer with provider ${provider}: answer.model is not set`,
    {
      hint:
        provider === "ollama"
          ? "Set answer.model to one that `ollama list` names, such as qwen3:4b-instruct"
          : "Set answer.model to the server's name for its model",
    },
  );
}

/** Text never leaves for somebody's server because a line was left out of the config. */
function toNoEndpoint(): KebabError {
  return new KebabError("config-invalid", "Cannot answer with provider openai: answer.endpoint is not set", {
    hint: "Set answer.endpoint to the server's address, such as http://127.0.0.1:8080/v1",
  });
}
