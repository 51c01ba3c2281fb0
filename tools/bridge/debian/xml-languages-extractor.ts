import type { Language } from "../pair.ts";
import { decodeEntities } from "../texts/markup.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import type { Extractor } from "./extractor.ts";
import type { Files } from "./package-files.ts";

/** XML that holds all languages side by side: AppStream, PolicyKit, the types of files. */
export const xmlLanguagesExtractor: Extractor = {
  name: "xml",
  wants: (path) => isSharedXml(path),
  extract: (files, language) => extract(files, language),
};

function isSharedXml(path: string): boolean {
  return /^usr\/share\/(?:metainfo|appdata|polkit-1\/actions|mime\/packages|gnome-background-properties|mate-background-properties|gnome-control-center)\/.*\.(?:xml|policy)$/.test(
    path,
  );
}

function extract(files: Files, language: Language): RawPair[] {
  return [...files].flatMap(([path, bytes]) =>
    isSharedXml(path) ? pairElements(bytes.toString(), language) : [],
  );
}

/** Each translation follows its original, an element of the same name without a language. */
function pairElements(text: string, language: Language): RawPair[] {
  const pairs: RawPair[] = [];
  const originals = new Map<string, string>();
  for (const [, name = "", attributes = "", content = ""] of text.matchAll(
    /<(_?[a-zA-Z][\w.-]*)((?:\s[^<>]*)?)>([^<]*)<\//g,
  )) {
    const locale = /\sxml:lang\s*=\s*["']([\w@.-]+)/.exec(attributes)?.[1];
    const value = decodeEntities(content).replace(/\s+/g, " ").trim();
    const original = originals.get(name);
    if (locale === undefined) originals.set(name, value);
    else if (locale.split(/[_@.-]/, 1)[0] === language && original !== undefined) {
      pairs.push({ english: original, foreign: value });
    }
  }
  return pairs;
}
