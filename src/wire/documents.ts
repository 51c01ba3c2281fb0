import { z } from "zod";
import { DOCUMENT_TYPES, TRUST_LEVELS } from "../core/document.ts";
import { citation } from "./search.ts";

const count = z.int().min(0);

export const documentSummary = z.strictObject({
  doc_id: z.string(),
  doc_path: z.string(),
  source_id: z.string(),
  title: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  lang: z.string(),
  code_lang: z.string().nullable(),
  repo: z.string().nullable(),
  trust_level: z.enum(TRUST_LEVELS),
  tags: z.array(z.string()),
  created_at: z.string().nullable(),
  updated_at: z.string(),
  indexed_at: z.string(),
  size: count,
  stale: z.boolean(),
});

export const documentDetail = z.strictObject({
  schema_version: z.literal("document.v1"),
  ...documentSummary.shape,
  content_hash: z.string(),
  chunker_version: z.string(),
  aliases: z.array(z.string()),
  source_type: z.string().nullable(),
  metadata: z.record(z.string(), z.json()).describe("Frontmatter keys kebab does not know"),
  chunks: z.array(
    z.strictObject({
      chunk_id: z.string(),
      uri: z.string(),
      heading_path: z.array(z.string()),
      tokens: count,
    }),
  ),
});

export const chunkDetail = z.strictObject({
  schema_version: z.literal("chunk.v1"),
  chunk_id: z.string(),
  doc_id: z.string(),
  ordinal: count,
  citation,
  heading_path: z.array(z.string()),
  tokens: count,
  text: z.string(),
  document: documentSummary,
});

export const fetchResult = z.strictObject({
  schema_version: z.literal("fetch_result.v1"),
  kind: z.enum(["chunk", "doc", "span"]),
  doc_id: z.string(),
  doc_path: z.string(),
  source_id: z.string(),
  title: z.string(),
  uri: z.string(),
  text: z.string(),
  stale: z.boolean(),
});

export const documentList = z.strictObject({
  schema_version: z.literal("document_list.v1"),
  total: count,
  returned: count,
  documents: z.array(documentSummary),
});

export const tagList = z.strictObject({
  schema_version: z.literal("tag_list.v1"),
  tags: z.array(z.strictObject({ tag: z.string(), documents: count })),
});

export const sourceList = z.strictObject({
  schema_version: z.literal("source_list.v1"),
  sources: z.array(
    z.strictObject({
      source_id: z.string(),
      root: z.string(),
      origin: z.enum(["config", "command", "library"]),
      documents: count,
    }),
  ),
});

export type DocumentSummary = z.infer<typeof documentSummary>;
export type DocumentDetail = z.infer<typeof documentDetail>;
export type ChunkDetail = z.infer<typeof chunkDetail>;
export type FetchResult = z.infer<typeof fetchResult>;
export type DocumentList = z.infer<typeof documentList>;
export type TagList = z.infer<typeof tagList>;
export type SourceList = z.infer<typeof sourceList>;
