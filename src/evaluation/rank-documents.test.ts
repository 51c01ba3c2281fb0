import { expect, test } from "vitest";
import type { ScoredDocument } from "./eval-run.ts";
import { rankDocuments } from "./rank-documents.ts";

/** `chunksPerDocument` chunks of d0, then of d1, and so on. */
function createChunkList(total: number, chunksPerDocument: number) {
  const asked: number[] = [];
  const chunks: ScoredDocument[] = Array.from({ length: total }, (_, index) => ({
    documentId: `d${Math.floor(index / chunksPerDocument)}`,
    score: 1 / (index + 1),
  }));
  const search = async (limit: number): Promise<readonly ScoredDocument[]> => {
    asked.push(limit);
    return chunks.slice(0, limit);
  };
  return { asked, search };
}

test("rankDocuments() keeps a document's first chunk and its score", async () => {
  const ranking = await rankDocuments(async () => [
    { documentId: "b", score: 0.9 },
    { documentId: "a", score: 0.8 },
    { documentId: "b", score: 0.7 },
  ]);
  expect(ranking).toEqual([
    { documentId: "b", score: 0.9 },
    { documentId: "a", score: 0.8 },
  ]);
});

test.each([
  { total: 5000, chunksPerDocument: 1, asked: [100], documents: 100 },
  { total: 60, chunksPerDocument: 2, asked: [100], documents: 30 },
  { total: 5000, chunksPerDocument: 3, asked: [100, 300], documents: 100 },
  { total: 200, chunksPerDocument: 2, asked: [100, 300], documents: 100 },
  { total: 5000, chunksPerDocument: 10, asked: [100, 300, 900, 1000], documents: 100 },
  { total: 5000, chunksPerDocument: 50, asked: [100, 300, 900, 1000], documents: 20 },
])("rankDocuments() asks $asked of $total chunks, $chunksPerDocument a document", async (example) => {
  const { asked, search } = createChunkList(example.total, example.chunksPerDocument);
  const ranking = await rankDocuments(search);
  expect(asked).toEqual(example.asked);
  expect(ranking.map(({ documentId }) => documentId)).toEqual(
    Array.from({ length: example.documents }, (_, index) => `d${index}`),
  );
});
