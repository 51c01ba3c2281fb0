import { z } from "zod";
import { DOCUMENT_TYPES, TRUST_LEVELS } from "../core/document.ts";
import { FUSION_NAMES } from "../core/fusion/policies.ts";
import { SEARCH_MODES } from "../core/search.ts";

const unit = z.number().min(0).max(1);
const rank = z.int().min(1);

export const citation = z.strictObject({
  uri: z.string().describe("notes/a.md#L12-L34 or paper.pdf#p=13; `kebab fetch span` takes it back"),
  path: z.string(),
  kind: z.enum(["lines", "page"]),
  start_line: rank.nullable(),
  end_line: rank.nullable(),
  page: rank.nullable(),
  symbol: z.string().nullable().describe("Name of the cited unit of code: Parser.parse"),
  code_lang: z.string().nullable(),
});

const retrieval = z.strictObject({
  method: z.enum(SEARCH_MODES),
  lexical_score: unit.nullable(),
  lexical_rank: rank.nullable(),
  vector_score: unit.nullable(),
  vector_rank: rank.nullable(),
  fusion_score: unit,
  rrf_score: z.number().min(0),
});

const explanation = z.strictObject({
  matched_terms: z.array(z.string()),
  lexical_raw: z.number().nullable().describe("-bm25, before s/(1+s)"),
  vector_raw: z.number().nullable().describe("The cosine, before (1+c)/2"),
  arithmetic: z.string().describe("How the score came about, in words and numbers"),
});

export const searchHit = z.strictObject({
  schema_version: z.literal("search_hit.v1"),
  rank,
  score: unit,
  score_kind: z.enum(["lexical", "vector", ...FUSION_NAMES]),
  chunk_id: z.string(),
  doc_id: z.string(),
  doc_path: z.string().describe("Relative to its source"),
  title: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  tags: z.array(z.string()),
  heading_path: z.array(z.string()),
  section_label: z.string().nullable(),
  snippet: z.string().describe("Cut from the text as it stands; matches between <mark> and </mark>"),
  citation,
  retrieval,
  index_version: z.string(),
  embedding_model: z.string().nullable(),
  chunker_version: z.string(),
  indexed_at: z.string(),
  stale: z.boolean().describe("The file has changed or gone since it was indexed"),
  lang: z.string(),
  source_id: z.string(),
  trust_level: z.enum(TRUST_LEVELS),
  repo: z.string().optional(),
  code_lang: z.string().optional(),
  explain: explanation.optional(),
});

const retrieverReport = z.strictObject({
  retriever: z.enum(["lexical", "vector"]),
  asked: z.int().min(1).describe("How many candidates; under a filter there may be fewer"),
  found: z.int().min(0),
  abstained: z.string().nullable().describe("Why it had nothing to say about this query"),
  index_version: z.string(),
});

export const searchResponse = z.strictObject({
  schema_version: z.literal("search_response.v1"),
  query: z.string(),
  mode: z.enum(SEARCH_MODES),
  returned: z.int().min(0),
  hits: z.array(searchHit),
  index_version: z.string(),
  warnings: z.array(z.string()),
  next_cursor: z.string().nullable(),
  truncated: z.boolean(),
  timing: z
    .strictObject({ total_ms: z.number(), retrieve_ms: z.number(), hydrate_ms: z.number() })
    .optional(),
  retrievers: z.array(retrieverReport).optional(),
});

export type Citation = z.infer<typeof citation>;
export type Explanation = z.infer<typeof explanation>;
export type RetrieverReport = z.infer<typeof retrieverReport>;
export type SearchHitWire = z.infer<typeof searchHit>;
export type SearchResponse = z.infer<typeof searchResponse>;
