import { lookOfAnswer, type QuestionKind } from "../../core/question-kind.ts";
import { type QuestionWord, type SearchedText, toSearchedText } from "./question-words.ts";
import type { Unit } from "./units.ts";

export interface Question {
  readonly words: readonly QuestionWord[];
  readonly kinds: ReadonlySet<QuestionKind>;
  /** It asks for a way, or for something by its name alone. */
  readonly wantsCode: boolean;
  /** What it names as one does in code: parseHttpHeader, MIN_FREE_GIB. */
  readonly names: readonly string[];
}

export interface ScoredUnit {
  readonly unit: Unit;
  readonly score: number;
  /**
   * Share of the question's telling words, by how rare they are, that the unit holds; what its headings, its
   * table's head and the sentences around it hold counts in part. From 0 to 1.
   */
  readonly coverage: number;
  /** What each word of the question adds to that by standing in the unit itself. */
  readonly own: readonly number[];
  /** How much it looks like the kind of answer that is wanted, from 0 to 1. */
  readonly look: number;
  /** Of another language than the question: it shares no words with it, and its meaning has been weighed. */
  readonly isAcross?: boolean;
}

/** What a word counts that does not stand in the unit but near it. */
const NEAR = {
  heading: 0.7,
  names: 0.3,
  /** A file of code says what it is for by its name. */
  namesOfCode: 0.6,
  tableHead: 0.7,
  /** A sentence goes on about what the one before it named. */
  previous: 0.7,
  secondPrevious: 0.45,
  next: 0.3,
  bound: 0.8,
} as const;

/** Half or twice of any of them changes the count of 84 questions to the sample notes that are answered by two at most. */
const WEIGHTS = {
  /** On top of coverage, for words in the unit itself. */
  own: 0.35,
  look: 0.16,
  rank: 0.14,
  /** For the first units of a section, and more of one whose heading is the question. */
  position: 0.08,
  heading: 0.3,
  definition: 0.25,
} as const;

/** A block of code holds many words by chance. */
const CODE_SHARE = 0.9;
const BARE_CODE_SHARE = 0.7;
const RARITY_EXPONENT = 1.5;

/** Every unit's score by its words and its place, in the order given. */
export function scoreByWords(units: readonly Unit[], question: Question): ScoredUnit[] {
  const shares = toShares(units, question.words);
  const weights = toWeights(shares.own, question.words);
  const weigh = (shareOf: (word: number) => number): number[] =>
    weights.map((weight, word) => weight * shareOf(word));
  return units.map((unit, at) => {
    const neighbours = toNeighbours(units, at);
    const own = weigh((word) => shares.own[at]?.[word] ?? 0);
    const heading = sumOf(weigh((word) => shares.heading[at]?.[word] ?? 0));
    const coverage = sumOf(weigh((word) => nearShare(shares, { unit, at, word, neighbours })));
    const look = Math.max(0, ...Array.from(question.kinds, (kind) => lookOfUnit(kind, unit)));
    const score = toScore(unit, question, { own: sumOf(own), heading, coverage, look });
    return { unit, score, coverage, own, look };
  });
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function toScore(
  unit: Unit,
  question: Question,
  { own, heading, coverage, look }: { own: number; heading: number; coverage: number; look: number },
): number {
  const score =
    coverage +
    WEIGHTS.own * own +
    // A date alone answers no question when: it must bear on it.
    WEIGHTS.look * look * Math.min(1, 2 * coverage) +
    WEIGHTS.rank / (1 + unit.source / 2) +
    (WEIGHTS.position + WEIGHTS.heading * heading) / (1 + unit.inSection) +
    (defines(unit.text, question.names) ? WEIGHTS.definition : 0);
  if (unit.kind !== "code" || question.wantsCode) return score;
  return (unit.isBareCode ? BARE_CODE_SHARE : CODE_SHARE) * score;
}

/** A block of code shows how; a number in it is seldom the one that is asked for. */
function lookOfUnit(kind: QuestionKind, unit: Unit): number {
  if (unit.kind !== "code") return lookOfAnswer(kind, unit.text);
  return kind === "how" ? 1 : 0.3;
}

/** Whether one of the names is given its meaning here, and not only used. */
function defines(text: string, names: readonly string[]): boolean {
  return names.some((name) => {
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
      const before = text.slice(Math.max(0, at - 40), at);
      const after = text.slice(at + name.length, at + name.length + 4);
      if (/\w$/.test(before) || /^\w/.test(after)) continue;
      if (DEFINING_WORD.test(before) || /^\s?:?=(?!=)/.test(after)) return true;
    }
    return false;
  });
}

const DEFINING_WORD =
  /\b(?:function|def|class|interface|type|enum|struct|trait|fn|func|const|let|var|table|index|view|module|kind:)\s+$/i;

/** By unit, then by word. */
type ShareTable = readonly (readonly number[])[];

interface Shares {
  readonly own: ShareTable;
  readonly heading: ShareTable;
  readonly names: ShareTable;
  readonly tableHead: ShareTable;
}

function toShares(units: readonly Unit[], words: readonly QuestionWord[]): Shares {
  const known = new Map<string, readonly number[]>();
  const sharesOf = (text: string): readonly number[] => {
    const shares = known.get(text) ?? toSharesOf(toSearchedText(text, words), words);
    known.set(text, shares);
    return shares;
  };
  return {
    own: units.map(({ text }) => sharesOf(text)),
    heading: units.map(({ heading }) => sharesOf(heading)),
    names: units.map(({ names }) => sharesOf(names)),
    tableHead: units.map(({ tableHead }) => sharesOf(tableHead ?? "")),
  };
}

function toSharesOf(text: SearchedText, words: readonly QuestionWord[]): number[] {
  return words.map((word) => word.shareIn(text));
}

interface Neighbour {
  readonly at: number;
  readonly nearness: number;
}

function nearShare(
  shares: Shares,
  place: { unit: Unit; at: number; word: number; neighbours: readonly Neighbour[] },
): number {
  const { unit, at, word, neighbours } = place;
  const of = (table: ShareTable, index = at): number => table[index]?.[word] ?? 0;
  let share = Math.max(
    of(shares.own),
    NEAR.heading * of(shares.heading),
    (unit.isBareCode ? NEAR.namesOfCode : NEAR.names) * of(shares.names),
    NEAR.tableHead * of(shares.tableHead),
  );
  for (const { at: other, nearness } of neighbours) share = Math.max(share, nearness * of(shares.own, other));
  return share;
}

function toNeighbours(units: readonly Unit[], at: number): Neighbour[] {
  const neighbours: Neighbour[] = [];
  const add = (other: number, nearness: number): void => {
    const [first, second] = [units[Math.min(at, other)], units[Math.max(at, other)]];
    if (first === undefined || second === undefined) return;
    if (areBound(first, second)) neighbours.push({ at: other, nearness: NEAR.bound });
    else if (isSameParagraph(units, Math.min(at, other), Math.max(at, other)))
      neighbours.push({ at: other, nearness });
  };
  add(at - 1, NEAR.previous);
  add(at - 2, NEAR.secondPrevious);
  add(at + 1, NEAR.next);
  return neighbours;
}

/** "Run this:" and the block behind it are read as one. */
export function areBound(lead: Unit, block: Unit): boolean {
  if (block.kind !== "code" || lead.kind === "code" || !/[:：]$/.test(lead.text)) return false;
  return (
    lead.source === block.source && lead.section === block.section && block.position === lead.position + 1
  );
}

/** Or one list item; the rows of a table have nothing to do with each other. */
function isSameParagraph(units: readonly Unit[], first: number, last: number): boolean {
  const block = units[first];
  if (block === undefined || block.kind === "row") return false;
  return units
    .slice(first + 1, last + 1)
    .every((unit) => unit.source === block.source && unit.block === block.block && unit.mark === "");
}

/** A word that every unit holds tells none of them from the others. They add up to 1. */
function toWeights(own: ShareTable, words: readonly QuestionWord[]): number[] {
  const weights = words.map(({ prior }, word) => {
    const holding = own.reduce((sum, shares) => sum + (shares[word] ?? 0), 0);
    const rarity = Math.log(1 + own.length / (1 + holding)) / Math.log(1 + own.length);
    return prior * rarity ** RARITY_EXPONENT;
  });
  const sum = sumOf(weights);
  return weights.map((weight) => (sum === 0 ? 0 : weight / sum));
}
