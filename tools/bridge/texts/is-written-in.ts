import type { Language } from "../pair.ts";

/** Letters that the language is written with and English is not. */
const SCRIPTS: Readonly<Record<Language, RegExp>> = {
  ko: /\p{Script=Hangul}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
};

export function isWrittenIn(language: Language, text: string): boolean {
  return SCRIPTS[language].test(text);
}
