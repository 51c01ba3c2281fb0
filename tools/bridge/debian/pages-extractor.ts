import type { Language } from "../pair.ts";
import { alignBlocks } from "../texts/align-blocks.ts";
import { toBlocks } from "../texts/markup.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import { createDecoder } from "./charset.ts";
import type { Extractor } from "./extractor.ts";
import { toLocalePlace } from "./locale-names.ts";
import type { Files } from "./package-files.ts";

/** Manuals: pages of HTML, DocBook and Mallard in both languages. */
export const pagesExtractor: Extractor = {
  name: "pages",
  wants: (path, language) => isPage(path) && toLocalePlace(path, language) !== undefined,
  extract,
};

function isPage(path: string): boolean {
  return /\.(?:html?|xhtml|page|docbook)$/.test(path) || /\/help\/.*\.xml$/.test(path);
}

function extract(files: Files, language: Language): RawPair[] {
  const english = new Map<string, Buffer>();
  const foreign: [key: string, bytes: Buffer][] = [];
  for (const [path, bytes] of files) {
    const place = isPage(path) ? toLocalePlace(path, language) : undefined;
    if (place?.isEnglish === true) english.set(place.key, bytes);
    else if (place !== undefined) foreign.push([place.key, bytes]);
  }
  return foreign.flatMap(([key, bytes]) => {
    const original = english.get(key);
    return original ? alignBlocks(toBlocks(toText(original)), toBlocks(toText(bytes))) : [];
  });
}

/** In the charset the page names; nothing if it is unknown. */
function toText(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, 1024);
  const charset = /(?:charset=["']?|encoding=["'])([\w-]+)/i.exec(start)?.[1] ?? "utf-8";
  return createDecoder(charset)?.decode(bytes) ?? "";
}
