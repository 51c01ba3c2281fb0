import { existsSync } from "node:fs";
import { KebabError } from "../core/errors.ts";
import type { IndexReportWire } from "../wire/ingest.ts";
import { type EmbedRequest, embed } from "./embed.ts";
import type { StoringEnvironment } from "./storing.ts";
import { toIndexReportWire } from "./to-wire.ts";

/** `kebab index --embeddings`: what has no vector of the model gets one. */
export async function indexEmbeddings(
  request: EmbedRequest,
  environment: StoringEnvironment,
): Promise<IndexReportWire> {
  const { config, paths } = environment;
  if (!existsSync(paths.database)) {
    throw new KebabError("index-missing", `Cannot embed: there is no index at ${paths.database}`, {
      hint: "Run `kebab ingest PATH` to index a folder",
    });
  }
  const started = performance.now();
  const { openEmbedder } = await import("./open-embedder.ts");
  const model = request.model ?? config.embeddings.model;
  await using embedder = await openEmbedder({ ...config.embeddings, model });
  if (embedder === null) {
    throw new KebabError("usage", 'Cannot embed: embeddings.provider is "none"', {
      hint: "Set it to onnx, ollama or openai, for once as KEBAB_EMBEDDINGS_PROVIDER=onnx",
    });
  }
  await using open = await environment.openWriter("kebab index", false);
  const report = await embed(open, embedder, { config, request: { check: true, ...request } });
  return toIndexReportWire(report, {
    store: config.storage.vectorStore,
    durationMs: performance.now() - started,
    interrupted: request.signal?.aborted ?? false,
  });
}
