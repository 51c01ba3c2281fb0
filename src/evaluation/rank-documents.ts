import type { ScoredDocument } from "./eval-run.ts";

const DOCUMENTS_WANTED = 100;
const WIDENING = 3;
/** The most hits one search gives. */
const MOST_CHUNKS = 1000;

/**
 * Up to 100 documents in the order of their best chunk. `searchChunks` gives one entry a chunk,
 * best first; it is asked again for more while documents are short and its list was full.
 */
export async function rankDocuments(
  searchChunks: (limit: number) => Promise<readonly ScoredDocument[]>,
): Promise<ScoredDocument[]> {
  for (let limit = DOCUMENTS_WANTED; ; limit = Math.min(limit * WIDENING, MOST_CHUNKS)) {
    const chunks = await searchChunks(limit);
    const documents = toBestPerDocument(chunks);
    if (documents.length >= DOCUMENTS_WANTED || chunks.length < limit || limit === MOST_CHUNKS) {
      return documents.slice(0, DOCUMENTS_WANTED);
    }
  }
}

function toBestPerDocument(chunks: readonly ScoredDocument[]): ScoredDocument[] {
  const best = new Map<string, ScoredDocument>();
  for (const chunk of chunks) {
    if (!best.has(chunk.documentId)) best.set(chunk.documentId, chunk);
  }
  return [...best.values()];
}
