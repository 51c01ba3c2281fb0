import type { Sound } from "./align-letters.ts";
import { alignLetters } from "./align-letters.ts";
import { KNOWN_WORDS } from "./known-words.ts";

/** Words and their sounds in ARPAbet: "K AH0 M IH1 T". */
export type Pronunciations = Readonly<Record<string, string>>;

/** Little words that stand first or second in compounds: upload, login, timeout. */
const LITTLE = new Set(["in", "on", "up", "out", "off"]);

/** The parts of a word that Korean spells one by one: login 로그인, webpack 웹팩. */
export function splitCompound(word: string, pronunciations: Pronunciations): string[] {
  const whole = findPronunciation(word, pronunciations);
  for (let at = word.length - 2; at >= 2; at--) {
    const parts = [word.slice(0, at), word.slice(at)] as const;
    if (!arePlausible(parts, pronunciations)) continue;
    const [left = "", right = ""] = parts.map((part) => findPronunciation(part, pronunciations));
    if (whole === undefined || isSaidAs(whole, left, right)) return [...parts];
  }
  return [word];
}

/** Said alike is not enough: "import" is not "imp" and "ort", nor "backslash" "backs" and "lash". */
function arePlausible([first, second]: readonly [string, string], pronunciations: Pronunciations): boolean {
  const isLongEnough = (part: string): boolean => part.length >= 3 || LITTLE.has(part);
  if (!isLongEnough(first) || !isLongEnough(second)) return false;
  if (/^[aeiou]/.test(second) && !LITTLE.has(second)) return false;
  if (
    first.endsWith("s") &&
    !KNOWN_WORDS.has(first) &&
    !first.endsWith("ss") &&
    Object.hasOwn(pronunciations, first.slice(0, -1))
  )
    return false;
  return Object.hasOwn(pronunciations, first) && Object.hasOwn(pronunciations, second);
}

/** The second part must not be weakened: "person" is not "per" and "son". */
function isSaidAs(whole: string, left: string, right: string): boolean {
  const bare = (written: string): string => written.replace(/\d/g, "");
  if (bare(whole) !== `${bare(left)} ${bare(right)}`) return false;
  const vowel = whole
    .split(" ")
    .slice(left.split(" ").length)
    .find((phoneme) => /\d$/.test(phoneme));
  return /[12]$/.test(vowel ?? "") || !/^(?:AH|ER|IH)0$/.test(vowel ?? "");
}

/** The sounds of one word, each with its letters; undefined where neither it nor its stem is listed. */
export function toSounds(word: string, pronunciations: Pronunciations): Sound[] | undefined {
  const written = findPronunciation(word, pronunciations) ?? derivePronunciation(word, pronunciations);
  return written === undefined ? undefined : alignLetters(word, written.split(" "));
}

/** debugger from "debug", iterator from "iterate", refactoring from "factor" would be too far. */
function derivePronunciation(word: string, pronunciations: Pronunciations): string | undefined {
  const [, begin, ending] = /^(.{3,})(er|or|ing)$/.exec(word) ?? [];
  if (begin === undefined) return undefined;
  const stem = [begin, `${begin}e`, begin.replace(/(.)\1$/, "$1")].find((one) =>
    Object.hasOwn(pronunciations, one),
  );
  if (stem === undefined) return undefined;
  return `${pronunciations[stem]} ${ending === "ing" ? "IH0 NG" : "ER0"}`;
}

function findPronunciation(word: string, pronunciations: Pronunciations): string | undefined {
  return Object.hasOwn(pronunciations, word) ? pronunciations[word] : undefined;
}
