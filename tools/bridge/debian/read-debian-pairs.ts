import { readFile } from "node:fs/promises";

import type { Language, Pair } from "../pair.ts";
import { toEnglishPackages } from "./companions.ts";
import { toIndexPath } from "./fetch-indices.ts";
import type { Pinned } from "./manifest.ts";
import { readPackageArchive } from "./package-archive.ts";
import { pairPackageDescriptions } from "./package-descriptions.ts";
import { type LocalPackage, type PackageYield, readPackage, toTranslations } from "./read-package.ts";
import { pairSoftwareCatalogue } from "./software-catalogue.ts";

/** What one package or index gave. */
export interface DebianYield extends PackageYield {
  readonly name: string;
}

export interface DebianSource {
  readonly language: Language;
  /** What `fetchPackages` and `fetchIndices` put into the folder. */
  readonly pins: readonly Pick<Pinned, "kind" | "name" | "version">[];
  readonly folder: string;
}

/** All pairs of Debian's packages and indices; the same pins give the same pairs in the same order. */
export async function readDebianPairs(source: DebianSource): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for await (const found of readDebianYields(source)) {
    for (const { english, foreign } of [...found.pairs.values()].flat()) {
      pairs.push({ english, foreign, source: `debian:${found.name}` });
    }
  }
  return pairs;
}

/** The same, package by package. */
export async function* readDebianYields(source: DebianSource): AsyncGenerator<DebianYield> {
  yield* readPackages(await toJobs(source), source.language);
  yield* readIndices(source);
}

/** One job for each package; what holds only the English side goes with its translation. */
async function toJobs({ language, pins, folder }: DebianSource): Promise<LocalPackage[][]> {
  const archive = await readPackageArchive(folder);
  const packages = new Map<string, LocalPackage>();
  for (const { kind, name, version } of pins) {
    if (kind !== "package") continue;
    const deb = archive.find(name, version);
    if (deb === undefined) throw new Error(`Cannot read ${name} ${version}: it was not fetched`);
    packages.set(name, { name, deb });
  }
  const english = toEnglishPackages(language);
  const companions = new Set(english.values());
  return [...packages.keys()]
    .filter((name) => !companions.has(name))
    .toSorted()
    .map((name) => [name, english.get(name)].flatMap((part) => packages.get(part ?? "") ?? []));
}

/** Unpacks the next package while one is looked at. */
async function* readPackages(
  jobs: readonly LocalPackage[][],
  language: Language,
): AsyncGenerator<DebianYield> {
  const start = (index: number): Promise<PackageYield> | undefined => {
    const job = jobs[index];
    const reading = job && readPackage(job, language);
    reading?.catch(() => {
      // Thrown when it is awaited in its turn.
    });
    return reading;
  };
  let next = start(0);
  for (const [index, job] of jobs.entries()) {
    const current = next;
    next = start(index + 1);
    if (current) yield { name: job[0]?.name ?? "", ...(await current) };
  }
}

async function* readIndices({ language, pins, folder }: DebianSource): AsyncGenerator<DebianYield> {
  const read = async (name: string): Promise<string> => {
    const isPinned = pins.some((pin) => pin.kind === "index" && pin.name === name);
    return isPinned ? readFile(toIndexPath(folder, name), "utf8") : "";
  };
  const translation = `Translation-${language}`;
  const descriptions = pairPackageDescriptions(
    await read("Translation-en"),
    await read(translation),
    language,
  );
  yield {
    name: translation,
    pairs: new Map([["descriptions", toTranslations(descriptions, language)]]),
    licences: new Map(),
  };
  const catalogue = pairSoftwareCatalogue(await read("Components"), language);
  yield {
    name: "Components",
    pairs: new Map([["catalogue", toTranslations(catalogue, language)]]),
    licences: new Map(),
  };
}
