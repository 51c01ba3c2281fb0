import { findWords, normalise } from "../core/analyse.ts";
import type { NumberMention, NumberReading } from "../core/number-mention.ts";
import { findNumbers, isSameNumber } from "../core/numbers.ts";
import { toStem } from "../core/snippet.ts";
import type { TellingWords } from "../core/telling-words.ts";

/** A sentence that holds this share of the words says the same, but for its numbers. */
const SAME_SHARE = 0.7;

interface Place {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly numbers: readonly NumberMention[];
}

/** Which sentence of a text says which number. */
export class NumberPlaces {
  readonly #sentences: readonly string[];
  #places: readonly Place[] | null = null;

  constructor(sentences: readonly string[]) {
    this.#sentences = sentences;
  }

  /**
   * Whether the text says another number in its place: "kept for 7 days" where the sentence that holds more of the words
   * than any with a 7 says 35 days, and the claim does not.
   */
  sayOtherwise(mention: NumberMention, words: TellingWords, mentions: readonly NumberMention[]): boolean {
    this.#places ??= this.#sentences.map(toPlace).filter(({ numbers }) => numbers.length > 0);
    const holding = this.#places.filter(({ numbers }) =>
      numbers.some((number) => isSameNumber(mention, number)),
    );
    if (holding.length === 0) return false;
    const nearest = holding.reduce((most, place) => Math.max(most, toShare(words, place)), 0);
    return this.#places.some((place) => {
      const rivals = place.numbers.filter((number) => isOfKind(number, mention));
      if (rivals.every((rival) => mentions.some((said) => isSameNumber(said, rival)))) return false;
      const share = toShare(words, place);
      return share >= SAME_SHARE && share > nearest;
    });
  }
}

function toPlace(sentence: string): Place {
  return {
    text: normalise(sentence),
    stems: new Set(findWords(normalise(sentence)).map(({ text }) => toStem(text))),
    numbers: findNumbers(sentence).filter(({ isWord }) => !isWord),
  };
}

function toShare({ stems, cjkWords }: TellingWords, place: Place): number {
  const held =
    stems.filter((stem) => place.stems.has(stem)).length +
    cjkWords.filter((word) => place.text.includes(word)).length;
  return held / Math.max(1, stems.length + cjkWords.length);
}

/** Days and days, ports and ports, dates and dates. */
function isOfKind(one: NumberMention, other: NumberMention): boolean {
  return one.readings.some((reading) => other.readings.some((second) => toKind(reading) === toKind(second)));
}

function toKind(reading: NumberReading): string {
  return reading.kind === "value" ? `value ${reading.unit ?? ""}` : reading.kind;
}
