import type { Pair } from "../pair.ts";
import { KNOWN_WORDS } from "./known-words.ts";
import type { Pronunciations } from "./pronunciations.ts";
import { splitCompound, toSounds } from "./pronunciations.ts";
import { readLetters } from "./read-letters.ts";
import { toHangul } from "./to-hangul.ts";
import type { Habit } from "./vowels.ts";

const COMMON: Habit = { opensO: false, closesO: false, opensA: false };

/** Hangul of one syllable is too often a Korean word of its own: "the" 더. */
const SHORTEST = 2;

/** English words as Korean spells them by sound, one or two spellings each, in the order of the words. */
export function createSoundPairs(words: readonly string[], pronunciations: Pronunciations): Pair[] {
  return words.flatMap((english) =>
    toSpellings(english, pronunciations)
      .filter((foreign) => foreign.length >= SHORTEST || KNOWN_WORDS.has(english))
      .map((foreign) => ({ english, foreign, source: "sound:cmudict" })),
  );
}

/** The likeliest spellings of a word in small letters; none where it cannot be said. */
export function toSpellings(word: string, pronunciations: Pronunciations): string[] {
  const known = KNOWN_WORDS.get(word);
  if (known !== undefined) return [known];
  const parts = splitCompound(word, pronunciations);
  const spellings = [COMMON, toOtherHabit(word)].map((habit) => {
    const written = parts.map((part) => spellPart(part, habit, pronunciations));
    return written.includes("") ? "" : written.join("");
  });
  return [...new Set(spellings)].filter((spelling) => spelling !== "");
}

/** Where writers differ: window 윈도우, lock 락, and old names: panama 파나마. */
function toOtherHabit(word: string): Habit {
  const isShort = !/[aeiouy].*[^aeiouy].*[aiouy]/.test(word);
  return { closesO: true, opensO: isShort, opensA: /(?:a|an|o|i)$/.test(word) };
}

function spellPart(part: string, habit: Habit, pronunciations: Pronunciations): string {
  const known = KNOWN_WORDS.get(part);
  if (known !== undefined) return known;
  const sounds = toSounds(part, pronunciations) ?? readLetters(part);
  return sounds === undefined ? "" : toHangul(sounds, habit);
}
