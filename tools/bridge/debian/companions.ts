import type { Language } from "../pair.ts";

/**
 * Packages whose translations stand in a package of their own, with the one
 * that holds the English side.
 */
export function toEnglishPackages(language: Language): ReadonlyMap<string, string> {
  return new Map([
    ["chromium-l10n", "chromium-common"],
    [`debian-faq-${language}`, "debian-faq"],
    [`firefox-esr-l10n-${language}`, "firefox-esr"],
    [`gimp-help-${language}`, "gimp-help-en"],
    [`libreoffice-help-${language}`, "libreoffice-help-en-us"],
    [`thunderbird-l10n-${language}`, "thunderbird"],
  ]);
}
