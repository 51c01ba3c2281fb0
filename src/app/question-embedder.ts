import type { Embedder } from "../ports/embedder.ts";

/** Each a few kilobytes. */
const MOST_QUESTIONS = 128;

/**
 * Retriever, gate, model and check ask for the vector of one question, the gate for those of its probes with every
 * question: each is made once, and the last ones are kept. Disposing of it disposes of the embedder.
 */
export function createQuestionEmbedder(embedder: Embedder, mostQuestions = MOST_QUESTIONS): Embedder {
  const known = new Map<string, Float32Array>();
  return {
    modelId: embedder.modelId,
    version: embedder.version,
    covers: (text, use) => embedder.covers(text, use),
    bridgedLanguage: (text) => embedder.bridgedLanguage?.(text) ?? null,
    embedQuery: async (text, options) => {
      const vector = known.get(text) ?? (await embedder.embedQuery(text, options));
      // Behind the others: what is asked for again and again stays.
      known.delete(text);
      known.set(text, vector);
      const [oldest] = known.keys();
      if (known.size > mostQuestions && oldest !== undefined) known.delete(oldest);
      return vector;
    },
    embedDocuments: (texts, options) => embedder.embedDocuments(texts, options),
    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}
