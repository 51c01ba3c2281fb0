import type { Language } from "../pair.ts";
import {
  type KeyedTexts,
  parseDtdTexts,
  parseFluentTexts,
  parsePropertiesTexts,
} from "../texts/keyed-texts.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import type { Extractor } from "./extractor.ts";
import { joinByKey } from "./keyed-extractor.ts";
import { toLocalePlace } from "./locale-names.ts";
import type { Files } from "./package-files.ts";
import { readZip } from "./zip.ts";

const PARSERS: ReadonlyMap<string, (text: string) => KeyedTexts> = new Map([
  ["ftl", parseFluentTexts],
  ["dtd", parseDtdTexts],
  ["properties", parsePropertiesTexts],
]);

/** Firefox and Thunderbird: language packs (.xpi) beside the program's own archives (omni.ja). */
export const mozillaExtractor: Extractor = {
  name: "mozilla",
  wants: (path) => isArchive(path),
  extract,
};

function isArchive(path: string): boolean {
  return /(?:omni\.ja|\.xpi|\/langpack-[^/]*)$/.test(path);
}

function extract(files: Files, language: Language): RawPair[] {
  const english = new Map<string, KeyedTexts>();
  const foreign = new Map<string, KeyedTexts>();
  for (const [path, bytes] of files) {
    if (!isArchive(path)) continue;
    for (const [inner, content] of readZip(bytes, (name) => toParser(name) !== undefined)) {
      const place = toLocalePlace(inner, language);
      const parse = toParser(inner);
      if (!place || !parse) continue;
      const side = place.isEnglish ? english : foreign;
      const key = toSharedPath(place.key);
      side.set(key, new Map([...(side.get(key) ?? []), ...parse(content.toString())]));
    }
  }
  return [...foreign].flatMap(([key, texts]) => joinByKey(english.get(key), texts));
}

function toParser(path: string): ((text: string) => KeyedTexts) | undefined {
  return PARSERS.get(path.slice(path.lastIndexOf(".") + 1));
}

/** Packs and programs nest their archives differently; the end of the path is the same. */
function toSharedPath(path: string): string {
  return path.replace(/^.*?\/?(?:localization|locale)\//, "");
}
