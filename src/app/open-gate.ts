import { measureBackground } from "../answer/background.ts";
import { createGate, type Gate } from "../answer/gate.ts";
import { isLeftToWords } from "../core/left-to-words.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { SearchEnvironment } from "./retrievers.ts";
import { toVectorKey } from "./vector-access.ts";

/** A mean over as many lies within .003 of the mean over all. */
const SAMPLED_PASSAGES = 256;

/** Judges what a search over this index has found. The embedder is the one that searched; null where none did. */
export function openGate(
  { config, index }: Omit<SearchEnvironment, "openEmbedder">,
  embedder: Embedder | null,
): Gate {
  return createGate({
    threshold: config.answer.minEvidence,
    frequencies: (terms) => index.lexicalIndex.frequencies(terms),
    covers: (passage, question) =>
      embedder?.covers(passage) === true && !isLeftToWords(question, passage, embedder),
    background: async (question) => {
      const table = embedder === null ? null : await index.ledger.find(toVectorKey(embedder, config));
      if (embedder === null || table === null) return null;
      const sample = await index.ledger.sample(table, SAMPLED_PASSAGES);
      const store = await index.vectorStore();
      return measureBackground(question, embedder, await store.vectors(table, sample));
    },
  });
}
