import { z } from "zod";
import { toSearchFilter } from "../../app/search-request.ts";
import { listRequest } from "../../wire/search-request.ts";
import { defineRoute, type Route } from "../route.ts";

const DEFAULT_PAGE = 100;
const text = z.string().min(1).max(2000);
const inSource = z.strictObject({ source: text.exactOptional().describe("Which source a path is in") });
const reading = { method: "GET", writes: false, turn: "search" } as const;

const TYPE_OF = { pdf: "application/pdf", markdown: null, code: null, note: null } as const;

export const DOCUMENT_ROUTES: readonly Route[] = [
  defineRoute({
    ...reading,
    path: "/api/v1/docs",
    name: "listDocuments",
    about: "Documents in pages",
    query: listRequest,
    answers: { wire: "document_list.v1" },
    handle: async ({ server, query: { top = DEFAULT_PAGE, offset = 0, ...filter } }) =>
      server.kebab.listDocuments(await toSearchFilter(filter), { limit: top, offset }),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/docs/:id",
    name: "readDocument",
    about: "Everything known of a document, by its id or its path",
    query: inSource,
    answers: { wire: "document.v1" },
    handle: ({ server, parameters, query }) =>
      server.kebab.inspectDocument(parameters["id"] ?? "", query.source),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/docs/:id/text",
    name: "readDocumentText",
    about: "The whole text of a document, as it was indexed",
    query: inSource,
    answers: { wire: "fetch_result.v1" },
    handle: ({ server, parameters, query }) =>
      server.kebab.fetchDocument(parameters["id"] ?? "", query.source),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/docs/:id/file",
    name: "readDocumentFile",
    about: "The bytes of the file a document was made from, as they are now",
    answers: { type: "application/octet-stream", about: "A PDF as application/pdf" },
    handle: async ({ server, parameters }) => {
      const file = await server.kebab.readOriginalFile(parameters["id"] ?? "");
      const type = TYPE_OF[file.type];
      const way = type === null ? "attachment" : "inline";
      return new Response(new Uint8Array(file.bytes), {
        headers: {
          "content-type": type ?? "application/octet-stream",
          "content-disposition": `${way}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
          "cache-control": "private, no-cache",
        },
      });
    },
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/chunks/:id",
    name: "readChunk",
    about: "A chunk with its text and citation",
    answers: { wire: "chunk.v1" },
    handle: ({ server, parameters }) => server.kebab.inspectChunk(parameters["id"] ?? ""),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/chunks/:id/text",
    name: "readChunkText",
    about: "The text of a chunk and of its neighbours",
    query: z.strictObject({
      context: z.coerce
        .number()
        .int()
        .min(0)
        .max(1000)
        .exactOptional()
        .describe("Chunks before and after it, too"),
    }),
    answers: { wire: "fetch_result.v1" },
    handle: ({ server, parameters, query }) =>
      server.kebab.fetchChunk(parameters["id"] ?? "", query.context ?? 0),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/fetch",
    name: "fetchCitation",
    about: "The text that a citation names",
    query: inSource.extend({ uri: text.describe("Such as notes/a.md#L12-L34 or paper.pdf#p=13") }),
    answers: { wire: "fetch_result.v1" },
    handle: ({ server, query }) => server.kebab.fetchSpan(query.uri, query.source),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/tags",
    name: "listTags",
    about: "Tags and how many documents have each",
    answers: { wire: "tag_list.v1" },
    handle: ({ server }) => server.kebab.listTags(),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/sources",
    name: "listSources",
    about: "Where the documents come from",
    answers: { wire: "source_list.v1" },
    handle: ({ server }) => server.kebab.listSources(),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/map",
    name: "readMap",
    about: "Documents as points in a plane: near ones speak of like things",
    answers: { wire: "map.v1" },
    handle: ({ server }) => server.kebab.map(),
  }),
];
