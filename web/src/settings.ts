import { useLayoutEffect, useState } from "preact/hooks";
import type { Language } from "./i18n/text.ts";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
const LANGUAGES = ["en", "ko"] as const satisfies readonly Language[];

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useKept("kebab-theme", THEMES, "auto");
  useLayoutEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return [theme, setTheme];
}

export function useChosenLanguage(): [Language, (language: Language) => void] {
  const [language, setLanguage] = useKept("kebab-language", LANGUAGES, ofBrowser());
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return [language, setLanguage];
}

const ofBrowser = (): Language => (navigator.language.toLowerCase().startsWith("ko") ? "ko" : "en");

/** Kept in the browser; a browser that keeps nothing (private windows) just forgets. */
function useKept<T extends string>(name: string, values: readonly T[], start: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => values.find((each) => each === readKept(name)) ?? start);
  const choose = (next: T): void => {
    setValue(next);
    try {
      localStorage.setItem(name, next);
    } catch {
      // It holds until the page is closed.
    }
  };
  return [value, choose];
}

function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
