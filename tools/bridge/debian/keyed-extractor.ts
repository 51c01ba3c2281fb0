import type { Language } from "../pair.ts";
import {
  type KeyedTexts,
  parseJsonTexts,
  parsePhpTexts,
  parsePropertiesTexts,
  parseYamlTexts,
} from "../texts/keyed-texts.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import type { Extractor } from "./extractor.ts";
import { type LocalePlace, toLocalePlace } from "./locale-names.ts";
import type { Files } from "./package-files.ts";

const PARSERS: readonly [ending: RegExp, parse: (text: string) => KeyedTexts][] = [
  [/\.json$/, parseJsonTexts],
  [/\.ya?ml$/, parseYamlTexts],
  [/\.(?:properties|ini)$/, parsePropertiesTexts],
  [/\.(?:php|inc)$/, parsePhpTexts],
];

/** Files of keys and texts, one for each language: i18n/ko.json beside i18n/en.json. */
export const keyedExtractor: Extractor = {
  name: "keyed",
  wants: (path, language) => toPlace(path, language) !== undefined && toParser(path) !== undefined,
  extract,
};

/** The original of messages_ko.properties is often messages.properties. */
function toPlace(path: string, language: Language): LocalePlace | undefined {
  const place = toLocalePlace(path, language);
  if (place !== undefined) return place;
  return path.endsWith(".properties") ? { key: path, isEnglish: true } : undefined;
}

function toParser(path: string): ((text: string) => KeyedTexts) | undefined {
  return PARSERS.find(([ending]) => ending.test(path))?.[1];
}

function extract(files: Files, language: Language): RawPair[] {
  const english = new Map<string, KeyedTexts>();
  const foreign: [key: string, texts: KeyedTexts][] = [];
  for (const [path, bytes] of files) {
    const parse = toParser(path);
    const place = toPlace(path, language);
    if (!parse || !place) continue;
    const texts = parse(bytes.toString());
    if (!place.isEnglish) foreign.push([place.key, texts]);
    else english.set(place.key, new Map([...(english.get(place.key) ?? []), ...texts]));
  }
  return foreign.flatMap(([key, texts]) => joinByKey(english.get(key), texts));
}

/** The texts that both sides have under the same key. */
export function joinByKey(english: KeyedTexts | undefined, foreign: KeyedTexts): RawPair[] {
  const pairs: RawPair[] = [];
  for (const [key, text] of foreign) {
    const original = english?.get(key);
    if (original !== undefined) pairs.push({ english: original, foreign: text });
  }
  return pairs;
}
