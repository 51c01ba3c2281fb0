import type { Language } from "../pair.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import { pairDescriptions } from "./pair-descriptions.ts";
import { joinWithSpace, parseStanzas, toDescription } from "./stanza.ts";
import { createLineJoiner } from "./wrapped-words.ts";

/** Descriptions of packages: apt's Translation-en and Translation-ko, which share a checksum. */
export function pairPackageDescriptions(english: string, foreign: string, language: Language): RawPair[] {
  const join = createLineJoiner(foreign, language);
  const translations = new Map<string, string>();
  for (const fields of parseStanzas(foreign)) {
    const description = fields.get(`description-${language}`);
    const checksum = fields.get("description-md5");
    if (description !== undefined && checksum !== undefined) translations.set(checksum, description);
  }

  const pairs: RawPair[] = [];
  for (const fields of parseStanzas(english)) {
    const checksum = fields.get("description-md5") ?? "";
    const translation = translations.get(checksum);
    const original = fields.get("description-en");
    if (translation === undefined || original === undefined) continue;
    // Several packages may share one description.
    translations.delete(checksum);
    pairs.push(...pairDescriptions(toDescription(original, joinWithSpace), toDescription(translation, join)));
  }
  return pairs;
}
