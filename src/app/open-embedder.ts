import { existsSync, statSync } from "node:fs";
import { KebabError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { isCovered } from "../core/scripts.ts";
import { locateBridge } from "../embedders/model-files.ts";
import { findModel, REGISTRY, type RegistryModel } from "../embedders/registry.ts";
import type { Embedder } from "../ports/embedder.ts";

export interface EmbedderSettings {
  readonly provider: "onnx" | "ollama" | "openai" | "none";
  /** A name of the registry or the path of a model's folder for onnx; the server's own name for the others. */
  readonly model: string;
  /** Empty: the provider's usual address. */
  readonly endpoint: string;
  readonly apiKey: string;
  /** 0 is all cores. */
  readonly threads: number;
  /** Texts in a request to a server; 0 is the provider's own default. */
  readonly batchSize: number;
  readonly modelsDir: string;
}

/** The embedder the settings name; null for none. Loads the one adapter that is needed, and no model yet. */
export async function openEmbedder(settings: EmbedderSettings): Promise<Embedder | null> {
  const { provider, model, endpoint, apiKey } = settings;
  const batch = settings.batchSize === 0 ? {} : { batchSize: settings.batchSize };
  switch (provider) {
    case "none":
      return null;
    case "onnx":
      return openLocalEmbedder(toLocalModel(model), settings);
    case "ollama": {
      const { createOllamaEmbedder } = await import("../embedders/ollama/ollama-embedder.ts");
      return createOllamaEmbedder({ model, ...batch, ...(endpoint === "" ? {} : { endpoint }) });
    }
    case "openai": {
      if (endpoint === "") throw toNoEndpoint();
      const { createOpenAiEmbedder } = await import("../embedders/openai/openai-embedder.ts");
      return createOpenAiEmbedder({ model, endpoint, ...batch, ...(apiKey === "" ? {} : { apiKey }) });
    }
  }
}

/** Of the weights and of a bridge only the size is looked at: each is read for the first text that needs it. */
async function openLocalEmbedder(
  model: RegistryModel | { readonly folder: string },
  { modelsDir, threads }: EmbedderSettings,
): Promise<Embedder> {
  const { openOnnxEmbedder } = await import("../embedders/onnx/onnx-embedder.ts");
  if (!("id" in model) || model.bridge === null) return openOnnxEmbedder({ model, modelsDir, threads });
  const { bridge, id, scripts } = model;
  const tablePath = locateBridge(model);
  const { openBridgeEmbedder } = await import("../embedders/bridge/bridge-embedder.ts");
  return openBridgeEmbedder({
    modelId: id,
    teacher: openOnnxEmbedder({ model: bridge.teacher, modelsDir, threads }),
    tablePath,
    tableSha256: bridge.file.sha256,
    covers: (text, use) => isCovered(text, scripts, use),
  });
}

function toLocalModel(model: string): RegistryModel | { readonly folder: string } {
  const known = findModel(model);
  if (known !== null) return known;
  if (existsSync(model) && statSync(model).isDirectory()) return { folder: model };
  const close = nearest(
    model,
    REGISTRY.map(({ id }) => id),
  );
  throw new KebabError(
    "model-missing",
    `Cannot find a model "${model}": no model of kebab's, and no folder`,
    {
      hint: close === null ? "`kebab models list` names them" : `Did you mean ${close}?`,
    },
  );
}

/** Text never leaves for somebody's server because a line was left out of the config. */
function toNoEndpoint(): KebabError {
  return new KebabError(
    "config-invalid",
    "Cannot embed with provider openai: embeddings.endpoint is not set",
    {
      hint: "Set embeddings.endpoint to the server's address, such as http://127.0.0.1:8080/v1",
    },
  );
}
