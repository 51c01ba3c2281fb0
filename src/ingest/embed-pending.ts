import { toEmbeddingText, toStoredVersion } from "../core/embedding-text.ts";
import { KebabError } from "../core/errors.ts";
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
  const counts: EmbedCounts = { embedded: 0, reused: 0, uncovered: 0, split: 0 };
  if (options.check === true) await mend(options);
  const removed = await removeGone(options);
  const total = await ledger.countPending(key);
  const refusals = new Map<string, KebabError>();
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
    while (done + refusals.size < total && signal?.aborted !== true) {
      const waiting = await ledger.pending(key, options.batchSize + refusals.size);
      const batch = waiting.filter(({ chunkId }) => !refusals.has(chunkId));
      if (batch.length === 0) break;
      done += await embedBatch(batch, options, { counts, refusals });
      await checkpoint("running");
      options.onProgress?.({ done, total });
    }
    const wasStopped = total === 0 && (await isLeftRunning(options));
    if (done + removed > 0 || wasStopped) await settle(options);
    if (total > 0 || wasStopped) await checkpoint(done < total ? "running" : "done");
  } catch (error) {
    if (signal?.aborted !== true || error !== signal.reason) {
      // The first error is the one to tell: a full disk refuses the checkpoint, too.
      await checkpoint("failed").catch(() => null);
      throw error;
    }
  }
  const [refusal] = refusals.values();
  if (refusal !== undefined) throw toRefusedError(refusal, refusals.size);
  return { modelId: key.modelId, ...counts, removed, remaining: total - done };
}

interface EmbedCounts {
  embedded: number;
  reused: number;
  uncovered: number;
  split: number;
}

/** Killed after its last batch, before it could say so. */
async function isLeftRunning({ ledger, key }: EmbedOptions): Promise<boolean> {
  const job = await ledger.lastJob();
  return job?.state === "running" && job.key.store === key.store && job.key.modelId === key.modelId;
}

/** A folder deleted by hand, a table dropped: what the store has lost waits again, what nobody owns goes. */
async function mend({ ledger, key, store }: EmbedOptions): Promise<void> {
  await ledger.repair();
  const table = await ledger.find(key);
  if (table === null) return;
  const held = await store.chunkIds(table);
  const committed = await ledger.committed(key);
  const owned = new Set([...committed, ...(await ledger.hidden(table))]);
  const strays = held.filter((id) => !owned.has(id));
  if (strays.length > 0) await store.remove(table, strays);
  const isHeld = new Set(held);
  await ledger.takeBack(
    key,
    committed.filter((id) => !isHeld.has(id)),
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

/** How many of them are done: those the model refuses stay pending, and are told at the end. */
async function embedBatch(
  batch: readonly PendingChunk[],
  options: EmbedOptions,
  tally: { readonly counts: EmbedCounts; readonly refusals: Map<string, KebabError> },
): Promise<number> {
  const { embedder, ledger, key } = options;
  const { counts, refusals } = tally;
  const covered = batch.filter((chunk) => embedder.covers(chunk.text));
  const rest = batch.filter((chunk) => !covered.includes(chunk));
  const stored = await storeVectors(covered, options, counts).catch(async (error: unknown) => {
    if (covered.length < 2 || !isRefusal(error)) throw error;
    return storeOneByOne(covered, error, options, { counts, refusals });
  });
  await ledger.commit(key, stored, "committed");
  await ledger.commit(key, rest.map(toChunkId), "uncovered");
  counts.uncovered += rest.length;
  return stored.length + rest.length;
}

/** Some servers fail on a single odd text, and with it on the whole batch: the others need not wait for it. */
async function storeOneByOne(
  chunks: readonly PendingChunk[],
  first: KebabError,
  options: EmbedOptions,
  { counts, refusals }: { counts: EmbedCounts; refusals: Map<string, KebabError> },
): Promise<string[]> {
  const stored: string[] = [];
  const refused = new Map<string, KebabError>();
  for (const chunk of chunks) {
    try {
      stored.push(...(await storeVectors([chunk], options, counts)));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused.set(chunk.chunkId, error);
      // It is not the text: the model is gone.
      if (stored.length === 0 && refused.size >= REFUSED_IN_A_ROW) throw first;
    }
  }
  for (const [id, error] of refused) refusals.set(id, error);
  return stored;
}

const REFUSED_IN_A_ROW = 2;

function isRefusal(error: unknown): error is KebabError {
  return (
    error instanceof KebabError && (error.code === "model-unreachable" || error.code === "model-missing")
  );
}

function toRefusedError(refusal: KebabError, count: number): KebabError {
  const what = count === 1 ? "1 chunk" : `${count} chunks`;
  return new KebabError(
    refusal.code,
    `The model refused ${what}; the others have their vectors: ${refusal.message}`,
    {
      ...(refusal.hint === null ? {} : { hint: refusal.hint }),
      details: refusal.details,
      cause: refusal,
    },
  );
}

/** Ids of the chunks, all of them: their vectors are in the store. */
async function storeVectors(
  chunks: readonly PendingChunk[],
  { embedder, store, ledger, key, signal }: EmbedOptions,
  counts: EmbedCounts,
): Promise<string[]> {
  if (chunks.length === 0) return [];
  const model = { modelId: key.modelId, version: key.version };
  const inputs = chunks.map((chunk) => {
    const text = toEmbeddingText(chunk);
    return { chunk, text, hash: toContentHash(text) };
  });
  const length = (await ledger.find(key))?.dimension;
  // A server that changed its mind about the length of its vectors left some that fit nothing.
  const known = new Map(
    [...(await findKnown(inputs, { embedder, ledger, key }))].filter(
      ([, vector]) => vector.length === (length ?? vector.length),
    ),
  );
  const texts = new Map(inputs.filter(({ hash }) => !known.has(hash)).map(({ hash, text }) => [hash, text]));
  const made = await embedder.embedDocuments([...texts.values()], signal === undefined ? {} : { signal });
  const fresh = [...texts.keys()].map((hash, position) => ({
    hash,
    vector: made.vectors[position] ?? missing(),
  }));
  const vectors = new Map([...known, ...fresh.map(({ hash, vector }) => [hash, vector] as const)]);
  const rows = inputs.map(({ chunk, hash }) => ({ ...chunk, vector: vectors.get(hash) ?? missing() }));
  const dimension = fresh[0]?.vector.length ?? rows[0]?.vector.length ?? missing();
  const table = await ledger.open(key, dimension, (outdated) => store.drop(outdated));
  // Kept before it is stored: what a killed run embedded is not embedded again.
  await ledger.putCached(model, fresh);
  await store.upsert(table, rows);
  counts.embedded += fresh.length;
  counts.reused += rows.length - fresh.length;
  counts.split += made.split;
  return chunks.map(toChunkId);
}

/** Vectors that were made before, by the hash of their text: by this model, else by its twin. */
async function findKnown(
  inputs: readonly { readonly text: string; readonly hash: string }[],
  { embedder, ledger, key }: Pick<EmbedOptions, "embedder" | "ledger" | "key">,
): Promise<Map<string, Float32Array>> {
  const own = await ledger.cached(
    { modelId: key.modelId, version: key.version },
    inputs.map(({ hash }) => hash),
  );
  const { twin } = embedder;
  const shared = inputs.filter(({ text, hash }) => !own.has(hash) && twin?.shares(text) === true);
  if (twin === undefined || shared.length === 0) return own;
  const others = await ledger.cached(
    { modelId: twin.modelId, version: toStoredVersion(twin.version) },
    shared.map(({ hash }) => hash),
  );
  return new Map([...own, ...others]);
}

async function settle({ ledger, key, store }: EmbedOptions): Promise<void> {
  const table = await ledger.find(key);
  if (table !== null) await store.settle(table);
}

function toChunkId({ chunkId }: PendingChunk): string {
  return chunkId;
}

function missing(): never {
  throw new Error("the embedder gave fewer vectors than it was given texts");
}
