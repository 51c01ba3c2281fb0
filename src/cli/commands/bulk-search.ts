import type { Kebab } from "../../app/kebab.ts";
import type { SearchOptions } from "../../app/search.ts";
import { parseRequest, toSearchOptions } from "../../app/search-request.ts";
import { KebabError } from "../../core/errors.ts";
import { type SearchRequest, searchRequest } from "../../wire/search-request.ts";
import type { Context } from "../context.ts";
import { EXIT, toErrorBody } from "../exit-codes.ts";
import { parseSearchOptions, type SearchFlags } from "./search.ts";

const MAX_QUERIES = 100;

/**
 * One query a line on stdin, one answer a line on stdout, in the same order. A line is a text in
 * quotes or a search request with flags by their names; the command's own flags hold where it says nothing.
 */
export async function runBulkSearch(
  context: Context,
  flags: SearchFlags,
  words: readonly string[],
): Promise<number> {
  if (words.length > 0) {
    throw new KebabError(
      "usage",
      "Cannot search a query and --bulk at once: --bulk reads its queries from stdin",
      { hint: "Leave out the words, or --bulk" },
    );
  }
  const lines = (await context.terminal.readStdin())
    .split("\n")
    .map((text, index) => ({ text, number: index + 1 }))
    .filter(({ text }) => text.trim() !== "");
  if (lines.length === 0 || lines.length > MAX_QUERIES) {
    throw new KebabError(
      "usage",
      `Cannot search ${lines.length} queries at once: --bulk takes 1 to ${MAX_QUERIES}`,
      {
        hint: 'Give one JSON value a line on stdin, as in {"query": "install git", "top": 3}',
      },
    );
  }
  const common = await parseSearchOptions(flags);
  await using kebab = await context.openKebab();
  let found = 0;
  let failed = 0;
  for (const { text, number } of lines) {
    try {
      const response = await searchLine(kebab, text, common);
      found += response.returned;
      context.printJson(response);
    } catch (error) {
      if (!(error instanceof KebabError)) throw error;
      failed++;
      context.printJson({ ...toErrorBody(error), details: { ...error.details, line: number } });
    }
  }
  if (failed === lines.length) return EXIT.error;
  return found > 0 ? EXIT.done : EXIT.nothing;
}

async function searchLine(kebab: Kebab, line: string, common: SearchOptions) {
  const { query, ...own } = parseLine(line);
  const { filter, ...options } = await toSearchOptions(own);
  return kebab.search(query, { ...common, ...options, filter: { ...common.filter, ...filter } });
}

function parseLine(line: string): SearchRequest {
  const value = parseJson(line);
  if (typeof value === "string") return { query: value };
  if (typeof value !== "object" || value === null || Array.isArray(value) || !("query" in value)) {
    throw new KebabError(
      "usage",
      "Cannot search this line: it is no JSON text and no JSON object with a query",
      {
        hint: 'Write {"query": "install git", "top": 3}',
      },
    );
  }
  return parseRequest(searchRequest, value);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
