import { z } from "zod";
import { DOCUMENT_TYPES, TRUST_LEVELS } from "../core/document.ts";
import { parseDate } from "../core/parse-date.ts";
import { parseList } from "../core/parse-list.ts";
import { SEARCH_MODES } from "../core/search.ts";

const LONGEST_QUERY = 10_000;
const LONGEST_TEXT = 1000;
const MOST_NAMES = 100;

const text = z.string().min(1).max(LONGEST_TEXT);

/** A number in quotes counts, too: a query parameter is nothing else. */
const numeric = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess((given) => (typeof given === "string" && given.trim() !== "" ? Number(given) : given), schema);

const flag = z.preprocess(
  (given) => (given === "true" || given === "1" ? true : given === "false" || given === "0" ? false : given),
  z.boolean(),
);

/** A list may come as one text with commas, as the command takes it. */
const names = <Schema extends z.ZodType<string>>(name: Schema) =>
  z.preprocess(
    (given) => (typeof given === "string" ? parseList(given) : given),
    z.array(name).min(1, "it names nothing").max(MOST_NAMES),
  );

const date = text.refine((given) => parseDate(given) !== null, {
  error: "it is not a date: write 2026-03-01 or 2026-03-01T09:30:00+09:00",
});

/** The filters of search, ask and list. Every one that is given must hold. */
const filters = {
  tags: names(text).exactOptional().describe("Documents that have ALL these tags"),
  tags_any: names(text).exactOptional().describe("Documents that have ANY of these tags"),
  type: names(z.enum(DOCUMENT_TYPES)).exactOptional().describe("Any of these types"),
  path: text.exactOptional().describe("Glob over the path within its source, as in ops/**"),
  source: names(text).exactOptional().describe("Any of these source ids"),
  lang: names(text).exactOptional().describe("Main language of the document, as in ko or en"),
  code_lang: names(text).exactOptional().describe("Programming language, by name or extension: ts, rust"),
  repo: names(text).exactOptional().describe("Repository the file lies in"),
  doc: names(text).exactOptional().describe("Any of these document ids"),
  after: date.exactOptional().describe("Updated on or after this date"),
  before: date.exactOptional().describe("Updated on or before this date; a day or month means all of it"),
  trust_min: z.enum(TRUST_LEVELS).exactOptional().describe("This level of trust and above"),
};

const ranking = {
  mode: z.enum(SEARCH_MODES).exactOptional().describe("By keyword, by meaning, or both"),
  top: numeric(z.int().min(1).max(1000)).exactOptional().describe("At most as many hits"),
  threshold: numeric(z.number().min(0).max(1))
    .exactOptional()
    .describe("Drop hits whose raw RRF score is below"),
  min_score: numeric(z.number().min(0).max(1)).exactOptional().describe("Drop hits whose score is below"),
  explain: flag.exactOptional().describe("Tell how each score came about"),
};

const query = z.string().max(LONGEST_QUERY);

export const searchRequest = z.strictObject({
  query: query.describe('Words in any language; a "quoted phrase" must occur, -word must not'),
  ...ranking,
  ...filters,
  cursor: text.exactOptional().describe("Goes on where an earlier search stopped: its next_cursor"),
  max_tokens: numeric(z.int().min(1).max(10_000_000))
    .exactOptional()
    .describe("Stop before the snippets pass as many tokens"),
  snippet_chars: numeric(z.int().min(40).max(2000)).exactOptional().describe("Length of a snippet"),
});

export const askRequest = z.strictObject({
  question: query
    .describe("As you would ask a colleague, in any language")
    .refine((given) => given.trim() !== "", { error: "there is no question" }),
  ...ranking,
  ...filters,
  multi_hop: flag
    .exactOptional()
    .describe("Take the question apart and search for each part; needs a language model"),
  provider: z.enum(["extractive", "ollama", "openai"]).exactOptional(),
  model: text.exactOptional().describe("The server's name for its model, in place of the configured one"),
});

export const listRequest = z.strictObject({
  ...filters,
  top: numeric(z.int().min(1).max(10_000)).exactOptional().describe("At most as many; 100 unless told"),
  offset: numeric(z.int().min(0).max(10_000_000)).exactOptional().describe("Skip the first ones"),
});

export type SearchRequest = z.infer<typeof searchRequest>;
export type AskRequest = z.infer<typeof askRequest>;
export type FilterRequest = Pick<SearchRequest, keyof typeof filters>;
