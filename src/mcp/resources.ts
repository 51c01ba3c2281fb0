import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import type { Kebab } from "../app/kebab.ts";
import type { DocumentType } from "../core/document.ts";
import { KebabError } from "../core/errors.ts";
import type { DocumentSummary } from "../wire/documents.ts";
import { type Redact, toProtocolError } from "./errors.ts";
import { fetchUri, toDocumentUri } from "./fetch-uri.ts";

const PAGE_SIZE = 100;

/** A PDF is given as the text that was read from it. */
const MIME_TYPE: Record<DocumentType, string> = {
  markdown: "text/markdown",
  note: "text/markdown",
  pdf: "text/plain",
  code: "text/plain",
};

/** Every document as `kebab://doc/<id>`, and any cited part of it as `kebab://doc/<id>#L12-L34`. */
export function registerResources(server: McpServer, kebab: Kebab, redact: Redact): void {
  server.registerResource(
    "document",
    new ResourceTemplate("kebab://doc/{id}", { list: undefined }),
    {
      title: "Document",
      description: "The text of an indexed document, or with #L12-L34 or #p=3 a part of it",
    },
    async (_uri, { id }) =>
      readDocument(kebab, String(id)).catch((error: unknown) => {
        throw toReadError(error, toDocumentUri(String(id)), redact);
      }),
  );
  // The SDK's own list knows no pages.
  server.server.setRequestHandler("resources/list", async ({ params }) =>
    listDocuments(kebab, parseCursor(params?.cursor), redact),
  );
}

async function readDocument(kebab: Kebab, id: string) {
  const uri = toDocumentUri(id);
  const { text, doc_id } = await fetchUri(kebab, uri);
  const { type } = await kebab.inspectDocument(doc_id);
  return { contents: [{ uri, mimeType: MIME_TYPE[type], text }] };
}

function toReadError(error: unknown, uri: string, redact: Redact): ProtocolError {
  const isUnknown = error instanceof KebabError && error.code === "not-found";
  return isUnknown ? new ResourceNotFoundError(uri, error.message) : toProtocolError(error, redact);
}

async function listDocuments(kebab: Kebab, offset: number, redact: Redact) {
  try {
    const { documents, total } = await kebab.listDocuments({}, { limit: PAGE_SIZE, offset });
    const next = offset + documents.length;
    return {
      resources: documents.map(toResource),
      ...(documents.length > 0 && next < total ? { nextCursor: String(next) } : {}),
    };
  } catch (error) {
    // Clients ask for the list as soon as they connect: where nothing was ever indexed, there is nothing to list.
    if (error instanceof KebabError && error.code === "index-missing") return { resources: [] };
    throw toProtocolError(error, redact);
  }
}

function toResource(document: DocumentSummary): Resource {
  const { doc_id, doc_path, title, type, tags, updated_at, size } = document;
  return {
    uri: toDocumentUri(doc_id),
    name: doc_path,
    title,
    mimeType: MIME_TYPE[type],
    size,
    annotations: { lastModified: updated_at },
    ...(tags.length === 0 ? {} : { description: tags.map((tag) => `#${tag}`).join(" ") }),
  };
}

function parseCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Cannot go on from "${cursor}": it is no cursor of this list`,
  );
}
