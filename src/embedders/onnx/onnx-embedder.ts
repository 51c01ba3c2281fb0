import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { KebabError } from "../../core/errors.ts";
import { isCovered } from "../../core/scripts.ts";
import type { EmbeddedDocuments, Embedder } from "../../ports/embedder.ts";
import { hashFile } from "../model-files.ts";
import { toModelVersion } from "../model-version.ts";
import { toUnit, VectorSum } from "../vectors.ts";
import { type LocalModel, locateModel, type OnnxModel } from "./model-folder.ts";
import { OnnxSession } from "./session.ts";
import { openTokenizer } from "./tokenizer.ts";
import { BROKEN_MODEL_HINT } from "./unloadable.ts";
import { WindowMaker } from "./windows.ts";

/** Changes when the same weights would give other vectors. */
const REVISION = 1;

export interface OnnxEmbedderOptions {
  readonly model: OnnxModel;
  /** Where pulled models lie, each in a folder named like its id. */
  readonly modelsDir: string;
  /** 0 is all cores. */
  readonly threads?: number;
}

/** Finds the model's files and reads none of them: the runtime, the weights and the tokenizer are loaded by the first text. */
export function openOnnxEmbedder(options: OnnxEmbedderOptions): Embedder {
  return new OnnxEmbedder(locateModel(options.model, options.modelsDir), options);
}

interface Engine {
  readonly session: OnnxSession;
  readonly windows: WindowMaker;
}

class OnnxEmbedder implements Embedder {
  readonly modelId: string;
  readonly version: string;
  readonly #model: LocalModel;
  readonly #threads: number;
  readonly #cacheDir: string;
  #engine: Promise<Engine> | null = null;
  #isVerified = false;
  #isClosed = false;

  constructor(model: LocalModel, options: OnnxEmbedderOptions) {
    this.modelId = model.id;
    this.version = toModelVersion([
      model.weightsSha256 ?? model.weightsBytes,
      ...[model.pooling, model.queryPrefix, model.documentPrefix, model.maxTokens, REVISION],
    ]);
    this.#model = model;
    this.#threads = options.threads ?? 0;
    this.#cacheDir = join(options.modelsDir, ".cache");
  }

  covers(text: string, use?: "document" | "query"): boolean {
    return isCovered(text, this.#model.scripts, use);
  }

  async embedQuery(text: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Float32Array> {
    signal?.throwIfAborted();
    const engine = await this.#open({ writesCache: false });
    return (await this.#embed(engine, this.#model.queryPrefix, text, signal)).vector;
  }

  async embedDocuments(
    texts: readonly string[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<EmbeddedDocuments> {
    signal?.throwIfAborted();
    if (texts.length === 0) return { vectors: [], split: 0 };
    await this.#verify(signal);
    const engine = await this.#open({ writesCache: true });
    const vectors: Float32Array[] = [];
    let split = 0;
    for (const text of texts) {
      const { vector, windows } = await this.#embed(engine, this.#model.documentPrefix, text, signal);
      vectors.push(vector);
      if (windows > 1) split++;
    }
    return { vectors, split };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // A session that failed to open has told its caller, and there is nothing to close.
    const engine = await this.#engine?.catch(() => null);
    await engine?.session[Symbol.asyncDispose]();
  }

  async #embed(
    engine: Engine,
    prefix: string,
    text: string,
    signal: AbortSignal | undefined,
  ): Promise<{ vector: Float32Array; windows: number }> {
    let sum: VectorSum | null = null;
    let windows = 0;
    for await (const ids of engine.windows.cut(prefix, text)) {
      // A run holds the thread for its tens of milliseconds: between two of them others get their turn, Ctrl-C too.
      await nextTurn();
      signal?.throwIfAborted();
      const part = toUnit(await engine.session.embed(ids));
      if (part === null) throw this.#toBroken("it gave a vector without direction");
      sum ??= new VectorSum(part.length);
      sum.add(part, engine.windows.weightOf(ids));
      windows++;
    }
    const vector = sum?.toUnit() ?? null;
    if (vector === null) throw this.#toBroken("it gave a vector without direction");
    const { dimension } = this.#model;
    if (dimension !== null && vector.length !== dimension) {
      throw this.#toBroken(`it gave ${vector.length} numbers and not ${dimension}`);
    }
    return { vector, windows };
  }

  #open(options: { readonly writesCache: boolean }): Promise<Engine> {
    if (this.#isClosed) {
      throw new KebabError("internal", `Cannot embed: the embedder for ${this.modelId} is closed`);
    }
    this.#engine ??= this.#load(options).catch((error: unknown) => {
      // The next caller may try again, say after `kebab models pull`.
      this.#engine = null;
      throw error;
    });
    return this.#engine;
  }

  async #load({ writesCache }: { readonly writesCache: boolean }): Promise<Engine> {
    const { weightsPath, weightsBytes, weightsSha256, pooling, folder, maxTokens } = this.#model;
    const windows = new WindowMaker(await openTokenizer(folder), maxTokens);
    const weights = { weightsPath, weightsBytes, weightsSha256, pooling };
    const session = await OnnxSession.open({
      ...weights,
      threads: this.#threads,
      cacheDir: this.#cacheDir,
      writesCache,
    });
    return { session, windows };
  }

  /** In full once an index run: thousands of vectors from wrong weights would poison the index, one query's would not. */
  async #verify(signal: AbortSignal | undefined): Promise<void> {
    const { weightsSha256, weightsPath } = this.#model;
    if (this.#isVerified || weightsSha256 === null) return;
    const found = await hashFile(weightsPath, signal);
    if (found !== weightsSha256) {
      throw this.#toBroken(`${weightsPath} has the sha256 ${found} and should have ${weightsSha256}`);
    }
    this.#isVerified = true;
  }

  #toBroken(reason: string): KebabError {
    return new KebabError("model-missing", `Cannot use model ${this.modelId}: ${reason}`, {
      hint: BROKEN_MODEL_HINT,
    });
  }
}
