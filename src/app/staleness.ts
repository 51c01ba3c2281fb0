import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { DocumentReader, StoredDocument } from "../ports/document-store.ts";

/** Tells whether a document's file has changed or gone since it was indexed. A stat a document, no reading. */
export async function createStalenessCheck(
  reader: DocumentReader,
): Promise<(document: StoredDocument) => boolean> {
  const roots = await reader.sourceRoots();
  const seen = new Map<string, boolean>();
  return (document) => {
    const known = seen.get(document.id);
    if (known !== undefined) return known;
    const stale = isStale(document, roots.get(document.sourceId));
    seen.set(document.id, stale);
    return stale;
  };
}

function isStale(document: StoredDocument, root: string | undefined): boolean {
  if (root === undefined) return true;
  try {
    const file = lstatSync(join(root, document.path));
    return file.size !== document.size || file.mtimeMs !== document.modifiedMs;
  } catch {
    return true;
  }
}
