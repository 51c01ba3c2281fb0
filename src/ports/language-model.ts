export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A numbered passage of the prompt. */
export interface PromptSource {
  /** From 1; what `[1]` in the answer means. */
  readonly number: number;
  readonly title: string;
  readonly headingPath: readonly string[];
  /** As it stands in the document. */
  readonly text: string;
}

/** One prompt in two forms: as messages for a model that reads prose, and in its parts for one that does not. */
export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly question: string;
  /** Best first. */
  readonly sources: readonly PromptSource[];
}

export interface GenerateOptions {
  /** The longest answer, in tokens. */
  readonly maxTokens: number;
  /** What prompt and answer may take together, in tokens. */
  readonly contextTokens: number;
  readonly signal?: AbortSignal;
}

export interface ModelUsage {
  readonly promptTokens: number;
  readonly answerTokens: number;
}

export type ModelEvent =
  | { readonly kind: "text"; readonly text: string }
  /** The last event of a stream that was not broken off. "length": the answer was cut at `maxTokens`. */
  | { readonly kind: "end"; readonly reason: "stop" | "length"; readonly usage: ModelUsage | null };

/**
 * Messages in, a stream of text out. The stream ends with one "end" event, or throws: "interrupted" once the
 * signal is aborted, "model-missing" and "model-unreachable" as their names say, also in the middle of an answer.
 * What was streamed before stays said. A consumer that stops reading ends the request behind it.
 */
export interface LanguageModel extends AsyncDisposable {
  /** "extractive", "ollama/qwen3:4b": what wrote an answer, for the record. */
  readonly modelId: string;
  /** False for one that only chooses among the sentences of its sources: it cannot be asked to take a question apart. */
  readonly followsInstructions: boolean;
  generate(request: ModelRequest, options: GenerateOptions): AsyncIterable<ModelEvent>;
}
