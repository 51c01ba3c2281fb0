import type { Config } from "../config/keys.ts";
import type { DocumentType } from "../core/document.ts";
import { KebabError } from "../core/errors.ts";
import type { DocumentReader } from "../ports/document-store.ts";
import { createFsSource } from "../sources/fs/fs-source.ts";
import { findDocument } from "./fetch.ts";
import { listSources } from "./sources.ts";

export interface OriginalFile {
  readonly name: string;
  readonly type: DocumentType;
  readonly bytes: Uint8Array;
}

/** The file a document was made from, as it is now. The path comes from the index, and the source looks where it leads. */
export async function readOriginalFile(
  reference: string,
  { reader, config, library }: { reader: DocumentReader; config: Config; library: string },
): Promise<OriginalFile> {
  const { sourceId, path, type } = await findDocument(reader, reference);
  const plan = listSources(config, await reader.sources(), library).find(
    ({ settings }) => settings.id === sourceId,
  );
  const read =
    plan === undefined
      ? { unreadable: `its source "${sourceId}" is not known any more` }
      : await createFsSource(plan.settings, plan.options).read(path);
  if ("unreadable" in read) {
    throw new KebabError("source-unreadable", `Cannot read ${path}: ${read.unreadable}`, {
      hint: "The text is in the index; `kebab ingest` brings it up to date",
    });
  }
  return { name: path.slice(path.lastIndexOf("/") + 1), type, bytes: read.bytes };
}
