import type { SearchFilter, SearchMode } from "../core/search.ts";

/** A file of questions whose answers are known. */
export interface GoldenSet {
  readonly name: string;
  /** Folder of the documents, as written: relative to the file. Null: the user's own index is asked. */
  readonly corpus: string | null;
  readonly defaults: {
    /** How questions are asked; the configured mode unless told. */
    readonly mode: SearchMode | null;
    /** Hits a user would see; the configured number unless told. */
    readonly top: number | null;
  };
  /** The least a figure may be, by its name: "hybrid.ndcg@10". */
  readonly require: ReadonlyMap<string, number>;
  readonly queries: readonly GoldenQuery[];
}

export interface GoldenQuery {
  readonly id: string;
  readonly query: string;
  /** A free label to break the figures down by. */
  readonly kind: string | null;
  /** Paraphrases of one need share it. */
  readonly group: string | null;
  readonly expect: readonly Expectation[];
  /** What the answer must say, in any case of letters. */
  readonly mustContain: readonly string[];
  readonly forbidden: readonly Forbidden[];
  /** The documents do not say: the right answer is a refusal. */
  readonly refuse: boolean;
  readonly filter: SearchFilter;
}

/** What answers a query: a chunk by its id, the passages of a document that hold a text, or a whole document. */
export type Expectation = { readonly grade: number } & (
  | { readonly kind: "chunk"; readonly chunkId: string }
  | { readonly kind: "passage"; readonly path: string; readonly contains: string }
  | { readonly kind: "document"; readonly path: string }
);

export type Forbidden =
  /** Not in the answer. */
  | { readonly kind: "text"; readonly text: string }
  /** Not among the first hits, and not cited. */
  | { readonly kind: "path"; readonly path: string };

/** Line breaks and composed or decomposed Hangul are no difference between two texts. */
export function toComparable(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ");
}
