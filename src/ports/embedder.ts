/** Texts in, unit vectors out. An adapter applies its model's own prefixes: no caller can forget one. */
export interface Embedder extends AsyncDisposable {
  /** Vectors of two ids never mix: "bge-small-en-v1.5", "ollama/bge-m3". */
  readonly modelId: string;
  /** Changes with everything else that shapes a vector: weights, pooling, prefixes, window. */
  readonly version: string;
  /** Whether the model can say anything about a text in this script; an English model cannot about Hangul. */
  covers(text: string, use?: "document" | "query"): boolean;
  /** Of length 1. The same text gives the same vector. */
  embedQuery(text: string, options?: { readonly signal?: AbortSignal }): Promise<Float32Array>;
  /** In the order given, each of length 1. A text longer than the model's window is embedded in parts, and counted. */
  embedDocuments(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<EmbeddedDocuments>;
}

export interface EmbeddedDocuments {
  readonly vectors: readonly Float32Array[];
  /** How many texts were longer than the window, and are the mean of their parts. */
  readonly split: number;
}
