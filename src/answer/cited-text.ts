import { findIdentifierParts, findWords, normalise } from "../core/analyse.ts";
import { detectLanguage } from "../core/language.ts";
import type { NumberMention } from "../core/number-mention.ts";
import { findNumbers, isSameNumber } from "../core/numbers.ts";
import { splitSentences } from "../core/sentences.ts";
import { toStem } from "../core/snippet.ts";
import type { TellingWords } from "../core/telling-words.ts";
import { NumberPlaces } from "./number-places.ts";
import { withoutOrders } from "./orders.ts";

export interface CheckedSource {
  /** What [1] in the answer means. */
  readonly number: number;
  readonly text: string;
  readonly title: string;
  readonly headingPath: readonly string[];
}

/** All that one sentence cites, taken together and made ready to look into. */
export interface CitedText {
  /** Of the sources' texts, each once. */
  readonly sentences: readonly string[];
  readonly language: string;
  holdsNumber(mention: NumberMention): boolean;
  readonly numberPlaces: NumberPlaces;
  /** By its stems, one behind the other. */
  holdsName(name: string): boolean;
  /** As it stands, blanks and capitals aside. */
  holdsVerbatim(text: string): boolean;
  /** From 0 to 1; null when there are no words to look for. */
  shareOf(words: TellingWords): number | null;
}

/** Characters that are not seen: with them a text would read one way and be compared another. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** References of the source to its own literature are no numbers of it. */
const OWN_MARKERS = /\[\^?\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,30}\]/g;

/** What the sentences of one answer cite; each combination of sources is made ready once. */
export class CitedTexts {
  readonly #sources: ReadonlyMap<number, CheckedSource>;
  readonly #texts = new Map<string, CitedText>();

  constructor(sources: readonly CheckedSource[]) {
    this.#sources = new Map(sources.map((source) => [source.number, source]));
  }

  has(number: number): boolean {
    return this.#sources.has(number);
  }

  /** Null when no source has one of these numbers. */
  of(citations: readonly number[]): CitedText | null {
    const cited = citations.flatMap((number) => this.#sources.get(number) ?? []);
    if (cited.length === 0) return null;
    const key = cited.map(({ number }) => number).join(" ");
    const text = this.#texts.get(key) ?? createCitedText(cited);
    this.#texts.set(key, text);
    return text;
  }
}

export function toPlainText(text: string): string {
  return normalise(text.replace(INVISIBLE, ""));
}

function createCitedText(sources: readonly CheckedSource[]): CitedText {
  const texts = sources.map((source) => withoutOrders(toPlainText(source.text)));
  const bodies = texts.map((text) => text.replace(OWN_MARKERS, " "));
  const names = sources.flatMap(({ title, headingPath }) => [title, ...headingPath]).map(toPlainText);
  const whole = [...names, ...bodies].join("\n\n");
  const words = findWords(whole).map(({ text }) => toStem(text));
  const stems = new Set([...words, ...findIdentifierParts(whole).map(({ text }) => toStem(text))]);
  const sequence = ` ${words.join(" ")} `;
  const numbers = findNumbers(whole);
  const spaceless = toSpaceless(whole);
  const verbatim = toSpaceless(texts.join("\n\n"));
  const sentences = [...new Set(bodies.flatMap((body) => splitSentences(body).map(({ text }) => text)))];
  return {
    sentences,
    numberPlaces: new NumberPlaces(sentences),
    language: detectLanguage(bodies.join("\n\n")),
    holdsNumber: (mention) =>
      numbers.some((number) => isSameNumber(mention, number)) || holdsUnreadable(whole, mention),
    holdsName: (name) => {
      const parts = findWords(normalise(name)).map(({ text }) => toStem(text));
      if (parts.length === 0) return spaceless.includes(toSpaceless(name));
      if (parts.length === 1 && parts[0] !== undefined && stems.has(parts[0])) return true;
      return sequence.includes(` ${parts.join(" ")} `);
    },
    holdsVerbatim: (text) => verbatim.includes(toSpaceless(text)),
    shareOf: (telling) => {
      const total = telling.stems.length + telling.cjkWords.length;
      if (total === 0) return null;
      const found =
        telling.stems.filter((stem) => stems.has(stem)).length +
        telling.cjkWords.filter((word) => whole.includes(toFirstSyllables(word))).length;
      return found / total;
    },
  };
}

/** "3/4" and "1:1" read as a date and a time, but may be neither. */
function holdsUnreadable(whole: string, mention: NumberMention): boolean {
  if (mention.readings.every(({ kind }) => kind === "value")) return false;
  const { text } = mention;
  for (let at = whole.indexOf(text); at !== -1; at = whole.indexOf(text, at + 1)) {
    const end = at + text.length;
    if (!/[\d.,:/]/.test(whole.charAt(at - 1)) && !/^[.,:/]?\d/.test(whole.slice(end, end + 2))) return true;
  }
  return false;
}

/** Endings change, beginnings stay: 되돌린다 and 되돌리려면 share 되돌. */
function toFirstSyllables(word: string): string {
  return word.slice(0, Math.max(2, word.length - 2));
}

function toSpaceless(text: string): string {
  return normalise(text).toLowerCase().replace(/\s+/g, "");
}
