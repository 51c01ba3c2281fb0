import { toUnit } from "../vectors.ts";
import { cutFeatures, forEachWord } from "./features.ts";
import type { BridgeData } from "./table-file.ts";

/** Words kept with their sums: most of a text's words have been met before, and a sum is ten times dearer than a look. */
const KEPT_WORDS = 16_384;
/** In place of a kept word's number: the table knows no piece of it. */
const UNKNOWN = -1;

/** Words or rows summed at once: a text costs what these loops cost, and one by one is half as fast. */
const WORDS_AT_ONCE = 4;
const ROWS_AT_ONCE = 4;
/** What stands for 0 in numbers of four bits. */
const ZERO = 8;

const SENTENCE_END = /(?<=[.!?])\s+|\n+/;

export class BridgeTable {
  readonly #data: BridgeData;
  /** Open addressing over the features' first hashes; a place holds a feature's number and 1, or 0. */
  readonly #places: Uint32Array;
  readonly #mask: number;
  readonly #kept = new Map<string, number>();
  /** The kept words' sums, one after another: an array for each would cost more than what is put into it. */
  readonly #sums: Float32Array;
  readonly #squares = new Float64Array(KEPT_WORDS);
  /** Of the sentence in hand; kept, because a new one for each costs as much as the reading. */
  readonly #sum: Float64Array;
  readonly #passage: Float64Array;
  /** Where the sums of the sentence's words begin. */
  readonly #words: number[] = [];

  constructor(data: BridgeData) {
    this.#data = data;
    this.#sum = new Float64Array(data.header.dimension);
    this.#passage = new Float64Array(data.header.dimension);
    this.#sums = new Float32Array(KEPT_WORDS * data.header.dimension);
    const size = 2 ** Math.ceil(Math.log2(data.header.features * 2));
    this.#mask = size - 1;
    this.#places = new Uint32Array(size);
    for (const [feature, hash] of data.first.entries()) {
      let place = hash & this.#mask;
      while (this.#places[place] !== 0) place = (place + 1) & this.#mask;
      this.#places[place] = feature + 1;
    }
  }

  get mean(): Float32Array {
    return this.#data.mean;
  }

  /** Where the text lies in the teacher's space, at length 1; null when the table knows no piece of it. */
  embed(text: string): Float32Array | null {
    const length = this.#read(text);
    if (length === 0) return null;
    this.#move(length);
    return toUnit(this.#sum);
  }

  /**
   * A passage is the mean of its sentences, each by what it tells: the table was learned from texts of a sentence,
   * and a whole page at once lies beside all of them. Then moved towards the mean of all texts, because a question in
   * English has that mean in it and would else find whichever passage strayed least.
   */
  embedDocument(text: string): Float32Array | null {
    const passage = this.#passage.fill(0);
    for (const sentence of text.split(SENTENCE_END)) {
      const length = this.#read(sentence);
      if (length > 0) addUnit(passage, this.#sum, { weight: length, square: this.#move(length) });
    }
    const unit = toUnit(passage);
    if (unit === null) return null;
    for (let at = 0; at < unit.length; at++) unit[at] = (unit[at] as number) + (this.mean[at] as number);
    return toUnit(unit);
  }

  /** Makes the sum the mean of all texts, moved by what is particular about the text just read; gives its square. */
  #move(length: number): number {
    const { mean } = this.#data;
    const sum = this.#sum;
    let square = 0;
    for (let at = 0; at < sum.length; at++) {
      const moved = (mean[at] as number) + (sum[at] as number) / length;
      sum[at] = moved;
      square += moved * moved;
    }
    return square;
  }

  /** Sums the rows of a text's features by what they tell; the length to divide by, 0 when the table knows none. */
  #read(text: string): number {
    const words = this.#words;
    const sum = this.#sum.fill(0);
    words.length = 0;
    let squares = 0;
    forEachWord(text, (word) => {
      const kept = this.#lookUp(word);
      if (kept === UNKNOWN) return;
      squares += this.#squares[kept] as number;
      words.push(kept * sum.length);
      if (words.length < WORDS_AT_ONCE) return;
      addWords(sum, this.#sums, words);
      words.length = 0;
    });
    for (const start of words) addWord(sum, this.#sums, start);
    return Math.sqrt(squares);
  }

  #lookUp(word: string): number {
    const kept = this.#kept.get(word);
    if (kept !== undefined) return kept;
    // All at once when full: counting what was used last costs more than to begin anew. Words that wait to be summed
    // are summed first, for their places will be taken.
    if (this.#kept.size >= KEPT_WORDS) {
      for (const start of this.#words) addWord(this.#sum, this.#sums, start);
      this.#words.length = 0;
      this.#kept.clear();
    }
    const place = this.#sumUp(word, this.#kept.size) ? this.#kept.size : UNKNOWN;
    this.#kept.set(word, place);
    return place;
  }

  /** Puts the sum of a word's rows at a place; false when the table knows none of them. */
  #sumUp(word: string, place: number): boolean {
    const { informativeness, scales, rows, header } = this.#data;
    const starts: number[] = [];
    const factors: number[] = [];
    let squares = 0;
    cutFeatures(word, (first, second, weight) => {
      const feature = this.#find(first, second);
      if (feature < 0) return;
      const share = weight * (informativeness[feature] as number);
      squares += share ** 2;
      starts.push((feature * header.dimension) / 2);
      factors.push(share * (scales[feature] as number));
    });
    if (starts.length === 0) return false;
    const sum = this.#sums.subarray(place * header.dimension, (place + 1) * header.dimension).fill(0);
    for (let from = 0; from < starts.length; from += ROWS_AT_ONCE)
      addRows(sum, rows, { starts, factors, from });
    this.#squares[place] = squares;
    return true;
  }

  #find(first: number, second: number): number {
    for (let place = first & this.#mask; ; place = (place + 1) & this.#mask) {
      const feature = (this.#places[place] ?? 0) - 1;
      if (feature < 0 || (this.#data.first[feature] === first && this.#data.second[feature] === second))
        return feature;
    }
  }
}

function addWord(sum: Float64Array, words: Float32Array, start: number): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (words[start + at] as number);
}

function addWords(sum: Float64Array, words: Float32Array, starts: readonly number[]): void {
  const [a = 0, b = 0, c = 0, d = 0] = starts;
  for (let at = 0; at < sum.length; at++) {
    sum[at] =
      (sum[at] as number) +
      (words[a + at] as number) +
      (words[b + at] as number) +
      (words[c + at] as number) +
      (words[d + at] as number);
  }
}

/** Adds the sum at length 1, by its weight; rounded as a vector would be. */
function addUnit(
  passage: Float64Array,
  sum: Float64Array,
  { weight, square }: { weight: number; square: number },
): void {
  const length = Math.sqrt(square);
  for (let at = 0; at < sum.length; at++)
    passage[at] = (passage[at] as number) + weight * Math.fround((sum[at] as number) / length);
}

function addRows(
  sum: Float32Array,
  rows: Uint8Array,
  { starts, factors, from }: { starts: readonly number[]; factors: readonly number[]; from: number },
): void {
  const [a, b, c, d] = [
    starts[from] ?? 0,
    starts[from + 1] ?? 0,
    starts[from + 2] ?? 0,
    starts[from + 3] ?? 0,
  ];
  const [e, f, g, h] = [
    factors[from] ?? 0,
    factors[from + 1] ?? 0,
    factors[from + 2] ?? 0,
    factors[from + 3] ?? 0,
  ];
  const zero = ZERO * (e + f + g + h);
  for (let at = 0; at < sum.length / 2; at++) {
    const w = rows[a + at] as number;
    const x = rows[b + at] as number;
    const y = rows[c + at] as number;
    const z = rows[d + at] as number;
    const low = e * (w & 15) + f * (x & 15) + g * (y & 15) + h * (z & 15) - zero;
    const high = e * (w >> 4) + f * (x >> 4) + g * (y >> 4) + h * (z >> 4) - zero;
    sum[2 * at] = (sum[2 * at] as number) + low;
    sum[2 * at + 1] = (sum[2 * at + 1] as number) + high;
  }
}
