import { assembleText, cutSpan } from "../core/assemble.ts";
import { parseCitationUri, toCitationUri } from "../core/citation.ts";
import { KebabError } from "../core/errors.ts";
import type { DocumentReader, StoredDocument } from "../ports/document-store.ts";
import type { FetchResult } from "../wire/documents.ts";
import { createStalenessCheck } from "./staleness.ts";

/** Texts come from the index, never from the disk: what was cited is what is given, and no path leads anywhere else. */
export async function fetchChunk(reader: DocumentReader, id: string, context: number): Promise<FetchResult> {
  const [chunk] = await reader.chunks([id]);
  if (chunk === undefined) throw unknown("chunk", id);
  const { document } = chunk;
  const isStale = await createStalenessCheck(reader);
  const base = {
    ...toBase(document, isStale(document)),
    kind: "chunk",
    uri: toCitationUri(document.path, chunk.span),
  } as const;
  if (context === 0) return { ...base, text: chunk.text };
  const { chunks } = await reader.chunksOf(document.id);
  const around = chunks.filter(({ ordinal }) => Math.abs(ordinal - chunk.ordinal) <= context);
  const from = around[0]?.start ?? 0;
  // Counted from the first one's start, they assemble as a document does; its lead is text before them.
  const shifted = around.map((each, position) => ({
    ...each,
    start: each.start - from,
    lead: position === 0 ? "" : each.lead,
  }));
  return { ...base, text: assembleText(shifted, "") };
}

export async function fetchDocument(
  reader: DocumentReader,
  reference: string,
  source?: string,
): Promise<FetchResult> {
  const document = await findDocument(reader, reference, source);
  const { chunks, tail } = await reader.chunksOf(document.id);
  const isStale = await createStalenessCheck(reader);
  return {
    ...toBase(document, isStale(document)),
    kind: "doc",
    uri: document.path,
    text: assembleText(chunks, tail),
  };
}

export async function fetchSpan(reader: DocumentReader, uri: string, source?: string): Promise<FetchResult> {
  const cited = parseCitationUri(uri);
  if (cited === null) {
    throw new KebabError("usage", `Cannot fetch "${uri}": it is not a citation`, {
      hint: "A citation looks like notes/a.md#L12-L34 or paper.pdf#p=13",
    });
  }
  const document = await findDocument(reader, cited.path, source);
  const { chunks, tail } = await reader.chunksOf(document.id);
  const text = cutSpan(chunks, tail, cited.span);
  if (text === null) {
    throw new KebabError("not-found", `Cannot fetch "${uri}": the document ends before that place`, {
      hint: `\`kebab fetch doc ${document.id}\` gives all of it`,
    });
  }
  const isStale = await createStalenessCheck(reader);
  return {
    ...toBase(document, isStale(document)),
    kind: "span",
    uri: toCitationUri(document.path, cited.span),
    text,
  };
}

/** By id, or by path within a source. */
export async function findDocument(
  reader: DocumentReader,
  reference: string,
  source?: string,
): Promise<StoredDocument> {
  const byId = await reader.document(reference);
  if (byId !== null) return byId;
  const found = (await reader.documentsAt(reference)).filter(
    ({ sourceId }) => source === undefined || sourceId === source,
  );
  const [first, second] = found;
  if (first === undefined) throw unknown("document", reference);
  if (second !== undefined) {
    throw new KebabError(
      "usage",
      `Cannot tell which "${reference}" is meant: ${found.length} sources have one`,
      {
        hint: `Add --source with one of: ${found.map(({ sourceId }) => sourceId).join(", ")}`,
      },
    );
  }
  return first;
}

function unknown(what: "chunk" | "document", reference: string): KebabError {
  return new KebabError("not-found", `Cannot find a ${what} "${reference}" in the index`, {
    hint:
      what === "chunk"
        ? "`kebab inspect doc` lists a document's chunks"
        : "`kebab list docs` shows documents with their ids and paths",
  });
}

function toBase(document: StoredDocument, stale: boolean) {
  return {
    schema_version: "fetch_result.v1",
    doc_id: document.id,
    doc_path: document.path,
    source_id: document.sourceId,
    title: document.title,
    stale,
  } as const;
}
