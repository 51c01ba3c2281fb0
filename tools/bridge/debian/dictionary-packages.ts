import type { Language } from "../pair.ts";

/** Packages with the dictionaries of a language; they are no translations of a program. */
export function toDictionaryPackages(language: Language): readonly string[] {
  return language === "ko" ? ["edict", "kanjidic", "libhangul-data"] : ["edict"];
}
