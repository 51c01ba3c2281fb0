import type { Kebab } from "../../app/kebab.ts";
import { KebabError } from "../../core/errors.ts";
import type { Context } from "../context.ts";
import { EXIT, toErrorBody } from "../exit-codes.ts";
import { parseSearchOptions, type SearchFlags } from "./search.ts";

const MAX_QUERIES = 100;
const FLAG_NAMES = [
  ...["mode", "top", "tags", "tags_any", "type", "path", "source", "lang", "code_lang", "repo", "doc"],
  ...["after", "before", "trust_min", "threshold", "min_score", "cursor", "max_tokens", "snippet_chars"],
  "explain",
];

/**
 * One query a line on stdin, one answer a line on stdout, in the same order. A line is a text in
 * quotes or an object with `query` and flags by their names; the command's own flags hold where it says nothing.
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
  await using kebab = await context.openKebab();
  let found = 0;
  let failed = 0;
  for (const { text, number } of lines) {
    try {
      const response = await searchLine(kebab, text, flags);
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

async function searchLine(kebab: Kebab, line: string, defaults: SearchFlags) {
  const { query, ...own } = parseLine(line);
  const { ftsOnly: _ftsOnly, vecOnly: _vecOnly, ...rest } = defaults;
  // A line's own mode stands against the command's, however that was said.
  const common = own.mode === undefined ? defaults : rest;
  return kebab.search(query, await parseSearchOptions({ ...common, ...own }));
}

function parseLine(line: string): SearchFlags & { readonly query: string } {
  const value = parseJson(line);
  if (typeof value === "string") return { query: value };
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const query: unknown = isObject ? (value as { query?: unknown }).query : undefined;
  if (!isObject || typeof query !== "string") {
    throw new KebabError(
      "usage",
      "Cannot search this line: it is no JSON text and no JSON object with a query",
      {
        hint: 'Write {"query": "install git", "top": 3}',
      },
    );
  }
  const flags: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    if (name === "query") continue;
    if (!FLAG_NAMES.includes(name)) {
      throw new KebabError("usage", `Cannot search this line: it has an unknown key "${name}"`, {
        hint: `Keys are query, ${FLAG_NAMES.join(", ")}`,
      });
    }
    flags[name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())] = toFlag(name, given);
  }
  return { ...flags, query };
}

/** As the shell would hand it over, so that one parser checks both. */
function toFlag(name: string, given: unknown): string | boolean {
  if (name === "explain" && typeof given === "boolean") return given;
  if (Array.isArray(given) && given.every((item) => typeof item === "string")) return given.join(",");
  if (typeof given === "string" || typeof given === "number") return String(given);
  throw new KebabError(
    "usage",
    `Cannot search this line: "${name}" must be a text, a number or a list of texts`,
  );
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
