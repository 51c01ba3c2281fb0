import { analyseQuery, normalise, type QueryTerm } from "../../core/analyse.ts";
import { parseQuery } from "../../core/query.ts";
import { isKindWord } from "../../core/question-kind.ts";
import { findMatches, toStem } from "../../core/snippet.ts";

/** A telling word of the question, to be looked for in a text. */
export interface QuestionWord {
  readonly text: string;
  readonly terms: readonly QueryTerm[];
  /** How much it says about the topic before one knows how rare it is, from 0 to 1. */
  readonly prior: number;
  /** How much of it a text holds, from 0 to 1. */
  readonly shareIn: (text: SearchedText) => number;
}

export interface SearchedText {
  /** The stems among those of the question's words. */
  readonly stems: ReadonlySet<string>;
  /** Hangul taken apart into its letters: 생기 is the beginning of 생긴. Empty without any. */
  readonly letters: string;
}

/** What of the words is in the text, found in one pass for all of them. */
export function toSearchedText(text: string, words: readonly QuestionWord[]): SearchedText {
  const matches = findMatches(
    text,
    words.flatMap(({ terms }) => terms).filter(({ kind }) => kind !== "pair" && kind !== "character"),
  );
  return {
    stems: new Set(matches.map(({ term }) => toStem(term))),
    letters: HANGUL_OR_HAN.test(text) ? normalise(text).normalize("NFD") : "",
  };
}

/** The words that the index would look for, each once; question words and particles are off. */
export function toQuestionWords(question: string): QuestionWord[] {
  const telling = new Set(parseQuery(question).terms.map(({ text }) => text));
  const words = new Map<string, QuestionWord>();
  for (const piece of question.slice(0, MAX_QUESTION_CHARACTERS).split(/\s+/u)) {
    for (const run of toRuns(analyseQuery(piece).filter(({ text }) => telling.has(text)))) {
      const word = run.isCjk ? toCjkWord(run) : toPlainWord(run);
      if (!words.has(word.text) && words.size < MAX_WORDS) words.set(word.text, word);
    }
  }
  return [...words.values()];
}

const MAX_QUESTION_CHARACTERS = 20_000;
/** A pasted page says no more about what is asked than its first lines. */
const MAX_WORDS = 60;
const HANGUL_OR_HAN = /[\u1100-\u11ff\u3005-\u9fff\uac00-\ud7a3]/;

interface Run {
  readonly text: string;
  readonly terms: readonly QueryTerm[];
  readonly isCjk: boolean;
}

/** Pairs that overlap are one run again: 롤백, 백하 → 롤백하. */
function toRuns(terms: readonly QueryTerm[]): Run[] {
  const runs: { text: string; terms: QueryTerm[]; isCjk: boolean }[] = [];
  for (const term of terms) {
    const last = runs.at(-1);
    const [first = "", second = ""] = term.text;
    if (term.kind === "pair" && last?.isCjk === true && last.text.endsWith(first)) {
      last.text += second;
      last.terms.push(term);
    } else if (term.kind === "part" && last !== undefined) {
      last.terms.push(term);
    } else {
      runs.push({ text: term.text, terms: [term], isCjk: term.kind === "pair" || term.kind === "character" });
    }
  }
  return runs;
}

/** An identifier counts in part when only its parts are there. */
function toPlainWord({ text, terms }: Run): QuestionWord {
  const [whole = "", ...parts] = terms.map((term) => toStem(term.text));
  const prior = SHORT_NUMBER.test(text) ? SHORT_PRIOR : isKindWord(text) ? KIND_PRIOR : 1;
  const shareIn = ({ stems }: SearchedText): number => {
    if (stems.has(whole)) return 1;
    return (PARTS_SHARE * parts.filter((part) => stems.has(part)).length) / Math.max(1, parts.length);
  };
  return { text, terms, prior, shareIn };
}

/** Stands everywhere, and means nothing without what it counts. */
const SHORT_NUMBER = /^\d{1,2}$/;
const SHORT_PRIOR = 0.5;
const KIND_PRIOR = 0.25;
const PARTS_SHARE = 0.6;

/**
 * A verb of the question seldom stands in the answer as it was asked: 생기나 is answered by 생긴다, 써야 by 쓴다. So
 * its ending is taken off, and what is left is looked for letter by letter, also as it looks before a past ending.
 */
function toCjkWord({ text, terms }: Run): QuestionWord {
  const stem = text.replace(VERB_ENDING, "") || text;
  const forms = toForms(stem.normalize("NFD"));
  const pairs = terms.map((term) => term.text.normalize("NFD"));
  const isShort = [...stem].length === 1;
  const shareIn = (searched: SearchedText): number => {
    if (searched.letters === "") return 0;
    if (isShort) return forms.some((form) => startsAWord(searched.letters, form)) ? 1 : 0;
    if (forms.some((form) => searched.letters.includes(form))) return 1;
    const found = pairs.filter((pair) => searched.letters.includes(pair)).length;
    const beginning = shareOfBeginning(searched.letters, forms[0] ?? "");
    return Math.max(beginning, (PAIRS_SHARE * found) / pairs.length);
  };
  const prior = isKindWord(text) ? KIND_PRIOR : isShort ? SHORT_PRIOR : 1;
  return { text, terms, prior, shareIn };
}

const PAIRS_SHARE = 0.9;
/** Behind at least one syllable. */
const VERB_ENDING =
  /(?<=\p{Script=Hangul})(?:하려면|하려고|하나요|하는지|하는가|하자는|했는데도|했는지|했는데|했나요|했나|하면|하는|하나|하기|하고|해야|했을|되나요|되나|되면|되는|됐나|됐을|으려면|려면|는데도|는데|어야|아야|나요|는가|은가|는지|인가요|인가|일까|으면|야|면|나|는|은|한|할|된|될|까|던)$/u;

/** 쓰다 is 써 and 썼다, 커지다 is 커졌다: each vowel with what it becomes before -어, and back. */
const CONTRACTED: readonly (readonly [string, string])[] = [
  ["\u1173", "\u1165"],
  ["\u116e", "\u116f"],
  ["\u1175", "\u1167"],
  ["\u1169", "\u116a"],
  ["\u116c", "\u116b"],
  ["\u1161", "\u1162"],
];
const PAST_MARK = "\u11bb";

function toForms(letters: string): string[] {
  const bare = letters.endsWith(PAST_MARK) ? letters.slice(0, -1) : letters;
  const forms = [letters, bare];
  for (const [open, closed] of CONTRACTED) {
    if (bare.endsWith(open)) forms.push(bare.slice(0, -1) + closed);
    if (bare.endsWith(closed)) forms.push(bare.slice(0, -1) + open);
  }
  return [...new Set(forms)];
}

function startsAWord(text: string, beginning: string): boolean {
  for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + 1)) {
    if (at === 0 || !HANGUL_OR_HAN.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** 줄인 is near 줄였다: the first syllable and the beginning of the next. */
function shareOfBeginning(text: string, letters: string): number {
  for (let length = letters.length - 1; length >= LEAST_LETTERS && length * 2 > letters.length; length--) {
    if (startsAWord(text, letters.slice(0, length))) return (BEGINNING_SHARE * length) / letters.length;
  }
  return 0;
}

const LEAST_LETTERS = 4;
const BEGINNING_SHARE = 0.8;
