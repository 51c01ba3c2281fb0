import { KebabError } from "../core/errors.ts";
import type { SearchFilter } from "../core/search.ts";
import type { DocumentReader } from "../ports/document-store.ts";
import type { ChunkDetail, DocumentDetail, DocumentList, SourceList } from "../wire/documents.ts";
import { findDocument } from "./fetch.ts";
import { createStalenessCheck } from "./staleness.ts";
import { toChunkDetail, toDocumentDetail, toSummary } from "./to-wire.ts";

/** What there is in an index, for people who look around in it. */

export async function listDocuments(
  reader: DocumentReader,
  filter: SearchFilter,
  page: { limit: number; offset: number },
): Promise<DocumentList> {
  const isStale = await createStalenessCheck(reader);
  const documents = (await reader.documents(filter, page)).map((document) =>
    toSummary(document, isStale(document)),
  );
  const total = await reader.countDocuments(filter);
  return { schema_version: "document_list.v1", total, returned: documents.length, documents };
}

export async function listSources(reader: DocumentReader): Promise<SourceList> {
  const sources = (await reader.sources()).map(({ id, ...source }) => ({ source_id: id, ...source }));
  return { schema_version: "source_list.v1", sources };
}

export async function inspectDocument(
  reader: DocumentReader,
  reference: string,
  source?: string,
): Promise<DocumentDetail> {
  const document = await findDocument(reader, reference, source);
  const isStale = await createStalenessCheck(reader);
  const { chunks } = await reader.chunksOf(document.id);
  return toDocumentDetail(document, chunks, isStale(document));
}

export async function inspectChunk(reader: DocumentReader, id: string): Promise<ChunkDetail> {
  const [chunk] = await reader.chunks([id]);
  if (chunk === undefined) {
    throw new KebabError("not-found", `Cannot find a chunk "${id}" in the index`, {
      hint: "`kebab inspect doc` lists a document's chunks",
    });
  }
  const isStale = await createStalenessCheck(reader);
  return toChunkDetail(chunk, isStale(chunk.document));
}
