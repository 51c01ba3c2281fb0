import type { RetrievedPassage } from "../../src/answer/retrieved.ts";
import { toChunkId, toDocumentId } from "../../src/core/ids.ts";
import { estimateTokens } from "../../src/core/tokens.ts";
import type { StoredChunk, StoredDocument } from "../../src/ports/document-store.ts";
import type { LanguageModel, ModelEvent, ModelRequest } from "../../src/ports/language-model.ts";

/** A document of these chunks, a blank line between them, each under `headings`. */
export function toChunks(
  path: string,
  texts: readonly string[],
  { title = path, headings = [] }: { title?: string; headings?: readonly string[] } = {},
): StoredChunk[] {
  const document = toDocument(path, title);
  let start = 0;
  let line = 1;
  return texts.map((text, ordinal) => {
    const lines = text.split("\n").length;
    const chunk: StoredChunk = {
      id: toChunkId(document.id, "test", text, ordinal),
      ordinal,
      start,
      end: start + text.length,
      span: { startLine: line, endLine: line + lines - 1, startColumn: null, endColumn: null, page: null },
      headingPath: headings,
      symbol: null,
      text,
      lead: ordinal === 0 ? "" : "\n\n",
      tokens: estimateTokens(text),
      document,
    };
    start += text.length + 2;
    line += lines + 1;
    return chunk;
  });
}

function toDocument(path: string, title: string): StoredDocument {
  return {
    id: toDocumentId("notes", path),
    sourceId: "notes",
    path,
    type: "markdown",
    title,
    lang: "en",
    codeLang: null,
    repo: null,
    trustLevel: "primary",
    createdAt: null,
    updatedAt: 0,
    metadata: { aliases: [], sourceType: null, extra: {} },
    tags: [],
    contentHash: "",
    size: 0,
    modifiedMs: 0,
    chunkerVersion: "test",
    indexedAt: 0,
  };
}

/** In the order given, best first. */
export function toPassages(chunks: readonly StoredChunk[]): RetrievedPassage[] {
  return chunks.map((chunk, index) => ({ chunk, rank: index + 1, score: 1 / (index + 1), cosine: null }));
}

/** Says the texts of a script in turn, one script a request; an Error in it is thrown, a function called. */
export class ScriptedModel implements LanguageModel {
  readonly modelId = "scripted";
  readonly followsInstructions: boolean;
  readonly requests: ModelRequest[] = [];
  /** True once the last stream was left, read to its end or not. */
  isLeft = false;
  readonly #scripts: (readonly (string | Error | (() => void))[])[];
  readonly #reason: "stop" | "length";

  constructor(
    scripts: readonly (readonly (string | Error | (() => void))[])[],
    {
      followsInstructions = true,
      reason = "stop",
    }: { followsInstructions?: boolean; reason?: "stop" | "length" } = {},
  ) {
    this.#scripts = [...scripts];
    this.followsInstructions = followsInstructions;
    this.#reason = reason;
  }

  async *generate(request: ModelRequest): AsyncGenerator<ModelEvent> {
    this.requests.push(request);
    this.isLeft = false;
    const script = this.#scripts.shift();
    if (script === undefined) throw new Error("the model was asked more often than its script has answers");
    try {
      for (const step of script) {
        if (step instanceof Error) throw step;
        if (typeof step === "function") step();
        else yield { kind: "text", text: step };
      }
      yield { kind: "end", reason: this.#reason, usage: { promptTokens: 7, answerTokens: 5 } };
    } finally {
      this.isLeft = true;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // It holds nothing.
  }
}
