import { analyseQuery } from "../../core/analyse.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { toUnit } from "../vectors.ts";

const DEFAULT_DIMENSION = 64;

/**
 * Words, parts of identifiers and CJK pairs, each hashed to a place and a sign: texts that share
 * words lie near each other. Knows nothing of meaning; it stands in for a model in tests.
 */
export function createHashingEmbedder(options: { readonly dimension?: number } = {}): Embedder {
  const dimension = options.dimension ?? DEFAULT_DIMENSION;
  return {
    modelId: `hashing-${dimension}`,
    version: "1",
    covers: () => true,
    embedQuery: async (text, { signal } = {}) => {
      signal?.throwIfAborted();
      return embed(text, dimension);
    },
    embedDocuments: async (texts, { signal } = {}) => {
      signal?.throwIfAborted();
      return { vectors: texts.map((text) => embed(text, dimension)), split: 0 };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function embed(text: string, dimension: number): Float32Array {
  const sums = new Float64Array(dimension);
  for (const term of analyseQuery(text)) {
    const hash = hashOf(term.text);
    const place = hash % dimension;
    sums[place] = (sums[place] ?? 0) + (hash >= 2 ** 31 ? 1 : -1);
  }
  // A text without words, or one whose words cancel each other out, must have some direction.
  return toUnit(sums) ?? Float32Array.from({ length: dimension }, (_, at) => (at === 0 ? 1 : 0));
}

/** FNV-1a by code unit, then mixed: its low bits alone would put similar words into neighbouring places. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
