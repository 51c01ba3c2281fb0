import type { QueryTerm } from "../core/analyse.ts";
import { toCoverage, toRarity, toTellingTerms } from "../core/coverage.ts";
import type { TermFrequencies } from "../ports/lexical-index.ts";
import type { Background } from "./background.ts";
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
  /** What the cosine was measured by: the index's, or across languages that of one passage. */
  readonly background: Background | null;
}

export type Gate = (question: string, passages: readonly RetrievedPassage[]) => Promise<GateDecision>;

/**
 * What speaks for a passage: meaning and words; meaning across a bridge between two languages, which share few words;
 * or words alone, without a model and where the question leaves the passage to them.
 */
export type Reading = "whole" | "across" | "words";

export interface GateOptions {
  readonly threshold: number;
  frequencies(terms: readonly QueryTerm[]): Promise<TermFrequencies>;
  /** Of the index; null where the model has nothing to say about the question. */
  background(question: string): Promise<Background | null>;
  /** Of a passage in another language. */
  backgroundAcross(question: string, chunkId: string): Promise<Background | null>;
  reads(passage: string, question: string): Reading;
}

/**
 * Ranks say nothing here: the best of a bad list is first as well, and scores half of what there is to score.
 * So the gate looks at two things that do not depend on the other hits.
 *
 * Words: the share of the question's telling words, each by how rare it is in this index, that the best passage
 * holds. Four of sixteen words are more than one of four, hence the length.
 * Meaning: how far the nearest passage lies above what passages of this index have in common with any question.
 *
 * Questions of 17 sets of ours, put to their own documents and to those of the others (`npm run bench:gate`): they
 * separate with an area under the curve of .91 to 1.00 in English and .97 to .99 in Korean, and at 0.5 at most 6 %
 * of a set's own questions are refused. The cosine's distance from the question's own mean, in deviations, did far
 * worse (.45 to .99): in a base about one thing everything is near to a question about it.
 *
 * Across a bridge words are no witness against a question, and each passage is measured by itself (0015).
 */
export function createGate(options: GateOptions): Gate {
  return async (question, passages) => {
    const terms = toTellingTerms(question);
    const { chunks, holding } = await options.frequencies(terms);
    const rarities = holding.map((count) => toRarity(count, chunks));
    const read = passages.map((passage) => ({
      ...passage,
      reading: options.reads(passage.chunk.text, question),
    }));
    const judged = read.slice(0, JUDGED_PASSAGES).map(({ chunk, reading }) => ({
      reading,
      share: toCoverage(terms, rarities, chunk),
    }));
    const toWordsOf = (reading: Reading): number | null =>
      toWords(
        judged.filter((passage) => passage.reading === reading).map(({ share }) => share),
        terms.length,
      );
    const inside = await measureInside(question, read, options);
    const across = await measureAcross(question, read, options);
    const evidenceInside = Math.max(
      toEvidence(toWordsOf("whole"), inside?.meaning ?? null),
      // A question in Korean and a passage in Korean, or in a script that the model cannot read: only words speak for it.
      toEvidence(toWordsOf("words"), null),
    );
    const evidenceAcross = toEvidenceAcross(toWordsOf("across"), across, inside);
    const evidence = Math.max(evidenceInside, evidenceAcross);
    const [told, other] = evidenceAcross > evidenceInside ? [across, inside] : [inside, across];
    return {
      passed: evidence >= options.threshold,
      evidence: Math.min(1, evidence),
      threshold: options.threshold,
      coverage: best(judged.map(({ share }) => share)),
      missingTerms: toMissing(terms, holding),
      cosine: toNearest(read),
      background: (told ?? other)?.background ?? null,
    };
  };
}

type ReadPassage = RetrievedPassage & { readonly reading: Reading };

interface Measured {
  readonly meaning: number;
  readonly background: Background;
}

/** By the index's background. Where one passage is read as a whole, the nearest counts, whatever its language. */
async function measureInside(
  question: string,
  passages: readonly ReadPassage[],
  options: GateOptions,
): Promise<Measured | null> {
  const isMet = passages.some(({ reading }) => reading === "whole");
  const cosine = toNearest(passages.filter(({ reading }) => isMet || reading !== "across"));
  const background = cosine === null ? null : await options.background(question);
  return cosine === null || background === null ? null : toMeasured(cosine, background);
}

/**
 * By what everyday questions have in common with the passage itself. Across a bridge some passages are near to
 * everything, and in a base of both languages those in the question's own would set the measure for the others.
 */
async function measureAcross(
  question: string,
  passages: readonly ReadPassage[],
  options: GateOptions,
): Promise<Measured | null> {
  let nearest: Measured | null = null;
  for (const { chunk, cosine, reading } of passages) {
    if (reading !== "across" || cosine === null) continue;
    const background = await options.backgroundAcross(question, chunk.id);
    const measured = background === null ? null : toMeasured(cosine, background);
    if (measured !== null && measured.meaning > (nearest?.meaning ?? -Infinity)) nearest = measured;
  }
  return nearest;
}

function toMeasured(cosine: number, background: Background): Measured {
  return { meaning: (cosine - background.mean) / (1 - background.mean), background };
}

function toNearest(passages: readonly RetrievedPassage[]): number | null {
  return passages.reduce<number | null>(
    (most, { cosine }) => (cosine === null ? most : Math.max(most ?? -1, cosine)),
    null,
  );
}

/** Fitted on the sets and rounded; other values within a third of these cost less than .002 of the mean area. */
const LENGTH_GAIN = 0.14;
const USUAL_TERMS = 20;
const WORDS_BESIDE_MEANING = 0.5;
/** So that 0.5 means the same with words alone, as it must for Korean in Korean. */
const WORDS_ALONE = 0.29;
/**
 * A word that is not found in another language says nothing, so words count for no less than this. Chosen on the ten
 * bases across languages; within English, words give .06 on average to questions that a base cannot answer.
 */
const WORDS_ACROSS = 0.05;
const JUDGED_PASSAGES = 8;

function toEvidence(words: number | null, meaning: number | null): number {
  if (meaning === null) return words === null ? 0 : Math.max(0, words + WORDS_ALONE);
  return Math.max(0, meaning + WORDS_BESIDE_MEANING * (words ?? 0));
}

/** Where no such passage has a cosine, as within one language. */
function toEvidenceAcross(words: number | null, across: Measured | null, inside: Measured | null): number {
  if (across === null) return words === null ? 0 : toEvidence(words, inside?.meaning ?? null);
  return Math.max(0, across.meaning + Math.max(WORDS_ACROSS, WORDS_BESIDE_MEANING * (words ?? 0)));
}

function toWords(shares: readonly (number | null)[], terms: number): number | null {
  const share = best(shares);
  return share === null ? null : share + LENGTH_GAIN * Math.log(terms / USUAL_TERMS);
}

function best(shares: readonly (number | null)[]): number | null {
  return shares.reduce((most, share) => (share === null ? most : Math.max(most ?? 0, share)), null);
}

/** Pairs that overlap stand for one word: it is missing when all of them are. */
function toMissing(terms: readonly QueryTerm[], holding: readonly number[]): string[] {
  const words: { text: string; isHeld: boolean; isCjk: boolean }[] = [];
  for (const [at, term] of terms.entries()) {
    const isHeld = (holding[at] ?? 0) > 0;
    const last = words.at(-1);
    const [first = "", ...rest] = [...term.text];
    if (term.kind === "pair" && last?.isCjk === true && last.text.endsWith(first)) {
      last.text += rest.join("");
      last.isHeld ||= isHeld;
    } else words.push({ text: term.text, isHeld, isCjk: term.kind === "pair" });
  }
  return words.filter((word) => !word.isHeld).map(({ text }) => text);
}
