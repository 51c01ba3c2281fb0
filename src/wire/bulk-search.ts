import { z } from "zod";
import { searchResponse } from "./search.ts";
import { errorBody } from "./system.ts";

export const bulkSearchResponse = z.strictObject({
  schema_version: z.literal("bulk_search_response.v1"),
  responses: z
    .array(z.union([searchResponse, errorBody]))
    .describe("One a query, in their order; a query that failed has its error there"),
});
