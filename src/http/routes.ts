import { toOpenApi } from "./openapi.ts";
import { defineRoute, type Route } from "./route.ts";
import { DOCUMENT_ROUTES } from "./routes/document-routes.ts";
import { SEARCH_ROUTES } from "./routes/search-routes.ts";
import { SYSTEM_ROUTES } from "./routes/system-routes.ts";
import { WRITING_ROUTES } from "./routes/writing-routes.ts";

const DESCRIPTION = defineRoute({
  method: "GET",
  path: "/api/v1/openapi.json",
  name: "openapi",
  about: "This description",
  writes: false,
  turn: null,
  answers: { type: "application/json", about: "An OpenAPI 3.1 document" },
  handle: async ({ server }) => toOpenApi(ROUTES, server.version),
});

/** Everything the server answers but the page and what is mounted beside it. */
export const ROUTES: readonly Route[] = [
  ...SEARCH_ROUTES,
  ...DOCUMENT_ROUTES,
  ...WRITING_ROUTES,
  ...SYSTEM_ROUTES,
  DESCRIPTION,
];
