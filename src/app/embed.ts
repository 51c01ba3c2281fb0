import type { Config } from "../config/keys.ts";
import { KebabError } from "../core/errors.ts";
import { type EmbedProgress, type EmbedReport, embedPending } from "../ingest/embed-pending.ts";
import type { Embedder } from "../ports/embedder.ts";
import { toVectorKey } from "./vector-access.ts";
import type { OpenWriter } from "./writing.ts";

export interface EmbedRequest {
  /** Another model than the configured one. */
  readonly model?: string;
  readonly batchSize?: number;
  /** Go on with the run that was stopped; an error when none was. */
  readonly resume?: boolean;
  /** Look first whether the store still holds what it was given. */
  readonly check?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: EmbedProgress) => void;
}

/** From now on every new chunk waits for a vector of this model, and so do those that lack one. */
export async function enrol(
  { ledger }: OpenWriter,
  embedder: Embedder | null,
  config: Config,
): Promise<void> {
  await (embedder === null ? ledger.enrolNone() : ledger.enrol(toVectorKey(embedder, config)));
}

export async function embed(
  open: OpenWriter,
  embedder: Embedder,
  { config, request }: { config: Config; request: EmbedRequest },
): Promise<EmbedReport> {
  const key = toVectorKey(embedder, config);
  if (request.resume === true) await checkResume(open, key.modelId);
  await enrol(open, embedder, config);
  return embedPending({
    embedder,
    store: await open.vectorStore(),
    ledger: open.ledger,
    key,
    check: request.check ?? false,
    batchSize: request.batchSize ?? config.embeddings.batchSize,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
    ...(request.onProgress === undefined ? {} : { onProgress: request.onProgress }),
  });
}

async function checkResume({ ledger }: OpenWriter, modelId: string): Promise<void> {
  const job = await ledger.lastJob();
  if (job === null || job.state === "done") {
    throw new KebabError("usage", "Cannot resume: no run of `kebab index --embeddings` was stopped", {
      hint: "Run it without --resume: it embeds what has no vector yet",
    });
  }
  if (job.key.modelId !== modelId) {
    throw new KebabError("usage", `Cannot resume: the run that was stopped used ${job.key.modelId}`, {
      hint: `Add --model ${job.key.modelId}, or leave out --resume to embed with ${modelId}`,
    });
  }
}
