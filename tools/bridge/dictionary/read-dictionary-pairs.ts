import { TextDecoder } from "node:util";

import { readPackageArchive } from "../debian/package-archive.ts";
import { readInstalledFiles } from "../debian/package-files.ts";
import type { DebianSource } from "../debian/read-debian-pairs.ts";
import type { Pair } from "../pair.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import { pairJapaneseWords } from "./pair-japanese-words.ts";
import { pairKoreanWords } from "./pair-korean-words.ts";

interface DictionaryFile {
  readonly name: string;
  readonly path: string;
  readonly charset: string;
}

const EDICT: DictionaryFile = { name: "edict", path: "usr/share/edict/edict", charset: "euc-jp" };
const KANJIDIC: DictionaryFile = { name: "kanjidic", path: "usr/share/edict/kanjidic", charset: "euc-jp" };
const HANJA: DictionaryFile = {
  name: "libhangul-data",
  path: "usr/share/libhangul/hanja/hanja.txt",
  charset: "utf-8",
};

/** Words with their meanings, each pair once, in the order of the words. */
export async function readDictionaryPairs(source: DebianSource): Promise<Pair[]> {
  const pairs =
    source.language === "ja"
      ? pairJapaneseWords(await readDictionary(EDICT, source))
      : pairKoreanWords({
          hanja: await readDictionary(HANJA, source),
          edict: await readDictionary(EDICT, source),
          kanjidic: await readDictionary(KANJIDIC, source),
        });
  // The meanings are EDICT's in both languages.
  return sortPairs(pairs).map((pair) => ({ ...pair, source: "dictionary:edict" }));
}

async function readDictionary(file: DictionaryFile, { pins, folder }: DebianSource): Promise<string> {
  const { name, path, charset } = file;
  const pin = pins.find((candidate) => candidate.kind === "dictionary" && candidate.name === name);
  if (pin === undefined) {
    throw new Error(
      `Cannot read the dictionary ${name}: the list of packages has none. Use --refresh to write a new list`,
    );
  }
  const deb = (await readPackageArchive(folder)).find(name, pin.version);
  if (deb === undefined) throw new Error(`Cannot read ${name} ${pin.version}: it was not fetched`);
  const bytes = (await readInstalledFiles(deb, (candidate) => candidate === path)).get(path);
  if (bytes === undefined) throw new Error(`Cannot read ${name} ${pin.version}: it has no ${path}`);
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`Cannot read ${name} ${pin.version}: ${path} is not ${charset}`, { cause: error });
  }
}

/** By code units, which no machine's language changes. */
function sortPairs(pairs: readonly RawPair[]): RawPair[] {
  const unique = new Map(pairs.map((pair) => [`${pair.foreign}\t${pair.english}`, pair]));
  return [...unique.keys()].toSorted().flatMap((key) => unique.get(key) ?? []);
}
