import type { DocumentType, ParsedDocument } from "../core/document.ts";

/** A file that cannot become a document. Not an exception: a line in the report. */
export interface ParseFailure {
  readonly kind: "failed" | "skipped";
  readonly reason: string;
}

export interface Parser {
  readonly type: DocumentType;
  /** Part of what decides whether a file must be indexed again; raise it when output changes. */
  readonly version: string;
  /** Whether this parser is the one for a file of this name. */
  accepts(path: string): boolean;
  /** Never throws for what the bytes hold: hostile input gives a failure with its reason. */
  parse(path: string, bytes: Uint8Array): Promise<ParsedDocument | ParseFailure>;
}
