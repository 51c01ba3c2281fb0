import type { ChunkDraft, ParsedDocument } from "../core/document.ts";

export interface ChunkOptions {
  /** About the size of a chunk (core/tokens.ts), never over it by more than a quarter; only a line longer than that is cut inside. */
  readonly targetTokens: number;
  /** How much of a chunk's end the next one of the same section repeats. */
  readonly overlapTokens: number;
}

export interface Chunker {
  /** Enters every chunk id: raise it when the cuts change. */
  readonly version: string;
  /**
   * In order of position. Every character that is not white space or frontmatter lies in
   * at least one chunk; spans lie in the text and neither start nor end with a line break.
   * Cuts fall between lines unless a single line is over the target.
   */
  chunk(document: ParsedDocument, options: ChunkOptions): readonly ChunkDraft[];
}
