import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { KebabError, toMessage } from "../../core/errors.ts";
import type { Pooling } from "../registry.ts";
import type { Numbers } from "../vectors.ts";
import { toUnloadable } from "./unloadable.ts";

type Runtime = typeof import("onnxruntime-node");

export interface SessionOptions {
  readonly weightsPath: string;
  readonly weightsBytes: number;
  readonly weightsSha256: string | null;
  readonly pooling: Pooling;
  /** 0 is all cores. */
  readonly threads: number;
  /** Folder for the optimised copy of the model. */
  readonly cacheDir: string;
  /** Whether this run may write there; one that only searches leaves the disk alone. */
  readonly writesCache: boolean;
}

/** Larger models take seconds to load anyway, and a second copy of them hurts. */
const LARGEST_CACHED_BYTES = 200_000_000;

/** The model in memory. */
export class OnnxSession implements AsyncDisposable {
  readonly #runtime: Runtime;
  readonly #session: InferenceSession;
  readonly #output: string;
  readonly #pooling: Pooling;

  private constructor(runtime: Runtime, session: InferenceSession, pooling: Pooling) {
    this.#runtime = runtime;
    this.#session = session;
    this.#output = chooseOutput(session.outputNames);
    this.#pooling = pooling;
  }

  static async open(options: SessionOptions): Promise<OnnxSession> {
    const runtime = await importRuntime();
    return new OnnxSession(runtime, await openSession(runtime, options), options.pooling);
  }

  /**
   * One text at a time. A batch is no faster here (33 against 37 passages a second on two cores), and int8 models
   * scale their numbers over the whole batch, padding included: a text's vector would depend on its neighbours.
   */
  async embed(ids: readonly number[]): Promise<Numbers> {
    const feeds: Record<string, Tensor> = {};
    for (const name of this.#session.inputNames) {
      feeds[name] = this.#toTensor(ids, name === "input_ids" ? null : name === "attention_mask" ? 1n : 0n);
    }
    const results = await this.#session.run(feeds, [this.#output]);
    const output = results[this.#output];
    if (output === undefined || !(output.data instanceof Float32Array)) {
      throw new KebabError(
        "model-missing",
        `Cannot read the model's output: it is ${output?.type ?? "missing"}`,
        {
          hint: "Use weights that give 32-bit floats, such as onnx/model_quantized.onnx",
        },
      );
    }
    return pool(output.data, output.dims, this.#pooling);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.release();
  }

  /** The ids themselves, or the same number for each of them: all are read (1), all are of one sentence (0). */
  #toTensor(ids: readonly number[], same: bigint | null): Tensor {
    const values = BigInt64Array.from(ids, (id) => same ?? BigInt(id));
    return new this.#runtime.Tensor("int64", values, [1, ids.length]);
  }
}

async function importRuntime(): Promise<Runtime> {
  // From 1.30 on the runtime reports every session to its maker, keeps the reports in the user's cache until they can
  // be sent, and matches the command line against a pattern, which ends the process where the line is long.
  process.env["ORT_DISABLE_TELEMETRY"] = "1";
  try {
    return await import("onnxruntime-node");
  } catch (error) {
    throw toRuntimeMissing(error);
  }
}

function toRuntimeMissing(cause: unknown): KebabError {
  return new KebabError("model-missing", `Cannot load onnxruntime-node: ${toMessage(cause)}`, {
    hint: "Install kebab again on a system it supports, or set embeddings.provider to ollama, openai or none",
    cause,
  });
}

/**
 * Optimising the graph is a third of the time it takes to open a session (290 ms, and 190 from an optimised copy), so
 * the first index run leaves such a copy behind and all later runs start from it; the vectors are the same to the bit.
 * "extended" is the highest level whose result does not depend on the processor.
 */
async function openSession(runtime: Runtime, options: SessionOptions): Promise<InferenceSession> {
  // Threads spin between steps, as is the runtime's default: without, a passage takes a fifth longer on idle cores
  // (18.5 against 15.3 a second), though less processor time on busy ones.
  const common = {
    intraOpNumThreads: options.threads === 0 ? availableParallelism() : options.threads,
    logSeverityLevel: 3,
  } as const;
  const cached = toCachePath(runtime, options);
  if (cached !== null && existsSync(cached)) {
    try {
      return await runtime.InferenceSession.create(cached, { ...common, graphOptimizationLevel: "disabled" });
    } catch {
      // It is broken: the next index run writes it anew.
    }
  }
  const optimising = { ...common, graphOptimizationLevel: "extended" } as const;
  try {
    if (cached !== null && options.writesCache) {
      const session = await createWithCopy(runtime, options.weightsPath, cached, optimising);
      if (session !== null) return session;
    }
    return await runtime.InferenceSession.create(options.weightsPath, optimising);
  } catch (error) {
    throw toUnloadable(options.weightsPath, error);
  }
}

/** Null when the copy cannot be written: a full disk or a folder of another user must not stop the run. */
async function createWithCopy(
  runtime: Runtime,
  weightsPath: string,
  copy: string,
  options: InferenceSession.SessionOptions,
): Promise<InferenceSession | null> {
  const draft = `${copy}.${process.pid}`;
  try {
    mkdirSync(dirname(copy), { recursive: true });
    const session = await runtime.InferenceSession.create(weightsPath, {
      ...options,
      optimizedModelFilePath: draft,
    });
    renameSync(draft, copy);
    return session;
  } catch {
    rmSync(draft, { force: true });
    return null;
  }
}

/** Null for a model that is too large, or whose weights we could not tell from others of the same name. */
function toCachePath(runtime: Runtime, options: SessionOptions): string | null {
  const { weightsSha256, weightsBytes, cacheDir } = options;
  if (weightsSha256 === null || weightsBytes > LARGEST_CACHED_BYTES) return null;
  const version = runtime.env.versions.node ?? runtime.env.versions.common;
  return join(cacheDir, `${weightsSha256.slice(0, 16)}-${version}-${process.platform}-${process.arch}.onnx`);
}

/** A vector of the whole text when the model has one, else one for each token. */
function chooseOutput(names: readonly string[]): string {
  const known = ["sentence_embedding", "last_hidden_state", "token_embeddings"];
  return known.find((name) => names.includes(name)) ?? names[0] ?? "last_hidden_state";
}

function pool(data: Float32Array, dims: readonly number[], pooling: Pooling): Numbers {
  const dimension = dims.at(-1) ?? 0;
  // Without an axis of tokens it is pooled already; the first token's vector stands first.
  if (dims.length < 3 || pooling === "cls") return data.subarray(0, dimension);
  const sums = new Float64Array(dimension);
  for (let at = 0; at < data.length; at++) {
    const place = at % dimension;
    sums[place] = (sums[place] ?? 0) + (data[at] ?? 0);
  }
  return sums.map((sum) => sum / (data.length / dimension));
}
