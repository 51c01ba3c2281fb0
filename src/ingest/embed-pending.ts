import { toEmbeddingText } from "../core/embedding-text.ts";
import { toContentHash } from "../core/ids.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { PendingChunk, VectorLedgerWriter, VectorTableKey } from "../ports/vector-ledger.ts";
import type { VectorStore } from "../ports/vector-store.ts";

export interface EmbedOptions {
  readonly embedder: Embedder;
  readonly store: VectorStore;
  readonly ledger: VectorLedgerWriter;
  readonly key: VectorTableKey;
  /** Chunks a step: what a killed run does again. */
  readonly batchSize: number;
  /** Look first whether the store still holds what it was given: a folder may have been deleted by hand. */
  readonly check?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: EmbedProgress) => void;
}

export interface EmbedProgress {
  readonly done: number;
  readonly total: number;
}

export interface EmbedReport {
  readonly modelId: string;
  readonly embedded: number;
  /** Known from a text that was embedded before. */
  readonly reused: number;
  /** In a script the model does not know. */
  readonly uncovered: number;
  /** Longer than the model's window, and embedded in parts. */
  readonly split: number;
  readonly removed: number;
  /** Chunks that still wait, after an interruption. */
  readonly remaining: number;
}

const REMOVE_AT_ONCE = 1000;

/**
 * Brings the vector store in step with the chunks: drops the vectors of those that are gone, makes
 * those that wait. Every step may be repeated, so a run that was killed is mended by the next one.
 */
export async function embedPending(options: EmbedOptions): Promise<EmbedReport> {
  const { ledger, key, signal } = options;
  const counts = { embedded: 0, reused: 0, uncovered: 0, split: 0 };
  if (options.check === true) await takeBackLost(options);
  const removed = await removeGone(options);
  const { pending: total } = await ledger.counts(key);
  let done = 0;
  const checkpoint = (state: "running" | "done" | "failed"): Promise<void> =>
    ledger.putCheckpoint({
      key,
      state,
      embedded: counts.embedded,
      reused: counts.reused,
      remaining: total - done,
    });
  if (total > 0) options.onProgress?.({ done, total });
  try {
    while (done < total && signal?.aborted !== true) {
      const batch = await ledger.pending(key, options.batchSize);
      if (batch.length === 0) break;
      await embedBatch(batch, options, counts);
      done += batch.length;
      await checkpoint("running");
      options.onProgress?.({ done, total });
    }
    if (done + removed > 0) await settle(options);
    if (total > 0) await checkpoint(done < total ? "running" : "done");
  } catch (error) {
    if (signal?.aborted !== true || error !== signal.reason) {
      // The first error is the one to tell: a full disk refuses the checkpoint, too.
      await checkpoint("failed").catch(() => null);
      throw error;
    }
  }
  return { modelId: key.modelId, ...counts, removed, remaining: total - done };
}

async function takeBackLost({ ledger, key, store }: EmbedOptions): Promise<void> {
  const table = await ledger.find(key);
  if (table === null) return;
  const { committed } = await ledger.counts(key);
  if (committed === (await store.count(table))) return;
  const held = new Set(await store.chunkIds(table));
  await ledger.takeBack(
    key,
    (await ledger.committed(key)).filter((id) => !held.has(id)),
  );
}

async function removeGone({ ledger, key, store }: EmbedOptions): Promise<number> {
  let removed = 0;
  for (;;) {
    const gone = await ledger.removed(key, REMOVE_AT_ONCE);
    if (gone.length === 0) return removed;
    const table = await ledger.find(key);
    if (table !== null) await store.remove(table, gone);
    await ledger.forget(key, gone);
    removed += gone.length;
  }
}

async function embedBatch(
  batch: readonly PendingChunk[],
  { embedder, store, ledger, key, signal }: EmbedOptions,
  counts: { embedded: number; reused: number; uncovered: number; split: number },
): Promise<void> {
  const model = { modelId: key.modelId, version: key.version };
  const covered = batch.filter((chunk) => embedder.covers(chunk.text));
  const rest = batch.filter((chunk) => !covered.includes(chunk));
  if (covered.length > 0) {
    const inputs = covered.map((chunk) => {
      const text = toEmbeddingText(chunk);
      return { chunk, text, hash: toContentHash(text) };
    });
    const known = await ledger.cached(
      model,
      inputs.map(({ hash }) => hash),
    );
    const texts = new Map(
      inputs.filter(({ hash }) => !known.has(hash)).map(({ hash, text }) => [hash, text]),
    );
    const made = await embedder.embedDocuments([...texts.values()], signal === undefined ? {} : { signal });
    const fresh = [...texts.keys()].map((hash, position) => ({ hash, vector: at(made.vectors, position) }));
    // Kept before it is stored: what a killed run embedded is not embedded again.
    await ledger.putCached(model, fresh);
    const vectors = new Map([...known, ...fresh.map(({ hash, vector }) => [hash, vector] as const)]);
    const rows = inputs.map(({ chunk, hash }) => ({ ...chunk, vector: vectors.get(hash) ?? missing() }));
    const dimension = rows[0]?.vector.length ?? missing();
    const table = await ledger.open(key, dimension, (outdated) => store.drop(outdated));
    await store.upsert(table, rows);
    counts.embedded += fresh.length;
    counts.reused += rows.length - fresh.length;
    counts.split += made.split;
  }
  await ledger.commit(key, covered.map(toId), "committed");
  await ledger.commit(key, rest.map(toId), "uncovered");
  counts.uncovered += rest.length;
}

async function settle({ ledger, key, store }: EmbedOptions): Promise<void> {
  const table = await ledger.find(key);
  if (table !== null) await store.settle(table);
}

const toId = (chunk: PendingChunk): string => chunk.chunkId;

function at(vectors: readonly Float32Array[], position: number): Float32Array {
  return vectors[position] ?? missing();
}

function missing(): never {
  throw new Error("the embedder gave fewer vectors than it was given texts");
}
