import type { Language } from "../pair.ts";

/** Where the language is spoken, as locales name it. */
export const COUNTRIES: Readonly<Record<Language, string>> = { ko: "KR", ja: "JP" };

/** Where a file stands among its translations. */
export interface LocalePlace {
  /** The path without its locale: translations of one file share it. */
  readonly key: string;
  readonly isEnglish: boolean;
}

/**
 * Paths name a language as a folder ("help/ko/…"), before the ending
 * ("index.ko.html") or after a bar ("messages_ko_KR.properties"). English is
 * "en", "en_US" or, where GNOME keeps its help, "C". Undefined without a locale.
 */
export function toLocalePlace(path: string, language: Language): LocalePlace | undefined {
  const foreign = removeLocale(path, FOREIGN[language]);
  if (foreign !== undefined) return { key: foreign, isEnglish: false };
  const english = removeLocale(path, ENGLISH);
  return english === undefined ? undefined : { key: english, isEnglish: true };
}

/** The name ends here, and no other country follows: "en_GB" is not the English of the originals. */
const END = "(?=[/._-]|$)(?![_-][A-Za-z]{2}(?:[/._-]|$))";

const FOREIGN: Readonly<Record<Language, RegExp>> = {
  ko: toPattern(`ko(?:[_-]?${anyCase(COUNTRIES.ko)})?`),
  ja: toPattern(`ja(?:[_-]?${anyCase(COUNTRIES.ja)})?`),
};

const ENGLISH = toPattern(`en(?:[_-]?${anyCase("US")})?|(?<=/help/)C`);

function anyCase(country: string): string {
  return `(?:${country}|${country.toLowerCase()})`;
}

function toPattern(names: string): RegExp {
  return new RegExp(`(?<=^|[/._-])(?:${names})(?:\\.(?:UTF-8|utf8))?${END}`, "g");
}

function removeLocale(path: string, pattern: RegExp): string | undefined {
  const removed = path.replace(pattern, "");
  return removed === path ? undefined : removed.replace(/[/._-]+([/._-])/g, "$1");
}
