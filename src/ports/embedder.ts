/** Texts in, unit vectors out. An adapter applies its model's own prefixes: no caller can forget one. */
export interface Embedder extends AsyncDisposable {
  /** Vectors of two ids never mix: "bge-small-en-v1.5", "ollama/bge-m3". */
  readonly modelId: string;
  /** Changes with everything else that shapes a vector: weights, pooling, prefixes, window. */
  readonly version: string;
  /** A model that embeds some documents alike: what is known of its vectors need not be made again. */
  readonly twin?: EmbedderTwin;
  /** Whether the model can say anything about a text in this script; an English model cannot about Hangul. */
  covers(text: string, use?: "document" | "query"): boolean;
  /** The language of a text that the model reads over a bridge; null for one that it reads itself. */
  bridgedLanguage?(text: string): string | null;
  /** Of length 1. The same text gives the same vector. */
  embedQuery(text: string, options?: { readonly signal?: AbortSignal }): Promise<Float32Array>;
  /** In the order given, each of length 1. A text longer than the model's window is embedded in parts, and counted. */
  embedDocuments(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<EmbeddedDocuments>;
}

export interface EmbedderTwin {
  readonly modelId: string;
  readonly version: string;
  /** Whether both give this text, as a document, the same vector to the bit. */
  shares(text: string): boolean;
}

export interface EmbeddedDocuments {
  readonly vectors: readonly Float32Array[];
  /** How many texts were longer than the window, and are the mean of their parts. */
  readonly split: number;
}
