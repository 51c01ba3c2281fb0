import { KebabError } from "../core/errors.ts";
import { isCovered } from "../core/scripts.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { EmbeddedDocuments, Embedder } from "../ports/embedder.ts";
import type { ModelFacts } from "./registry.ts";
import { splitByTokens } from "./text-parts.ts";
import { toUnit, VectorSum } from "./vectors.ts";

/** One request to a server that embeds. */
export interface EmbeddingService {
  /** For messages: "Ollama at http://…". */
  readonly name: string;
  /** In the order given; "too-long" when a text does not fit the model's window. Nothing of it is checked yet. */
  request(texts: readonly string[], options: RequestOptions): Promise<readonly unknown[] | "too-long">;
}

export interface RequestOptions {
  readonly attempts: number;
  readonly signal: AbortSignal | undefined;
}

export interface RemoteEmbedderOptions {
  readonly modelId: string;
  readonly version: string;
  readonly facts: ModelFacts;
  readonly service: EmbeddingService;
  /** Texts in a request, at most. */
  readonly batchSize: number;
}

/** Our count of tokens is an estimate: a text that fills four fifths of the window by it is taken for too long. */
const SAFE_SHARE = 0.8;
/** A request's texts are padded to the longest of them and held in memory at once. */
const BATCH_TOKENS = 8192;
/** A person waits for a query, nobody for the tenth thousandth chunk. */
const QUERY_ATTEMPTS = 2;
const DOCUMENT_ATTEMPTS = 4;
/** A server that refuses even this as too long means something else. */
const SMALLEST_PART_TOKENS = 16;

interface Part {
  readonly textIndex: number;
  readonly text: string;
  readonly tokens: number;
}

/** What the adapters for Ollama and for OpenAI's protocol have in common: prefixes, parts, batches, checks. */
export class RemoteEmbedder implements Embedder {
  readonly modelId: string;
  readonly version: string;
  readonly #facts: ModelFacts;
  readonly #service: EmbeddingService;
  readonly #batchSize: number;
  /** Fixed by the first answer. */
  #dimension: number | null = null;

  constructor(options: RemoteEmbedderOptions) {
    this.modelId = options.modelId;
    this.version = options.version;
    this.#facts = options.facts;
    this.#service = options.service;
    this.#batchSize = Math.max(1, options.batchSize);
  }

  covers(text: string, use?: "document" | "query"): boolean {
    return isCovered(text, this.#facts.scripts, use);
  }

  async embedQuery(text: string, options: { readonly signal?: AbortSignal } = {}): Promise<Float32Array> {
    const run = { attempts: QUERY_ATTEMPTS, signal: options.signal };
    const { vectors } = await this.#embed([text], this.#facts.queryPrefix, run);
    return vectors[0] ?? this.#refuse("it gave no vector");
  }

  async embedDocuments(
    texts: readonly string[],
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<EmbeddedDocuments> {
    const run = { attempts: DOCUMENT_ATTEMPTS, signal: options.signal };
    return this.#embed(texts, this.#facts.documentPrefix, run);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing is held between two requests.
  }

  async #embed(texts: readonly string[], prefix: string, run: RequestOptions): Promise<EmbeddedDocuments> {
    const room = this.#facts.maxTokens - estimateTokens(prefix);
    const limit = Math.max(SMALLEST_PART_TOKENS, Math.floor(room * SAFE_SHARE));
    const parts = texts.flatMap((text, textIndex) => toParts(text, textIndex, limit));
    const sums = new Map<number, VectorSum>();
    const counts = new Map<number, number>();
    for (const batch of toBatches(parts, this.#batchSize)) {
      for (const [part, vector] of await this.#embedBatch(batch, prefix, run)) {
        const sum = sums.get(part.textIndex) ?? new VectorSum(vector.length);
        sums.set(part.textIndex, sum);
        sum.add(vector, part.tokens);
        counts.set(part.textIndex, (counts.get(part.textIndex) ?? 0) + 1);
      }
    }
    return {
      vectors: texts.map(
        (_, index) => sums.get(index)?.toUnit() ?? this.#refuse("a vector has no direction"),
      ),
      split: [...counts.values()].filter((count) => count > 1).length,
    };
  }

  /** What the server finds too long is cut further: it counts by its tokenizer, we by an estimate. */
  async #embedBatch(
    batch: readonly Part[],
    prefix: string,
    run: RequestOptions,
  ): Promise<[Part, Float32Array][]> {
    run.signal?.throwIfAborted();
    const answer = await this.#service.request(
      batch.map((part) => prefix + part.text),
      run,
    );
    if (answer !== "too-long") {
      const vectors = this.#check(answer, batch.length);
      return batch.map((part, index) => [part, vectors[index] as Float32Array]);
    }
    const smaller = batch.flatMap((part) => (batch.length > 1 ? [part] : this.#halve(part)));
    const results: [Part, Float32Array][] = [];
    for (const part of smaller) results.push(...(await this.#embedBatch([part], prefix, run)));
    return results;
  }

  #halve(part: Part): Part[] {
    if (part.tokens <= SMALLEST_PART_TOKENS) this.#refuse("it finds a text of a few words too long");
    return toParts(part.text, part.textIndex, Math.ceil(part.tokens / 2));
  }

  #check(answer: readonly unknown[], expected: number): Float32Array[] {
    if (answer.length !== expected) this.#refuse(`${expected} texts gave ${answer.length} vectors`);
    return answer.map((vector) => {
      if (!isNumbers(vector)) return this.#refuse("a vector holds something else than numbers");
      this.#dimension ??= vector.length;
      if (vector.length !== this.#dimension) {
        return this.#refuse(`it gave vectors of ${this.#dimension} and of ${vector.length} numbers`);
      }
      return toUnit(vector) ?? this.#refuse("a vector has no direction");
    });
  }

  #refuse(reason: string): never {
    throw new KebabError(
      "model-unreachable",
      `Cannot use the answer of ${this.#service.name} for ${this.modelId}: ${reason}`,
      { hint: "Check that embeddings.model names an embedding model, and that the server is up to date" },
    );
  }
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => Number.isFinite(entry));
}

function toParts(text: string, textIndex: number, maxTokens: number): Part[] {
  // Servers refuse an empty text; a full stop says as little and has a vector.
  const texts = splitByTokens(text, maxTokens).filter((part) => part.trim() !== "");
  return (texts.length === 0 ? ["."] : texts).map((part) => ({
    textIndex,
    text: part,
    tokens: estimateTokens(part),
  }));
}

/** Texts of like length together: a short one beside a long one is padded to its length. */
function toBatches(parts: readonly Part[], batchSize: number): Part[][] {
  const batches: Part[][] = [];
  let current: Part[] = [];
  let longest = 0;
  for (const part of parts.toSorted((a, b) => a.tokens - b.tokens || a.textIndex - b.textIndex)) {
    longest = Math.max(longest, part.tokens);
    const isFull = current.length === batchSize || longest * (current.length + 1) > BATCH_TOKENS;
    if (isFull && current.length > 0) {
      batches.push(current);
      current = [];
      longest = part.tokens;
    }
    current.push(part);
  }
  if (current.length > 0) batches.push(current);
  return batches;
}
