import { parse as parseYaml } from "yaml";

import type { Language } from "../pair.ts";
import { alignBlocks } from "../texts/align-blocks.ts";
import { toBlocks } from "../texts/markup.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import { COUNTRIES } from "./locale-names.ts";

/** AppStream's catalogue of Debian (DEP-11): names, summaries and descriptions of programs. */
export function pairSoftwareCatalogue(text: string, language: Language): RawPair[] {
  return text
    .split(/^---$/m)
    .filter((component) => new RegExp(`^ +${language}(?:_\\w+)?:`, "m").test(component))
    .flatMap((component) => pairComponent(component, language));
}

function pairComponent(text: string, language: Language): RawPair[] {
  const component: unknown = parseYaml(text, { logLevel: "silent" });
  const pairs: RawPair[] = [];
  for (const field of ["Name", "Summary", "Description"]) {
    const texts = toRecord(toRecord(component)[field]);
    const english = texts["C"] ?? texts["en"];
    const foreign = texts[language] ?? texts[`${language}_${COUNTRIES[language]}`];
    if (typeof english !== "string" || typeof foreign !== "string") continue;
    if (field === "Description") pairs.push(...alignBlocks(toBlocks(english), toBlocks(foreign)));
    else pairs.push({ english, foreign });
  }
  return pairs;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
