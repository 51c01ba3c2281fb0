import type { Kebab } from "../app/kebab.ts";
import type { FetchResult } from "../wire/documents.ts";

const DOCUMENT_URI = "kebab://doc/";

export function toDocumentUri(id: string): string {
  return DOCUMENT_URI + id;
}

/** `path#L1-L9` and `paper.pdf#p=3` are cited spans, `kebab://doc/<id>` with or without one names the document by its id. */
export async function fetchUri(kebab: Kebab, uri: string, source?: string): Promise<FetchResult> {
  if (!uri.startsWith(DOCUMENT_URI)) {
    return uri.includes("#") ? kebab.fetchSpan(uri, source) : kebab.fetchDocument(uri, source);
  }
  const [id = "", fragment] = uri.slice(DOCUMENT_URI.length).split("#", 2);
  if (fragment === undefined) return kebab.fetchDocument(id);
  const { doc_path, source_id } = await kebab.inspectDocument(id);
  return kebab.fetchSpan(`${doc_path}#${fragment}`, source_id);
}
