import { toCitationUri } from "../core/citation.ts";
import { toContentHash } from "../core/ids.ts";
import type { Passage, PassageIndex } from "../evaluation/judge-passages.ts";
import type { ChunkPlace } from "../evaluation/run-golden.ts";
import type { DocumentReader, StoredChunk, StoredDocument } from "../ports/document-store.ts";

const PAGE = 1000;

/** An index as an evaluation sees it. */
export interface EvaluatedIndex extends PassageIndex {
  placesOf(chunkIds: readonly string[]): Promise<Map<string, ChunkPlace>>;
  readonly documents: number;
  /** Of all documents: their sources, paths and contents. */
  readonly contentHash: string;
  readonly chunkerVersions: readonly string[];
}

export async function readEvaluatedIndex(reader: DocumentReader): Promise<EvaluatedIndex> {
  const documents = await listDocuments(reader);
  const passagesByPath = new Map<string, Promise<readonly Passage[]>>();
  const contents = documents.map(({ sourceId, path, contentHash }) => `${sourceId}\0${path}\0${contentHash}`);
  return {
    documents: documents.length,
    contentHash: toContentHash(contents.sort().join("\n")),
    chunkerVersions: [...new Set(documents.map(({ chunkerVersion }) => chunkerVersion))].sort(),
    paths: async () => documents.map(({ path }) => path),
    passagesAt: (path) => {
      // Many queries expect the same documents.
      const known = passagesByPath.get(path) ?? readPassages(reader, path);
      passagesByPath.set(path, known);
      return known;
    },
    passage: async (chunkId) => {
      const [chunk] = await reader.chunks([chunkId]);
      return chunk === undefined ? null : toPassage(chunk);
    },
    placesOf: async (chunkIds) =>
      new Map((await reader.chunks(chunkIds)).map((chunk) => [chunk.id, toPlace(chunk)])),
  };
}

async function readPassages(reader: DocumentReader, path: string): Promise<readonly Passage[]> {
  const passages: Passage[] = [];
  for (const { id } of await reader.documentsAt(path)) {
    passages.push(...(await reader.chunksOf(id)).chunks.map(toPassage));
  }
  return passages;
}

async function listDocuments(reader: DocumentReader): Promise<StoredDocument[]> {
  const all: StoredDocument[] = [];
  for (;;) {
    const page = await reader.documents({}, { limit: PAGE, offset: all.length });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

function toPassage(chunk: StoredChunk): Passage {
  const { title, metadata } = chunk.document;
  return {
    chunkId: chunk.id,
    ...toPlace(chunk),
    text: chunk.text,
    headings: [title, ...metadata.aliases, ...chunk.headingPath].join("\n"),
  };
}

function toPlace({ document, span }: StoredChunk): ChunkPlace {
  return { documentId: document.id, path: document.path, uri: toCitationUri(document.path, span) };
}
