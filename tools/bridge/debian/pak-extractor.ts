import type { Language } from "../pair.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import type { Extractor } from "./extractor.ts";
import { toLocalePlace } from "./locale-names.ts";
import type { Files } from "./package-files.ts";
import { parsePak } from "./pak.ts";

/** Locales of Chromium and of Qt's web engine: locales/ko.pak beside locales/en-US.pak. */
export const pakExtractor: Extractor = {
  name: "pak",
  wants: (path, language) => path.endsWith(".pak") && toLocalePlace(path, language) !== undefined,
  extract,
};

function extract(files: Files, language: Language): RawPair[] {
  const english = new Map<string, ReadonlyMap<number, string>>();
  const foreign: [key: string, texts: ReadonlyMap<number, string>][] = [];
  for (const [path, bytes] of files) {
    const place = path.endsWith(".pak") ? toLocalePlace(path, language) : undefined;
    if (!place) continue;
    if (place.isEnglish) english.set(place.key, toTexts(bytes));
    else foreign.push([place.key, toTexts(bytes)]);
  }
  return foreign.flatMap(([key, texts]) =>
    [...texts].flatMap(([id, text]) => {
      const original = english.get(key)?.get(id);
      return original === undefined ? [] : [{ english: original, foreign: text }];
    }),
  );
}

/** A locale's resources are messages in UTF-8; pages and what is packed are left out. */
function toTexts(bytes: Buffer): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const [id, content] of parsePak(bytes) ?? []) {
    const text = content.toString("utf8");
    const isPage = /^\s*<(?:!|html|div|p\b)/i.test(text);
    if (!isPage && !text.includes("\ufffd")) texts.set(id, text);
  }
  return texts;
}
