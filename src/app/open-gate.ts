import { measureBackground, measureBackgroundAcross } from "../answer/background.ts";
import { createGate, type Gate, type Reading } from "../answer/gate.ts";
import { crossesBridge } from "../core/crosses-bridge.ts";
import { isLeftToWords } from "../core/left-to-words.ts";
import { shareOfLatinWords } from "../embedders/bridge/mixed-text.ts";
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
  const findTable = async (): ReturnType<typeof index.ledger.find> =>
    embedder === null ? null : index.ledger.find(toVectorKey(embedder, config));
  return createGate({
    threshold: config.answer.minEvidence,
    frequencies: (terms) => index.lexicalIndex.frequencies(terms),
    reads: (passage, question) => toReading(passage, question, embedder),
    background: async (question) => {
      const table = await findTable();
      if (embedder === null || table === null) return null;
      const sample = await index.ledger.sample(table, SAMPLED_PASSAGES);
      const store = await index.vectorStore();
      return measureBackground(question, embedder, await store.vectors(table, sample));
    },
    backgroundAcross: async (question, chunkId) => {
      const table = await findTable();
      if (embedder === null || table === null) return null;
      const store = await index.vectorStore();
      const [vector] = await store.vectors(table, [chunkId]);
      const isBridged = (embedder.bridgedLanguage?.(question) ?? null) !== null;
      const englishShare = isBridged ? shareOfLatinWords(question) : 1;
      return vector === undefined ? null : measureBackgroundAcross(englishShare, embedder, vector);
    },
  });
}

function toReading(passage: string, question: string, embedder: Embedder | null): Reading {
  if (embedder?.covers(passage) !== true || isLeftToWords(question, passage, embedder)) return "words";
  return crossesBridge(question, passage, embedder) ? "across" : "whole";
}
