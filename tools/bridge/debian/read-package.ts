import type { Language } from "../pair.ts";
import { isWrittenIn } from "../texts/is-written-in.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import { EXTRACTORS } from "./extractors.ts";
import { toCopyrightPath, toLicences } from "./licences.ts";
import { readInstalledFiles } from "./package-files.ts";

/** A package that lies on the disk. */
export interface LocalPackage {
  readonly name: string;
  readonly deb: string;
}

/** What was found in a package. */
export interface PackageYield {
  /** By the name of the extractor. */
  readonly pairs: ReadonlyMap<string, readonly RawPair[]>;
  /** Of the package and of the one that holds its English side, by their names. */
  readonly licences: ReadonlyMap<string, string>;
}

/** Reads a package, together with the one that holds its English side if there is one. */
export async function readPackage(
  packages: readonly LocalPackage[],
  language: Language,
): Promise<PackageYield> {
  const files = new Map<string, Buffer>();
  const licences = new Map<string, string>();
  for (const { name, deb } of packages) {
    const copyright = toCopyrightPath(name);
    const found = await readInstalledFiles(
      deb,
      (path) => path === copyright || EXTRACTORS.some((extractor) => extractor.wants(path, language)),
    );
    for (const [path, bytes] of found) files.set(path, bytes);
    licences.set(name, toLicences(found.get(copyright)?.toString() ?? ""));
  }
  const pairs = new Map(
    EXTRACTORS.map((extractor) => [
      extractor.name,
      toTranslations(extractor.extract(files, language), language),
    ]),
  );
  return { pairs, licences };
}

/** Without what was left in English. */
export function toTranslations(pairs: readonly RawPair[], language: Language): RawPair[] {
  return pairs.filter(
    ({ english, foreign }) =>
      /\p{Script=Latin}/u.test(english) &&
      !isWrittenIn(language, english) &&
      isWrittenIn(language, foreign) &&
      !foreign.includes("\ufffd"),
  );
}
