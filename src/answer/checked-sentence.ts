import type { SentenceProblem } from "../core/sentence-problem.ts";

export interface CheckedSentence {
  /** As it was said, with its [n]. */
  readonly text: string;
  /** The numbers it cites, rising, those that no source has included. */
  readonly citations: readonly number[];
  /** False for what states nothing: a heading, a greeting, "for example:". */
  readonly isClaim: boolean;
  /** True for every sentence that is no claim. */
  readonly supported: boolean;
  readonly problems: readonly SentenceProblem[];
  /** What the cited text lacks: numbers and names, as the sentence has them. */
  readonly missing: readonly string[];
  /** Share of its telling words that the cited text holds; null where it cites nothing or has none. */
  readonly wordOverlap: number | null;
  /** Of the nearest sentence of the cited text; null where no model covers both, or words have decided. */
  readonly cosine: number | null;
}
