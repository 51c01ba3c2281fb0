import type { RetrievedPassage } from "./retrieved.ts";

/** Whether what was found bears on the question, and the figures behind it. */
export interface GateDecision {
  readonly passed: boolean;
  /** From 0 to 1. */
  readonly evidence: number;
  readonly threshold: number;
  /** Share of the question's telling words, by how rare they are, that one passage holds; null where it has none. */
  readonly coverage: number | null;
  /** Telling words that no passage of the index holds. */
  readonly missingTerms: readonly string[];
  /** Of the nearest passage; null when meaning search abstained. */
  readonly cosine: number | null;
  readonly background: { readonly mean: number; readonly deviation: number; readonly samples: number } | null;
}

export type Gate = (question: string, passages: readonly RetrievedPassage[]) => Promise<GateDecision>;
