import { readFile } from "node:fs/promises";
import { toMessage } from "../../core/errors.ts";
import type { EmbeddedDocuments, Embedder, EmbedderTwin } from "../../ports/embedder.ts";
import { hashFile } from "../model-files.ts";
import { toModelVersion } from "../model-version.ts";
import { VectorSum } from "../vectors.ts";
import { FEATURE_SPEC } from "./features.ts";
import { hasHangul, shareOfLatinWords, toLatinText } from "./mixed-text.ts";
import { BridgeTable } from "./table.ts";
import { parseBridgeFile, toBrokenTable } from "./table-file.ts";

/** Changes when the same table would give other vectors. */
const REVISION = 1;

/**
 * From this share of Latin words on the teacher reads those, too. The table knows the common ones among them, the
 * teacher all, and in their context. nDCG@10 of questions, never asked and asked: pyfaq-ko2en .710 and .752,
 * obsidian-ko2en .803 and .868. A passage costs the teacher fifty milliseconds, so there it is asked a little later.
 */
const LEAST_LATIN_SHARE = { query: 0.1, document: 0.2 } as const;

export interface BridgeEmbedderOptions {
  readonly modelId: string;
  /** Opened by the caller, closed with the bridge. */
  readonly teacher: Embedder;
  readonly tablePath: string;
  /** Null when nobody told us what the table must be. */
  readonly tableSha256: string | null;
  readonly covers: (text: string, use?: "document" | "query") => boolean;
}

/** Of the tables there are: the one for Hangul. */
const LANGUAGE = "ko";

type Signal = { readonly signal?: AbortSignal };

/** The teacher's own vectors for texts without Hangul; the others are led into the same space by a table. */
export function openBridgeEmbedder(options: BridgeEmbedderOptions): Embedder {
  return new BridgeEmbedder(options);
}

class BridgeEmbedder implements Embedder {
  readonly modelId: string;
  readonly version: string;
  readonly twin: EmbedderTwin;
  readonly covers: Embedder["covers"];
  readonly #teacher: Embedder;
  readonly #options: BridgeEmbedderOptions;
  #table: Promise<BridgeTable> | null = null;
  #isVerified = false;

  constructor(options: BridgeEmbedderOptions) {
    const { modelId, teacher, tableSha256, covers } = options;
    this.modelId = modelId;
    this.version = toModelVersion([teacher.version, tableSha256 ?? "unknown", FEATURE_SPEC, REVISION]);
    this.twin = { modelId: teacher.modelId, version: teacher.version, shares: (text) => !hasHangul(text) };
    this.covers = covers;
    this.#teacher = teacher;
    this.#options = options;
  }

  bridgedLanguage(text: string): string | null {
    return hasHangul(text) ? LANGUAGE : null;
  }

  async embedQuery(text: string, options: Signal = {}): Promise<Float32Array> {
    options.signal?.throwIfAborted();
    if (!hasHangul(text)) return this.#teacher.embedQuery(text, options);
    const table = await this.#open();
    const bridged = table.embed(text);
    const share = shareOfLatinWords(text);
    // A question of which the table knows nothing ("ㅋㅋ") is left to the teacher: it says little, but it says something.
    if (bridged === null) return this.#teacher.embedQuery(text, options);
    if (share < LEAST_LATIN_SHARE.query) return bridged;
    return combine(bridged, await this.#teacher.embedQuery(toLatinText(text), options), share);
  }

  async embedDocuments(texts: readonly string[], options: Signal = {}): Promise<EmbeddedDocuments> {
    options.signal?.throwIfAborted();
    await this.#verify(options.signal);
    const table = texts.some(hasHangul) ? await this.#open() : null;
    const vectors: Float32Array[] = [];
    let split = 0;
    for (const text of texts) {
      const bridged = table !== null && hasHangul(text) ? table.embedDocument(text) : null;
      const share = bridged === null ? 1 : shareOfLatinWords(text);
      if (bridged !== null && share < LEAST_LATIN_SHARE.document) {
        vectors.push(bridged);
        continue;
      }
      const taught = await this.#teacher.embedDocuments(
        [bridged === null ? text : toLatinText(text)],
        options,
      );
      split += taught.split;
      for (const vector of taught.vectors)
        vectors.push(bridged === null ? vector : combine(bridged, vector, share));
    }
    return { vectors, split };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#teacher[Symbol.asyncDispose]();
  }

  #open(): Promise<BridgeTable> {
    this.#table ??= this.#load().catch((error: unknown) => {
      // The next caller may try again, say after a new installation.
      this.#table = null;
      throw error;
    });
    return this.#table;
  }

  async #load(): Promise<BridgeTable> {
    const { tablePath, teacher } = this.#options;
    const bytes = await readFile(tablePath).catch((cause: unknown) => {
      throw toBrokenTable(tablePath, toMessage(cause), cause);
    });
    const data = parseBridgeFile(bytes, tablePath);
    if (data.header.teacher !== teacher.modelId)
      throw toBrokenTable(tablePath, `it leads to ${data.header.teacher}`);
    if (data.header.featureSpec !== FEATURE_SPEC)
      throw toBrokenTable(tablePath, "it was made for another version of kebab");
    return new BridgeTable(data);
  }

  /** In full once an index run, as the weights are. */
  async #verify(signal: AbortSignal | undefined): Promise<void> {
    const { tablePath, tableSha256 } = this.#options;
    if (this.#isVerified || tableSha256 === null) return;
    const found = await hashFile(tablePath, signal).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw toBrokenTable(tablePath, toMessage(cause), cause);
    });
    if (found !== tableSha256)
      throw toBrokenTable(tablePath, `it has the sha256 ${found} and should have ${tableSha256}`);
    this.#isVerified = true;
  }
}

/** Two readings of one text in one space, each by its share of the words. */
function combine(bridged: Float32Array, taught: Float32Array, latinShare: number): Float32Array {
  const sum = new VectorSum(bridged.length);
  sum.add(bridged, 1 - latinShare);
  sum.add(taught, latinShare);
  return sum.toUnit() ?? bridged;
}
