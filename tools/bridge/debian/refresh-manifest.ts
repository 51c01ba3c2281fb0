import type { Language } from "../pair.ts";
import { runApt } from "./apt.ts";
import { toEnglishPackages } from "./companions.ts";
import { toDictionaryPackages } from "./dictionary-packages.ts";
import { EXTRACTORS } from "./extractors.ts";
import { fetchTodaysIndices } from "./fetch-indices.ts";
import { downloadMissing } from "./fetch-packages.ts";
import { toCopyrightPath, toLicences } from "./licences.ts";
import { toLocalePlace } from "./locale-names.ts";
import type { Pinned } from "./manifest.ts";
import { readPackageArchive } from "./package-archive.ts";
import { readInstalledFiles } from "./package-files.ts";
import { type DebianYield, readDebianYields } from "./read-debian-pairs.ts";
import { parseStanzas } from "./stanza.ts";

/** Larger packages are left out: games, mostly, for a handful of texts. */
const LARGEST_BYTES = 150e6;

/** What a package must give for each megabyte it takes to fetch and to unpack. */
const PAIRS_PER_MEGABYTE = 5;

/**
 * Never trained on. The evaluation sets were made from these; and the
 * installation guides of other machines repeat the one for amd64.
 */
const NEVER = /tatoeba|tldr|kubernetes|obsidian|^python[\d.]*-doc|^installation-guide-(?!amd64$)/;

/**
 * Finds the packages that hold translations today, fetches and reads them, and
 * gives a list of those that gave pairs, and of the dictionaries.
 */
export async function refreshManifest(language: Language, folder: string): Promise<Pinned[]> {
  const dictionaries = toDictionaryPackages(language);
  const names = (await findCandidates(language)).filter((name) => !dictionaries.includes(name));
  const offered = await readOffers([...names, ...dictionaries]);
  const candidates = offered.filter(({ name }) => !dictionaries.includes(name));
  await downloadMissing(offered, folder);
  const dictionaryPins = await toDictionaryPins(dictionaries, offered, folder);
  const indices = await fetchTodaysIndices(language, folder);
  const pins = [...candidates, ...indices];

  const kept: Pinned[] = [];
  for await (const found of readDebianYields({ language, pins, folder })) {
    kept.push(...toKept(found, candidates));
  }
  return [...kept, ...dictionaryPins, ...indices];
}

async function toDictionaryPins(
  names: readonly string[],
  offered: readonly Pinned[],
  folder: string,
): Promise<Pinned[]> {
  const archive = await readPackageArchive(folder);
  const pins: Pinned[] = [];
  for (const name of names) {
    const pin = offered.find((candidate) => candidate.name === name);
    const deb = pin && archive.find(name, pin.version);
    if (pin === undefined || deb === undefined) {
      throw new Error(`Cannot list the dictionary ${name}: apt does not offer it`);
    }
    const path = toCopyrightPath(name);
    const files = await readInstalledFiles(deb, (candidate) => candidate === path);
    pins.push({ ...pin, kind: "dictionary", licences: toLicences(files.get(path)?.toString() ?? "") });
  }
  return pins;
}

/** Packages that hold a file an extractor reads, in the language. */
async function findCandidates(language: Language): Promise<string[]> {
  const names = new Set<string>(["unicode-cldr-core"]);
  for (const [translation, english] of toEnglishPackages(language)) {
    names.add(translation).add(english);
  }
  const listing = await runApt("apt-file", ["search", "-x", `[/._-]${language}[/._-]`]);
  const country = await runApt("apt-file", ["search", "-x", `[/._-]${language}[_-]?[A-Za-z]{2}[/._-]`]);
  for (const line of `${listing}\n${country}`.split("\n")) {
    const [name = "", path = ""] = line.split(": /");
    const isForeign = toLocalePlace(path, language)?.isEnglish === false;
    if (isForeign && EXTRACTORS.some((extractor) => extractor.wants(path, language))) {
      names.add(name);
    }
  }
  return [...names].filter((name) => !NEVER.test(name)).toSorted();
}

/** The versions that apt would install. */
async function readOffers(names: readonly string[]): Promise<Pinned[]> {
  const text = await runApt("apt-cache", ["show", "--no-all-versions", ...names]);
  const pins: Pinned[] = [];
  for (const fields of parseStanzas(text)) {
    const bytes = Number(fields.get("size"));
    if (bytes > LARGEST_BYTES) continue;
    pins.push({
      kind: "package",
      name: fields.get("package") ?? "",
      version: fields.get("version") ?? "",
      sha256: fields.get("sha256") ?? "",
      bytes,
      licences: "",
    });
  }
  return pins;
}

/** The package and the one with its English side, if they gave enough. */
function toKept(found: DebianYield, candidates: readonly Pinned[]): Pinned[] {
  const pins = candidates.filter(({ name }) => found.licences.has(name));
  const megabytes = pins.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const count = [...found.pairs.values()].flat().length;
  if (count === 0 || count < megabytes * PAIRS_PER_MEGABYTE) return [];
  return pins.map((pin) => ({ ...pin, licences: found.licences.get(pin.name) ?? "" }));
}
