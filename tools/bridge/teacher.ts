import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { openOnnxEmbedder } from "../../src/embedders/onnx/onnx-embedder.ts";
import { findModel, type PlainModel } from "../../src/embedders/registry.ts";

/** What a worker is told: the model, and that it is one. */
interface TeachingWork {
  readonly role: "teach";
  readonly model: string;
  readonly modelsDir: string;
}

/** Texts a worker is given at once, and what a killed run does again. */
const PORTION = 256;
const KEY_BYTES = 32;

/**
 * Vectors of English texts, without the prefix a question gets, kept in the work folder: half a million of them take
 * half an hour. Each text is embedded alone, as kebab itself does it, because an int8 model scales its numbers over
 * the whole batch: only so is a vector the same whatever stands beside it, and a kept one as good as a new one.
 */
export async function teach(
  model: PlainModel,
  texts: readonly string[],
  folder: string,
  report: (done: number, total: number) => void,
): Promise<Float32Array> {
  const kept = openKept(model, folder);
  const missing = [...new Set(texts)].filter((text) => !kept.has(text));
  let next = 0;
  let done = 0;
  const workers = Array.from(
    { length: Math.min(availableParallelism(), Math.ceil(missing.length / PORTION)) },
    () => {
      const work: TeachingWork = { role: "teach", model: model.id, modelsDir: join(folder, "models") };
      return new Worker(new URL(import.meta.url), { workerData: work });
    },
  );
  await Promise.all(
    workers.map(async (worker) => {
      while (next < missing.length) {
        const portion = missing.slice(next, next + PORTION);
        next += portion.length;
        kept.add(portion, await ask(worker, portion));
        done += portion.length;
        report(done, missing.length);
      }
      await worker.terminate();
    }),
  );
  const vectors = new Float32Array(texts.length * model.dimension);
  for (const [at, text] of texts.entries()) vectors.set(kept.get(text), at * model.dimension);
  return vectors;
}

/** Rejects when the worker fails instead of answering. */
async function ask(worker: Worker, portion: readonly string[]): Promise<Float32Array> {
  worker.postMessage(portion);
  const [vectors] = (await once(worker, "message")) as [Float32Array];
  return vectors;
}

/** Runs in a worker: every text on one core, so that two workers do twice as much. */
export async function runTeachingWorker(): Promise<void> {
  const { model, modelsDir } = workerData as TeachingWork;
  const known = findModel(model);
  if (known === null || known.bridge !== null) throw new Error(`Cannot teach with ${model}`);
  const embedder = openOnnxEmbedder({ model: known, modelsDir, threads: 1 });
  parentPort?.on("message", (texts: readonly string[]) => {
    void embedder.embedDocuments(texts).then(({ vectors }) => {
      const all = new Float32Array(vectors.length * known.dimension);
      for (const [row, vector] of vectors.entries()) all.set(vector, row * known.dimension);
      parentPort?.postMessage(all);
    });
  });
}

export const isTeachingWorker = (): boolean =>
  !isMainThread && (workerData as TeachingWork | null)?.role === "teach";

interface KeptVectors {
  has(text: string): boolean;
  get(text: string): Float32Array;
  add(texts: readonly string[], vectors: Float32Array): void;
}

/** Two files that grow: the texts' checksums and their vectors. What a killed run wrote halfway is cut off. */
function openKept(model: PlainModel, folder: string): KeptVectors {
  mkdirSync(folder, { recursive: true });
  const base = join(folder, `${model.id}-${(model.weights.sha256 ?? "").slice(0, 16)}`);
  const [keysPath, vectorsPath] = [`${base}.keys`, `${base}.vectors`];
  const rowBytes = model.dimension * 4;
  for (const path of [keysPath, vectorsPath]) if (!existsSync(path)) appendFileSync(path, "");
  const keys = readFileSync(keysPath);
  const vectors = readFileSync(vectorsPath);
  const count = Math.min(Math.floor(keys.length / KEY_BYTES), Math.floor(vectors.length / rowBytes));
  truncateSync(keysPath, count * KEY_BYTES);
  truncateSync(vectorsPath, count * rowBytes);
  const rows = new Map<string, Float32Array>();
  for (let row = 0; row < count; row++) {
    const key = keys.toString("latin1", row * KEY_BYTES, (row + 1) * KEY_BYTES);
    rows.set(key, new Float32Array(vectors.buffer, vectors.byteOffset + row * rowBytes, model.dimension));
  }
  const toKey = (text: string): string => createHash("sha256").update(text).digest("binary");
  return {
    has: (text) => rows.has(toKey(text)),
    get: (text) => rows.get(toKey(text)) ?? new Float32Array(model.dimension),
    add(texts, added) {
      const names = texts.map(toKey);
      for (const [row, name] of names.entries()) {
        rows.set(name, added.subarray(row * model.dimension, (row + 1) * model.dimension));
      }
      appendFileSync(vectorsPath, new Uint8Array(added.buffer, added.byteOffset, added.byteLength));
      appendFileSync(keysPath, Buffer.from(names.join(""), "latin1"));
    },
  };
}
