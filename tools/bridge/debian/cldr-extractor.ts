import type { Language } from "../pair.ts";
import type { KeyedTexts } from "../texts/keyed-texts.ts";
import { decodeEntities } from "../texts/markup.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import type { Extractor } from "./extractor.ts";
import { joinByKey } from "./keyed-extractor.ts";
import type { Files } from "./package-files.ts";

const FOLDER = "usr/share/unicode/cldr/common";
const PARTS = ["main", "annotations", "subdivisions"];

/** Unicode's names of countries, regions, languages, currencies, units, days and symbols. */
export const cldrExtractor: Extractor = {
  name: "cldr",
  wants: (path, language) =>
    PARTS.some((part) => ["en", language].some((name) => path === toPath(part, name))),
  extract,
};

function toPath(part: string, name: string): string {
  return `${FOLDER}/${part}/${name}.xml`;
}

function extract(files: Files, language: Language): RawPair[] {
  return PARTS.flatMap((part) => {
    const english = files.get(toPath(part, "en"));
    const foreign = files.get(toPath(part, language));
    if (!english || !foreign) return [];
    return joinByKey(toNames(english.toString()), toNames(foreign.toString()));
  });
}

/** The elements that name something, by their path; short forms and patterns are no names. */
function toNames(xml: string): KeyedTexts {
  const names = new Map<string, string>();
  const path: string[] = [];
  for (const [, closing, tag = "", attributes = "", empty, text = ""] of xml.matchAll(
    /<(\/?)([a-zA-Z]\w*)((?:\s[^<>]*?)?)(\/?)>([^<]*)/g,
  )) {
    if (closing === "/") {
      path.pop();
      continue;
    }
    if (empty === "/") continue;
    path.push(`${tag}${attributes}`);
    const key = path.join(">");
    if (text.trim() !== "" && isName(tag, key)) names.set(key, toName(tag, text));
  }
  return names;
}

function isName(tag: string, key: string): boolean {
  if (/alt=|"(?:short|narrow|abbreviated|format)"/.test(key)) return false;
  if (/^(?:annotation|subdivision|exemplarCity|characterLabel)$/.test(tag)) return true;
  if (key.includes("localeDisplayNames")) return !/Pattern|Separator/.test(tag);
  if (tag === "displayName") return true;
  return /<?(?:monthWidth|dayWidth).*type="wide"/.test(key) && /^(?:month|day)$/.test(tag);
}

/** Keywords of a symbol are parted by bars. */
function toName(tag: string, text: string): string {
  const name = decodeEntities(text).trim();
  return tag === "annotation" ? name.replace(/\s*\|\s*/g, ", ") : name;
}
