/** Told of a feature: two hashes that together name it, and what it counts for. */
export type Emit = (first: number, second: number, weight: number) => void;

/**
 * What a table is told of a word. Raise it with every change to this file: a table is of use to the cutting that it
 * was learned with, and to no other.
 */
export const FEATURE_SPEC = "beginnings-6,stems,pieces-2-3@0.5,latin;1";

/** Beginnings of a word up to this length are features of their own. */
const LONGEST_BEGINNING = 6;
/** Pieces from inside a word are of two or three signs: most parts of compounds are. */
const LONGEST_PIECE = 3;
const PIECE_WEIGHT = 0.5;

/** Starts of the hashes: a word's beginning is another feature than the same signs inside a word. */
const BEGINNING = 0x2545f491;
const PIECE = 0x1e3779b1;
const LATIN = 0x05ebca6b;

const NO_WORD = 0;
const LATIN_WORD = 1;
const HANGUL = 2;
const HAN = 3;
const HIRAGANA = 4;
const KATAKANA = 5;

/** Every run of letters of one script, in lower case, in the order of the text. */
export function forEachWord(text: string, visit: (word: string) => void): void {
  const lower = text.normalize("NFC").toLowerCase();
  for (let at = 0; at < lower.length; ) {
    const kind = kindOf(lower.charCodeAt(at));
    let end = at + 1;
    if (kind !== NO_WORD) {
      while (end < lower.length && kindOf(lower.charCodeAt(end)) === kind) end++;
      visit(lower.slice(at, end));
    }
    at = end;
  }
}

/**
 * Korean puts what a word means first and what it does in the sentence last: beginnings are its stems, and the pieces
 * inside it the parts of a compound. So no analyser is needed, and the fit decides what each of them is worth. An
 * analyser (garu-ko) reads 45,000 characters a second; this reads millions.
 */
export function cutFeatures(word: string, emit: Emit): void {
  if (kindOf(word.charCodeAt(0)) === LATIN_WORD) {
    emitWhole(word, emit);
    return;
  }
  emitBeginnings(word, emit);
  emitPieces(word, emit);
}

function emitWhole(word: string, emit: Emit): void {
  let first = LATIN;
  let second = LATIN;
  for (let at = 0; at < word.length; at++) {
    first = mixFirst(first, word.charCodeAt(at));
    second = mixSecond(second, word.charCodeAt(at));
  }
  emit(first >>> 0, second >>> 0, 1);
}

function emitBeginnings(word: string, emit: Emit): void {
  const length = Math.min(word.length, LONGEST_BEGINNING);
  let first = BEGINNING;
  let second = BEGINNING;
  for (let at = 0; at < length; at++) {
    const code = word.charCodeAt(at);
    const bare = withoutFinal(code);
    if (bare !== code) emit(mixFirst(first, bare) >>> 0, mixSecond(second, bare) >>> 0, 1);
    const parted = withOwnVowel(code);
    if (parted !== code) emit(mixFirst(first, parted) >>> 0, mixSecond(second, parted) >>> 0, 1);
    first = mixFirst(first, code);
    second = mixSecond(second, code);
    emit(first >>> 0, second >>> 0, 1);
  }
}

function emitPieces(word: string, emit: Emit): void {
  for (let start = 0; start < word.length - 1; start++) {
    let first = mixFirst(PIECE, word.charCodeAt(start));
    let second = mixSecond(PIECE, word.charCodeAt(start));
    const end = Math.min(word.length, start + LONGEST_PIECE);
    for (let at = start + 1; at < end; at++) {
      first = mixFirst(first, word.charCodeAt(at));
      second = mixSecond(second, word.charCodeAt(at));
      emit(first >>> 0, second >>> 0, PIECE_WEIGHT);
    }
  }
}

const HANGUL_START = 0xac00;
const HANGUL_END = 0xd7a3;
const FINALS = 28;
const VOWELS = 21;
/** Finals that a stem without one takes on: 간 갈 감 갑 갔 of 가. */
const TAKEN_ON: readonly number[] = [4, 8, 16, 17, 20];
/** Vowels that a stem's own melts into before 어 or 아, by their numbers: 려 리, 와 오, 워 우, 해 하, 돼 되. */
const MELTED: readonly (readonly [number, number])[] = [
  [6, 20],
  [9, 8],
  [14, 13],
  [1, 0],
  [10, 11],
];
/** 갔 of 가 and 됐 of 되: the past takes on a final and melts the vowel, too. */
const PAST_FINAL = 20;

/** By the number of a final: what to take away. Asked for every sign of every word, so by place and not by key. */
const FINAL_TO_DROP = Uint8Array.from({ length: FINALS }, (_, final) =>
  TAKEN_ON.includes(final) ? final : 0,
);
/** By the number of a vowel: the one it came from, or itself. */
const OWN_VOWEL = Uint8Array.from(
  { length: VOWELS },
  (_, vowel) => MELTED.find(([melted]) => melted === vowel)?.[1] ?? vowel,
);

/** The syllable as it may stand in a verb's stem: 되돌린 begins like 되돌리. Itself when it is no such syllable. */
function withoutFinal(code: number): number {
  if (code < HANGUL_START || code > HANGUL_END) return code;
  return code - (FINAL_TO_DROP[(code - HANGUL_START) % FINALS] as number);
}

/** The same for a stem that melted with what follows: 되돌려 and 되돌렸 begin like 되돌리. */
function withOwnVowel(code: number): number {
  if (code < HANGUL_START || code > HANGUL_END) return code;
  const final = (code - HANGUL_START) % FINALS;
  if (final !== 0 && final !== PAST_FINAL) return code;
  const vowel = Math.floor((code - HANGUL_START) / FINALS) % VOWELS;
  const own = OWN_VOWEL[vowel] as number;
  return own === vowel ? code : code - final + (own - vowel) * FINALS;
}

const mixFirst = (hash: number, code: number): number => {
  const mixed = Math.imul(hash ^ code, 0x01000193);
  return mixed ^ (mixed >>> 15);
};

const mixSecond = (hash: number, code: number): number => {
  const mixed = Math.imul((hash + code) | 0, 0x5bd1e995);
  return mixed ^ (mixed >>> 13);
};

/** "c++" and "c#" are words; lower case only. */
function kindOf(code: number): number {
  if (code < 0x80) {
    const isWord =
      (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x23;
    return isWord ? LATIN_WORD : NO_WORD;
  }
  if (code >= HANGUL_START && code <= HANGUL_END) return HANGUL;
  if (code >= 0x4e00 && code <= 0x9fff) return HAN;
  if (code >= 0x3041 && code <= 0x3096) return HIRAGANA;
  // 0x30fc draws a vowel out: コンピューター is one word.
  return (code >= 0x30a1 && code <= 0x30fa) || code === 0x30fc ? KATAKANA : NO_WORD;
}
