import type { Language } from "../pair.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import type { Extractor } from "./extractor.ts";
import type { Files } from "./package-files.ts";

/**
 * Files that hold all languages side by side: `Name=Files`, `Name[ko]=파일` in
 * the desktop's own format, `"Name[ko]": "파일"` in KDE's metadata.
 */
export const desktopExtractor: Extractor = {
  name: "desktop",
  wants: (path) => isDesktopFile(path),
  extract,
};

function isDesktopFile(path: string): boolean {
  return (
    /\.(?:desktop|directory|notifyrc|theme|protocol|nemo_action|keys|server)$/.test(path) ||
    /\/[\w.-]*metadata\.json$/.test(path)
  );
}

function extract(files: Files, language: Language): RawPair[] {
  return [...files].flatMap(([path, bytes]) =>
    isDesktopFile(path) ? pairLines(bytes.toString(), language) : [],
  );
}

function pairLines(text: string, language: Language): RawPair[] {
  const pairs: RawPair[] = [];
  let originals = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("[")) originals = new Map();
    const found = /^\s*"?(\w+)(?:\[([\w@-]+)\])?"?\s*[=:]\s*(.*)$/.exec(line);
    if (!found) continue;
    const [, key = "", locale, raw = ""] = found;
    const value = withoutQuotes(raw);
    const original = originals.get(key);
    if (locale === undefined) originals.set(key, value);
    else if (locale.split(/[_@-]/, 1)[0] === language && original !== undefined) {
      pairs.push({ english: original, foreign: value });
    }
  }
  return pairs;
}

function withoutQuotes(text: string): string {
  const json = /^"((?:[^"\\]|\\.)*)",?\s*$/.exec(text)?.[1];
  return json === undefined ? text.trim() : json.replace(/\\(.)/g, "$1");
}
