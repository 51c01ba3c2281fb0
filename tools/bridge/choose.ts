import type { Pair } from "./pair.ts";

/** So often may the beginning of a word have been seen before a pair whose words are all that common adds nothing. */
const ENOUGH = 16;
/** Syllables or signs that tell a word from others; what follows them is mostly grammar. */
const BEGINNING = 3;

const WORD = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]+|[a-z0-9]+/gu;

/**
 * The pairs worth teaching. Programs say the same few hundred things: of nine hundred thousand pairs every second one
 * holds no word that is not well known already, and the teacher takes milliseconds for each.
 */
export function choosePairs(pairs: readonly Pair[]): Pair[] {
  const seen = new Map<string, number>();
  return pairs.filter(({ foreign }) => {
    const words = new Set(
      foreign
        .toLowerCase()
        .match(WORD)
        ?.map((word) => word.slice(0, BEGINNING)),
    );
    const isNews = [...words].some((word) => (seen.get(word) ?? 0) < ENOUGH);
    if (isNews) for (const word of words) seen.set(word, (seen.get(word) ?? 0) + 1);
    return isNews;
  });
}
