import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

export type Language = "en" | "ko";
export type TextKey = keyof typeof en;
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const DICTIONARIES: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, ko };

/** `{name}` in a text stands for the value of that name. */
export const createSay =
  (language: Language): Say =>
  (key, values = {}) =>
    DICTIONARIES[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

export interface Speech {
  readonly language: Language;
  readonly say: Say;
}

export const SpeechContext = createContext<Speech>({ language: "en", say: createSay("en") });
export const useSay = (): Say => useContext(SpeechContext).say;
export const useLanguage = (): Language => useContext(SpeechContext).language;
