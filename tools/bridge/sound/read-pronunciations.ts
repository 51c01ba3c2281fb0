import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { KebabError } from "../../../src/core/errors.ts";
import { fetchPackage } from "../npm/fetch-package.ts";
import { parsePackageList } from "../npm/package-list.ts";
import { parseScriptValues } from "../npm/script.ts";
import packageList from "../packages-npm.json" with { type: "json" };
import type { Pronunciations } from "./pronunciations.ts";

const DICTIONARY = "cmu-pronouncing-dictionary";

/** The pronouncing dictionary of the listed package; only the first way to say a word. */
export async function readPronunciations(folder: string): Promise<Pronunciations> {
  const entry = parsePackageList(packageList).find(({ name }) => name === DICTIONARY);
  if (entry === undefined)
    throw new Error(`Cannot read pronunciations: ${DICTIONARY} is not on the list of packages`);
  const path = join(await fetchPackage(entry, folder), "index.js");
  const [words] = parseScriptValues(await readFile(path, "utf8"));
  if (typeof words !== "object" || words === null) {
    throw new KebabError("source-unreadable", `Cannot read ${path}: it holds no words`);
  }
  return Object.fromEntries(
    Object.entries(words).filter(
      (pair): pair is [string, string] => typeof pair[1] === "string" && /^[a-z]+$/.test(pair[0]),
    ),
  );
}
