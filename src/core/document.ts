export const DOCUMENT_TYPES = ["pdf", "markdown", "code", "note"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** From least to most trusted; `--trust-min` keeps a level and everything after it. */
export const TRUST_LEVELS = ["generated", "secondary", "primary"] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What a document says about itself; null where it says nothing. */
export interface DocumentMetadata {
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly lang: string | null;
  /** Milliseconds since 1970, never text: texts of two time zones do not compare. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly sourceType: string | null;
  readonly trustLevel: TrustLevel | null;
  readonly aliases: readonly string[];
  /** Frontmatter keys kebab does not know. */
  readonly extra: { readonly [key: string]: Json };
}

export const NO_METADATA: DocumentMetadata = {
  title: null,
  tags: [],
  lang: null,
  createdAt: null,
  updatedAt: null,
  sourceType: null,
  trustLevel: null,
  aliases: [],
  extra: {},
};

/**
 * A run of the document's text that a chunker keeps whole while it fits.
 * Offsets are UTF-16 positions in `ParsedDocument.text`; blocks are in order and do not overlap.
 */
export type Block = { readonly start: number; readonly end: number } & (
  | { readonly kind: "heading"; readonly level: number; readonly title: string }
  | { readonly kind: "prose" | "code" | "table" }
  /** A named piece of a program; `symbol` is its path from the outside in: ["Parser", "parse"]. */
  | { readonly kind: "unit"; readonly symbol: readonly string[] }
);

/** A document's text with its structure. Blank stretches need no block; everything else has one. */
export interface ParsedDocument {
  /** Decoded, without byte order mark, every line break a single \n. */
  readonly text: string;
  readonly metadata: DocumentMetadata;
  readonly blocks: readonly Block[];
  /** PDF only: where each page's text starts and ends; page numbers are positions + 1. */
  readonly pages: readonly { readonly start: number; readonly end: number }[] | null;
  /** Programming or markup language of a code document: "typescript", "yaml". */
  readonly codeLang: string | null;
  /** Things worth a line in the report although the document was read: a page without text. */
  readonly notices: readonly string[];
}

/** A chunk before it has an id: where it lies and what it stands under. */
export interface ChunkDraft {
  readonly start: number;
  readonly end: number;
  readonly headingPath: readonly string[];
  /** 1-based PDF page. */
  readonly page: number | null;
  readonly symbol: readonly string[] | null;
}

/** Where a chunk stands, as a citation needs it. Lines, columns and pages count from 1, ends included. */
export interface Span {
  readonly startLine: number;
  readonly endLine: number;
  /** Columns only where a chunk is a part of its first or last line (or of its PDF page). */
  readonly startColumn: number | null;
  readonly endColumn: number | null;
  readonly page: number | null;
}

export interface Chunk {
  readonly id: string;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly span: Span;
  readonly headingPath: readonly string[];
  readonly symbol: readonly string[] | null;
  readonly text: string;
  /** Text between the end of the chunk before and this one: blank lines, frontmatter. */
  readonly lead: string;
  readonly tokens: number;
}
