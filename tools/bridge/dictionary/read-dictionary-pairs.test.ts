import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TextDecoder } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { DebianSource } from "../debian/read-debian-pairs.ts";
import { readDebianPairs } from "../debian/read-debian-pairs.ts";
import { buildDeb, toMo } from "../debian/test-files.ts";
import { readDictionaryPairs } from "./read-dictionary-pairs.ts";

const hasDpkg = spawnSync("dpkg-deb", ["--version"]).status === 0;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dictionary-pairs-"));
});

afterEach(() => rm(folder, { recursive: true }));

const toPin = (name: string): DebianSource["pins"][number] => ({
  kind: "dictionary",
  name,
  version: "1:1.0",
});
const PINS = ["edict", "kanjidic", "libhangul-data"].map(toPin);

/** Node decodes EUC-JP but does not write it. */
const EUC_JP = new Map<string, readonly number[]>();
const decoder = new TextDecoder("euc-jp");
for (let row = 0xa1; row <= 0xfe; row += 1) {
  for (let cell = 0xa1; cell <= 0xfe; cell += 1) {
    EUC_JP.set(decoder.decode(Uint8Array.of(row, cell)), [row, cell]);
  }
}

function toEucJp(text: string): Buffer {
  return Buffer.from([...text].flatMap((letter) => EUC_JP.get(letter) ?? [letter.charCodeAt(0)]));
}

const EDICT = `学校 [がっこう] /(n) school/(P)/
首都 [しゅと] /(n) capital city/(P)/
水道 [すいどう] /(n) water supply/(P)/
価格 [かかく] /(n) price/(P)/
価格 [ねだん] /(n) price/(P)/
`;
const KANJIDIC = "学 3358 U5b66 G1 XJ0555C {study}\n學 555C U5b78 XJ03358 {study}\n";

async function buildDictionaries(edict = toEucJp(EDICT)): Promise<void> {
  await buildDeb(folder, "edict", { "usr/share/edict/edict": edict });
  await buildDeb(folder, "kanjidic", { "usr/share/edict/kanjidic": toEucJp(KANJIDIC) });
  await buildDeb(folder, "libhangul-data", {
    "usr/share/libhangul/hanja/hanja.txt": "학교:學校:\n수도:水道:\n수도:首都:\n",
    "usr/share/locale/ko/LC_MESSAGES/libhangul.mo": toMo([["Keyboard", "자판"]]),
  });
}

describe.runIf(hasDpkg)("with dpkg-deb", () => {
  test("readDictionaryPairs() gives Korean words in their order", async () => {
    await buildDictionaries();
    const source = "dictionary:edict";
    expect(await readDictionaryPairs({ language: "ko", pins: PINS, folder })).toEqual([
      { english: "capital city", foreign: "수도", source },
      { english: "water supply", foreign: "수도", source },
      { english: "school", foreign: "학교", source },
    ]);
  });

  test("readDictionaryPairs() gives Japanese words, each pair once, from one dictionary", async () => {
    await buildDictionaries();
    const pairs = await readDictionaryPairs({ language: "ja", pins: [toPin("edict")], folder });
    expect(pairs.map(({ english, foreign }) => `${foreign} = ${english}`)).toEqual([
      "価格 = price",
      "学校 = school",
      "水道 = water supply",
      "首都 = capital city",
    ]);
  });

  test("readDebianPairs() looks for no translations in a dictionary", async () => {
    await buildDictionaries();
    expect(await readDebianPairs({ language: "ko", pins: PINS, folder })).toEqual([]);
  });

  test("readDictionaryPairs() refuses a dictionary without its file or in another charset", async () => {
    await buildDictionaries(Buffer.from("学校 /(n) school/\n"));
    await expect(readDictionaryPairs({ language: "ja", pins: PINS, folder })).rejects.toThrow(
      "Cannot read edict 1:1.0: usr/share/edict/edict is not euc-jp",
    );
    await rm(join(folder, "tree"), { recursive: true });
    await buildDeb(folder, "libhangul-data", {});
    await expect(readDictionaryPairs({ language: "ko", pins: PINS, folder })).rejects.toThrow(
      "Cannot read libhangul-data 1:1.0: it has no usr/share/libhangul/hanja/hanja.txt",
    );
  });
});

test("readDictionaryPairs() says which dictionary is not listed or not fetched", async () => {
  await expect(readDictionaryPairs({ language: "ko", pins: [toPin("edict")], folder })).rejects.toThrow(
    "Cannot read the dictionary libhangul-data: the list of packages has none",
  );
  await expect(readDictionaryPairs({ language: "ja", pins: PINS, folder })).rejects.toThrow(
    "Cannot read edict 1:1.0: it was not fetched",
  );
});
