/**
 * uncited: a claim without [n]. unknown_citation: an [n] that no source has. number, name: one that the cited
 * text does not hold. overlap: too few of its words there, and too far in meaning.
 */
export const SENTENCE_PROBLEMS = ["uncited", "unknown_citation", "number", "name", "overlap"] as const;
export type SentenceProblem = (typeof SENTENCE_PROBLEMS)[number];
