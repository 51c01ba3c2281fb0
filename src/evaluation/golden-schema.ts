import { z } from "zod";
import { DOCUMENT_TYPES, TRUST_LEVELS } from "../core/document.ts";
import { SEARCH_MODES } from "../core/search.ts";

const text = z.string().min(1);
const texts = z.array(text).min(1);

const expectation = z
  .strictObject({
    path: text.optional(),
    contains: text.optional(),
    chunk: text.optional(),
    grade: z.int().min(1).max(10).default(1),
  })
  .refine(({ path, chunk }) => (path === undefined) !== (chunk === undefined), {
    message: "it takes either path or chunk",
  })
  .refine(({ chunk, contains }) => chunk === undefined || contains === undefined, {
    message: "a chunk is named by its id alone, without contains",
  });

const forbidden = z.union([z.strictObject({ text }), z.strictObject({ path: text })]);

const filters = z.strictObject({
  tags: texts.optional(),
  tags_any: texts.optional(),
  type: z.array(z.enum(DOCUMENT_TYPES)).min(1).optional(),
  path: text.optional(),
  source: texts.optional(),
  lang: texts.optional(),
  code_lang: texts.optional(),
  repo: texts.optional(),
  after: text.optional(),
  before: text.optional(),
  trust_min: z.enum(TRUST_LEVELS).optional(),
});

const query = z
  .strictObject({
    id: text,
    query: text.refine((words) => words.trim() !== "", { message: "it is blank" }),
    kind: text.optional(),
    group: text.optional(),
    expect: z.array(expectation).min(1).optional(),
    must_contain: texts.optional(),
    forbidden: z.array(forbidden).min(1).optional(),
    refuse: z.boolean().default(false),
    filters: filters.optional(),
  })
  .refine((entry) => entry.refuse || entry.expect !== undefined, {
    message: "it says neither what to expect nor refuse: true",
  })
  .refine((entry) => !entry.refuse || (entry.expect === undefined && entry.must_contain === undefined), {
    message: "a query to refuse has nothing to expect and no must_contain",
  });

export const goldenFile = z.strictObject({
  version: z.literal(1, { message: "this kebab reads version 1" }),
  name: text.optional(),
  corpus: text.optional(),
  defaults: z
    .strictObject({ mode: z.enum(SEARCH_MODES).optional(), top: z.int().min(1).max(100).optional() })
    .default({}),
  require: z.record(z.string(), z.number().min(0).max(1)).default({}),
  queries: z.array(query).min(1),
});

export type GoldenFile = z.infer<typeof goldenFile>;
export type RawFilters = z.infer<typeof filters>;

/** The keys each place of the file may have, for the nearest right one. `*` is any position of a list. */
export const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  "": Object.keys(goldenFile.shape),
  defaults: ["mode", "top"],
  "queries.*": Object.keys(query.shape),
  "queries.*.expect.*": Object.keys(expectation.shape),
  "queries.*.forbidden.*": ["text", "path"],
  "queries.*.filters": Object.keys(filters.shape),
};

const LISTS = ["expect", "forbidden", "must_contain"];
const FILTER_LISTS = ["tags", "tags_any", "type", "source", "lang", "code_lang", "repo"];

/** What may be written short is written out: one for a list of one, a path for an expectation, a text for what is forbidden. */
export function writeOut(raw: unknown): unknown {
  if (!isRecord(raw) || !Array.isArray(raw["queries"])) return raw;
  return { ...raw, queries: raw["queries"].map(writeOutQuery) };
}

function writeOutQuery(raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const written = toLists(raw, LISTS);
  const expect = written["expect"];
  const forbidden_ = written["forbidden"];
  if (Array.isArray(expect)) written["expect"] = expect.map((each) => wrap(each, "path"));
  if (Array.isArray(forbidden_)) written["forbidden"] = forbidden_.map((each) => wrap(each, "text"));
  if (isRecord(written["filters"])) written["filters"] = toLists(written["filters"], FILTER_LISTS);
  return written;
}

function wrap(value: unknown, key: string): unknown {
  return typeof value === "string" ? { [key]: value } : value;
}

function toLists(raw: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      names.includes(name) && !Array.isArray(value) ? [value] : value,
    ]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
