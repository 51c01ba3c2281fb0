import { z } from "zod";
import type { Kebab } from "../../app/kebab.ts";
import { toSearchOptions } from "../../app/search-request.ts";
import { KebabError } from "../../core/errors.ts";
import { bulkSearchResponse } from "../../wire/bulk-search.ts";
import { type SearchResponse, searchResponse } from "../../wire/search.ts";
import { type SearchRequest, searchRequest } from "../../wire/search-request.ts";
import type { ErrorBody } from "../../wire/system.ts";
import { type Redact, renderError, toErrorBody } from "../errors.ts";
import { renderSearch } from "../text.ts";
import { defineTool } from "../tool.ts";

const MAX_QUERIES = 100;

export const searchTool = defineTool({
  name: "search",
  title: "Search the knowledge base",
  description: `Finds passages in the user's own notes, documents, PDFs and code, by keyword and by meaning at once, best first. Each hit has a snippet and a citation uri (ops/deploy-rollback.md#L12-L34, paper.pdf#p=13) that \`fetch\` turns into the full text. Start here; use \`ask\` instead for a question that one short cited answer settles, and \`list\` to see what there is.

Korean and English both work, also mixed in one query ("배포 rollback 절차"). A "quoted phrase" must occur, -word must not. mode "lexical" for exact names, error codes and identifiers; "vector" for a paraphrase that shares no words; "hybrid", the default, for all else. Meaning search covers the scripts its model knows; a warning says when it had nothing to say.

Filters are ANDed: {"query": "rollback", "tags": ["ops"], "type": ["markdown", "pdf"], "path": "ops/**", "after": "2026-01-01"}, {"query": "재시도 backoff", "code_lang": ["go"], "top": 5}. The next page: the same arguments with cursor = next_cursor. To save tokens: a small top, max_tokens, snippet_chars.`,
  input: searchRequest,
  output: searchResponse,
  writes: false,
  isIdempotent: true,
  call: async (request, { kebab }) => {
    const response = await search(kebab, request);
    return { structured: response, text: [renderSearch(response)] };
  },
});

/** A text alone is a query, too. */
const bulkQuery = z.preprocess(
  (given) => (typeof given === "string" ? { query: given } : given),
  searchRequest,
);

export const bulkSearchTool = defineTool({
  name: "bulk_search",
  title: "Search for many queries at once",
  description: `Up to ${MAX_QUERIES} searches in one call, answered in their order: for several wordings of one question, both languages, or a list of terms to check. {"queries": [{"query": "배포 롤백", "top": 3}, {"query": "deploy rollback", "top": 3, "tags": ["ops"]}]}. Each query takes what \`search\` takes; give each a small top.`,
  input: z.strictObject({
    queries: z.array(bulkQuery).min(1).max(MAX_QUERIES),
  }),
  output: bulkSearchResponse,
  writes: false,
  isIdempotent: true,
  call: async ({ queries }, { kebab, redact, signal, progress }) => {
    const responses: (SearchResponse | ErrorBody)[] = [];
    for (const request of queries) {
      signal.throwIfAborted();
      responses.push(await searchOrTell(kebab, request, redact));
      progress.tell(`searched "${request.query}"`, queries.length);
    }
    const blocks = responses.map((response, position) => {
      const text = "hits" in response ? renderSearch(response) : renderError(response);
      return `== ${queries[position]?.query ?? ""}\n${text}`;
    });
    return {
      structured: { schema_version: "bulk_search_response.v1", responses },
      text: [blocks.join("\n\n")],
    };
  },
});

async function search(kebab: Kebab, { query, ...options }: SearchRequest): Promise<SearchResponse> {
  return kebab.search(query, await toSearchOptions(options));
}

/** One query that cannot be searched does not cost the others. */
async function searchOrTell(
  kebab: Kebab,
  request: SearchRequest,
  redact: Redact,
): Promise<SearchResponse | ErrorBody> {
  try {
    return await search(kebab, request);
  } catch (error) {
    if (!(error instanceof KebabError)) throw error;
    return toErrorBody(error, redact);
  }
}
