import { createFormats } from "../../src/app/formats.ts";
import { toDocumentId } from "../../src/core/ids.ts";
import { findFormat, prepareDocument } from "../../src/ingest/prepare.ts";
import type { PreparedDocument } from "../../src/ports/document-store.ts";
import { LONG_AGO } from "./temporary-folder.ts";

const OPTIONS = { targetTokens: 400, overlapTokens: 0 };
const formats = createFormats();

/** Like `PreparedDocument`, where only the path and the text must be told; tags are the document's own. */
export type DocumentSpec = Omit<Partial<PreparedDocument>, "tags" | "chunks"> & {
  readonly path: string;
  readonly text: string;
  readonly tags?: readonly string[];
};

/** A document as ingest would store it: parsed, cut into chunks and analysed by the real thing. */
export async function prepare(spec: DocumentSpec): Promise<PreparedDocument> {
  const { text, tags, ...rest } = spec;
  const sourceId = spec.sourceId ?? "notes";
  const bytes = Buffer.from(text);
  const outcome = await prepareDocument(
    {
      source: { id: sourceId, tags: [], trustLevel: "primary" },
      file: { path: spec.path, size: bytes.length, modifiedMs: LONG_AGO, repo: null },
      documentId: spec.id ?? toDocumentId(sourceId, spec.path),
      pipeline: "test pipeline",
      storedHash: null,
    },
    bytes,
    { format: findFormat(formats, spec.path), options: OPTIONS },
  );
  if (outcome.kind !== "prepared") throw new Error(`${spec.path} gave no document: ${outcome.kind}`);
  const own = tags?.map((tag) => ({ tag, origin: "document" }) as const);
  return { ...outcome.document, ...rest, ...(own === undefined ? {} : { tags: own }) };
}

export function prepareAll(specs: readonly DocumentSpec[]): Promise<PreparedDocument[]> {
  return Promise.all(specs.map(prepare));
}
