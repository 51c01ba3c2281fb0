import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { choosePairs } from "./choose.ts";
import { cleanPairs } from "./clean.ts";
import { fetchIndices } from "./debian/fetch-indices.ts";
import { fetchPackages } from "./debian/fetch-packages.ts";
import { formatManifest, type Pinned, parseManifest } from "./debian/manifest.ts";
import { readDebianPairs } from "./debian/read-debian-pairs.ts";
import { refreshManifest } from "./debian/refresh-manifest.ts";
import { readDictionaryPairs } from "./dictionary/read-dictionary-pairs.ts";
import { readNpmPairs } from "./npm/read-npm-pairs.ts";
import type { Language, Pair } from "./pair.ts";
import { chooseSoundWords } from "./sound/choose-words.ts";
import { createSoundPairs } from "./sound/create-sound-pairs.ts";
import { readPronunciations } from "./sound/read-pronunciations.ts";

export interface GatherOptions {
  readonly language: Language;
  /** Folder with the lists of packages. */
  readonly lists: string;
  readonly work: string;
  /** Whether to write a new list with the versions of today. */
  readonly refreshes: boolean;
  readonly report: (line: string) => void;
}

export interface Gathered {
  readonly pairs: readonly Pair[];
  readonly pins: readonly Pinned[];
}

/** Words of English whose sound in Hangul is worth a pair; rarer ones are seldom borrowed. */
const SOUND_WORDS = { limit: 25_000, unknownAtLeast: 20 } as const;

/** All pairs worth teaching. The first one with a word counts most, so the sources come from the plainest to the widest. */
export async function gatherPairs(options: GatherOptions): Promise<Gathered> {
  const { language, work, report } = options;
  const folder = join(work, "debian");
  const pins = await fetchDebian(options, folder);
  report("reading dictionaries and npm packages");
  const dictionary = await readDictionaryPairs({ language, pins, folder });
  const npm = await readNpmPairs(language, join(work, "npm"));
  report(`reading ${pins.length} of Debian's packages`);
  const debian = await readDebianPairs({ language, pins, folder });
  const translated = cleanPairs([...npm, ...debian], language);
  const sound = language === "ko" ? await readSoundPairs(translated, work) : [];
  const all = [...cleanPairs(dictionary, language), ...sound, ...translated];
  const pairs = choosePairs(all);
  report(
    `${dictionary.length} pairs of dictionaries, ${sound.length} of sound, ${npm.length} of npm, ` +
      `${debian.length} of Debian; clean ${all.length}, chosen ${pairs.length}`,
  );
  return { pairs, pins };
}

async function fetchDebian(options: GatherOptions, folder: string): Promise<Pinned[]> {
  const { language, lists, refreshes, report } = options;
  const list = join(lists, `packages-${language}.tsv`);
  if (refreshes) {
    report("asking apt for packages with translations");
    await writeFile(list, formatManifest(await refreshManifest(language, folder)));
  }
  const pins = parseManifest(await readFile(list, "utf8"));
  report(`fetching ${pins.length} packages`);
  await fetchPackages(pins, folder);
  await fetchIndices(pins, { language, folder });
  return pins;
}

async function readSoundPairs(translated: readonly Pair[], work: string): Promise<Pair[]> {
  const pronunciations = await readPronunciations(join(work, "npm"));
  const words = chooseSoundWords(
    translated.map(({ english }) => english),
    pronunciations,
    SOUND_WORDS,
  );
  return createSoundPairs(words, pronunciations);
}
