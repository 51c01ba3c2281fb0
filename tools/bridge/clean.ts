import type { Language, Pair } from "./pair.ts";

/** What a text of the language must hold for its pair to teach anything. */
const SCRIPT: Record<Language, RegExp> = {
  ko: /\p{Script=Hangul}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
};

/** Longer ones are whole licences and manuals: one vector says little about them, and they are slow to embed. */
const LONGEST = 300;
/** Characters of the other language to one of English. Korean and Japanese are shorter; beyond this one side says more. */
const RATIO = { least: 0.1, most: 1.6 } as const;
/** Of the letters on the other side, how many must be of its own script; the rest are names and code. */
const LEAST_SHARE = 0.3;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** In this order: what one leaves behind the next would not know. */
const STRIPS: readonly (readonly [RegExp, string])[] = [
  [/<[/?!]?[a-zA-Z][^<>]{0,200}>/g, " "],
  [/&(amp|lt|gt|quot|apos|nbsp);/g, "&$1;"],
  // Placeholders: %s, %1$d, %(name)s, %{count}, {0}, {name}, ${name}, $1, %1, @1@
  [/%\([^)]{1,40}\)[a-z]|%\{[^}]{1,40}\}|\$?\{[^{}]{0,60}\}|%\d+\$?[a-zA-Z]?|\$\d+|@\w{1,20}@/g, " "],
  [/%[-+#0]?(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t|L)?[diouxXeEfFgGcsSpnmr](?![a-z])/g, " "],
  // Accelerators: 파일(_F), 파일(&F), _File, &File, ~File
  [/\s?\([_&~]?[A-Za-z0-9]\)/g, ""],
  [/(^|[^\p{L}\p{N}])[_&~](?=\p{L})/gu, "$1"],
  [/(\p{L})[_&~](?=\p{Ll})/gu, "$1"],
  [/\\[nrt]/g, " "],
  [/[\p{C}\s]+/gu, " "],
  [/(?:\.{2,}|…)\s*$/g, ""],
];

/** The words a person would read, without markup, placeholders and accelerators. */
export function toPlainText(text: string): string {
  let plain = text.normalize("NFC");
  for (const [pattern, replacement] of STRIPS) plain = plain.replace(pattern, replacement);
  return plain.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole).trim();
}

/** Plain pairs that plausibly say the same, each once, in the order given. */
export function cleanPairs(pairs: Iterable<Pair>, language: Language): Pair[] {
  const seen = new Set<string>();
  const clean: Pair[] = [];
  for (const { english: rawEnglish, foreign: rawForeign, source } of pairs) {
    const english = toPlainText(rawEnglish);
    const foreign = toPlainText(rawForeign);
    // A dictionary explains a word of two syllables with a line.
    if (!source.startsWith("dictionary:") && !isPlausible(english, foreign, language)) continue;
    const key = `${english.toLowerCase()}\0${foreign.toLowerCase()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    clean.push({ english, foreign, source });
  }
  return clean;
}

function isPlausible(english: string, foreign: string, language: Language): boolean {
  if (english.length > LONGEST || foreign.length > LONGEST) return false;
  const letters = count(english, /\p{L}/gu);
  const latin = count(english, /[A-Za-z]/g);
  // "file_open_dialog" and "org.gnome.App" are keys, not English.
  if (latin < 2 || latin < letters * 0.9 || /^\S*[_./:]\S*$/.test(english)) return false;
  const own = count(foreign, SCRIPT[language]);
  if (own === 0 || own < count(foreign, /\p{L}/gu) * LEAST_SHARE) return false;
  const ratio = foreign.length / english.length;
  return ratio <= RATIO.most && ratio >= RATIO.least;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
