import type { QuestionKind } from "../../core/question-kind.ts";
import { areBound, type ScoredUnit } from "./score.ts";
import type { Unit } from "./units.ts";

/** Below this share of the question's telling words nothing bears on it; of a long question about one word is enough. */
const COVERAGE_FLOOR = 0.15;
const WORDS_FLOOR = 0.7;
/** A further sentence must be nearly as good as the best one. */
const SCORE_SHARE = 0.62;
/** More so one from elsewhere, the more of the question the best one covers: it shares the words and not the topic. */
const ELSEWHERE = 0.25;
/** What stands behind the best sentence in its paragraph often says what that one announces. */
const GOING_ON = 0.25;
/** A best sentence that covers so much of the question, and looks like its answer, needs nothing behind it. */
const SAID_COVERAGE = 0.6;
/** For the words of the question that nothing chosen holds: half of an answer may stand elsewhere. */
const LACKING = 0.4;
/** Under the right heading alone, and apart from the best: about something else more often than not. */
const APART = 0.75;
const REPETITION = 0.6;
/** From this share of common words on two sentences say the same. */
const NEAR_EQUAL = 0.7;
/** Past this the answer is a page to read; the best unit is always told. */
const MAX_ANSWER_CHARACTERS = 900;
const MAX_LIST_CHARACTERS = 700;
/** Further down no unit is near the best. */
const MAX_CANDIDATES = 100;

export interface ChooseOptions {
  readonly maxSentences: number;
  readonly kinds: ReadonlySet<QuestionKind>;
  /** How many telling words the question has. */
  readonly words: number;
}

/** The units of the answer, in the order of their sources and of the document; none when nothing bears on the question. */
export function chooseUnits(scored: readonly ScoredUnit[], options: ChooseOptions): Unit[] {
  const left = toCandidates(scored);
  const [best] = left;
  const floor = Math.min(COVERAGE_FLOOR, WORDS_FLOOR / Math.max(1, options.words));
  // Words of another language cover nothing; that its passage bears on the question was judged by its meaning.
  if (best === undefined || (best.coverage < floor && best.isAcross !== true)) return [];
  const answer = new Answer(
    scored.map(({ unit }) => unit),
    options,
  );
  while (!answer.isFull) {
    const next = findNext(left, answer, best);
    if (next === null) break;
    left.splice(left.indexOf(next), 1);
    answer.add(next);
  }
  return answer.inOrder();
}

/** The best first; equal ones in the order of their sources. A table's head comes with the row that is told. */
function toCandidates(scored: readonly ScoredUnit[]): ScoredUnit[] {
  return scored
    .filter(({ unit }) => unit.tableHead !== unit.text)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_CANDIDATES);
}

/** The one of most value beside what is chosen; null when none is good enough. */
function findNext(left: readonly ScoredUnit[], answer: Answer, best: ScoredUnit): ScoredUnit | null {
  let next: ScoredUnit | null = null;
  let most = 0;
  for (const one of left) {
    const value = answer.valueOf(one, best);
    if (value > most && value >= leastShare(one.unit, best) * best.score) [next, most] = [one, value];
  }
  return next;
}

function leastShare(unit: Unit, best: ScoredUnit): number {
  if (unit.source === best.unit.source) return SCORE_SHARE;
  return SCORE_SHARE + ELSEWHERE * (best.isAcross === true ? 1 : best.coverage);
}

class Answer {
  readonly #units: readonly Unit[];
  readonly #options: ChooseOptions;
  readonly #places: ReadonlyMap<Unit, number>;
  readonly #words = new Map<Unit, ReadonlySet<string>>();
  readonly #chosen = new Set<Unit>();
  /** The most of each word of the question that a chosen unit holds. */
  #held: readonly number[] = [];
  #sentences = 0;
  #characters = 0;

  constructor(units: readonly Unit[], options: ChooseOptions) {
    this.#units = units;
    this.#options = options;
    this.#places = new Map(units.map((unit, place) => [unit, place]));
  }

  get isFull(): boolean {
    return this.#sentences >= this.#options.maxSentences;
  }

  /** Its score; more when it goes on from what is chosen or holds what that lacks, less when it says the same again. */
  valueOf(one: ScoredUnit, best: ScoredUnit): number {
    if (this.#chosen.size === 0) return one.score;
    if (isSameBlock(one.unit, best.unit) && this.#goesOn(one.unit)) {
      return one.score + (this.#saysAll(best) ? 0 : GOING_ON * best.score);
    }
    // Beside a best one of another language every word of the question is lacking, and one of them is found anywhere.
    const lacking = best.isAcross === true ? 0 : LACKING * this.#lackingIn(one);
    const score = one.score + lacking - REPETITION * one.score * this.#likeness(one.unit);
    return one.own.every((share) => share === 0) ? APART * score : score;
  }

  /** With what it cannot be understood without; unless the answer says it already or would grow too long. */
  add({ unit, own }: ScoredUnit): void {
    if (this.#chosen.has(unit)) return;
    const group = this.#withCompanions(unit).filter((each) => !this.#chosen.has(each));
    const length = group.reduce((sum, each) => sum + each.text.length, 0);
    if (this.#chosen.size > 0) {
      if (this.#characters + length > MAX_ANSWER_CHARACTERS || this.#likeness(unit) >= NEAR_EQUAL) return;
    }
    for (const each of group) this.#chosen.add(each);
    this.#characters += length;
    this.#sentences++;
    this.#held = own.map((share, word) => Math.max(share, this.#held[word] ?? 0));
  }

  inOrder(): Unit[] {
    return this.#units.filter((unit) => this.#chosen.has(unit) || this.#isBetweenRows(unit));
  }

  /** Share of the question that it holds and no chosen unit does. A block of code holds many words by chance. */
  #lackingIn({ unit, own }: ScoredUnit): number {
    if (unit.kind === "code") return 0;
    return own.reduce((sum, share, word) => sum + Math.max(0, share - (this.#held[word] ?? 0)), 0);
  }

  /** A date where one was asked for. A way goes on to its last step. */
  #saysAll({ coverage, look }: ScoredUnit): boolean {
    return coverage >= SAID_COVERAGE && look === 1 && !this.#options.kinds.has("how");
  }

  #goesOn(unit: Unit): boolean {
    const previous = this.#neighbour(unit, -1);
    if (previous === undefined || !this.#chosen.has(previous)) return false;
    return previous.block === unit.block && unit.mark === "" && unit.kind !== "row";
  }

  /** Two rows of a table with a gap between them would read as if it had none. */
  #isBetweenRows(unit: Unit): boolean {
    if (unit.kind !== "row" || unit.tableHead === unit.text) return false;
    const places = Array.from(this.#chosen, (each) =>
      each.kind === "row" && isSameBlock(each, unit) ? each.position : null,
    ).filter((place) => place !== null);
    return places.some((place) => place < unit.position) && places.some((place) => place > unit.position);
  }

  #withCompanions(unit: Unit): Unit[] {
    const whole = this.#options.kinds.has("how") ? this.#stepsOf(unit) : [unit];
    return [...this.#before(unit), ...whole, ...this.#after(whole.at(-1) ?? unit)];
  }

  /** "It" and "이때" point at the sentence before; a command stands under what it is for. */
  #before(unit: Unit): Unit[] {
    const previous = this.#neighbour(unit, -1);
    if (previous === undefined) return [];
    if (areBound(previous, unit)) return [previous];
    return isOneParagraph(previous, unit) && POINTS_BACK.test(unit.text) ? [previous] : [];
  }

  /** "Run this:" is nothing without the commands or the steps behind it, "The rule is simple." without the rule. */
  #after(unit: Unit): Unit[] {
    const next = this.#neighbour(unit, 1);
    if (next === undefined || next.section !== unit.section || unit.kind === "row") return [];
    const leadsOn = LEADS_ON.test(unit.text);
    if (next.kind === "code") return leadsOn || this.#options.kinds.has("how") ? [next] : [];
    if (!leadsOn) return FEW_WORDS.test(unit.text) && isOneParagraph(unit, next) ? [next] : [];
    const isBlock = next.kind === "item" || (next.kind === "row" && next.tableHead === next.text);
    return isBlock && !isSameBlock(unit, next) ? this.#blockOf(next) : [next];
  }

  /** A numbered list is one way, from its first step to its last. */
  #stepsOf(unit: Unit): Unit[] {
    if (unit.kind !== "item") return [unit];
    const steps = this.#blockOf(unit);
    return steps.includes(unit) && steps.some(({ mark }) => /^\d/.test(mark)) ? steps : [unit];
  }

  /** From its first unit on, as many as fit. */
  #blockOf(unit: Unit): Unit[] {
    let characters = 0;
    return this.#units
      .filter((each) => isSameBlock(each, unit))
      .filter((each) => {
        characters += each.text.length;
        return characters <= MAX_LIST_CHARACTERS;
      });
  }

  #neighbour(unit: Unit, step: 1 | -1): Unit | undefined {
    const other = this.#units[(this.#places.get(unit) ?? -2) + step];
    return other?.source === unit.source ? other : undefined;
  }

  /** To the chosen one that is most like it: share of the words of both that both have. */
  #likeness(unit: Unit): number {
    const words = this.#wordsOf(unit);
    let most = 0;
    for (const chosen of this.#chosen) {
      const others = this.#wordsOf(chosen);
      let shared = 0;
      for (const word of words) if (others.has(word)) shared++;
      const all = words.size + others.size - shared;
      most = Math.max(most, all === 0 ? 1 : shared / all);
    }
    return most;
  }

  #wordsOf(unit: Unit): ReadonlySet<string> {
    const words = this.#words.get(unit) ?? new Set(unit.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
    this.#words.set(unit, words);
    return words;
  }
}

function isSameBlock(one: Unit, other: Unit): boolean {
  return one.source === other.source && one.block === other.block;
}

function isOneParagraph(first: Unit, second: Unit): boolean {
  return isSameBlock(first, second) && second.mark === "" && second.kind !== "row";
}

/** "Run this:", "이유는 두 가지뿐이다.", "in two steps." */
const LEADS_ON =
  /[:：]$|(?:[두세네]|다섯|여섯|\d{1,2}) ?(?:가지|단계|개)[^.]{0,12}[.]?$|다음과 같|아래와 같|\b(?:as follows|the following|(?:two|three|four|five|six) [a-z]{2,12})[.]?$/iu;
const FEW_WORDS = /^\S+(?:\s\S+){0,2}$/u;
const POINTS_BACK =
  /^(?:(?:it|its|this|that|these|those|they|he|she|such|otherwise|then|there|in that case)\b|(?:이때|그때|이는|이것|그것|이를|그래서|그러면|따라서|이렇게|그렇게|이 경우|그 경우|이런|그런|이어서|이후|그다음|또한|하지만|그러나)(?=[\s,은는이가을를도에]))/iu;
