import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { readDebianPairs, readDebianYields } from "./read-debian-pairs.ts";
import { buildDeb, toMo } from "./test-files.ts";

const hasDpkg = spawnSync("dpkg-deb", ["--version"]).status === 0;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "debian-pairs-"));
});

afterEach(() => rm(folder, { recursive: true }));

const toPin = (name: string): { kind: "package"; name: string; version: string } => ({
  kind: "package",
  name,
  version: "1:1.0",
});

describe.runIf(hasDpkg)("with dpkg-deb", () => {
  test("readDebianPairs() reads packages by name and translations with their English package", async () => {
    await buildDeb(folder, "zoo", {
      "usr/share/locale/ko/LC_MESSAGES/zoo.mo": toMo([
        ["Lion", "사자"],
        ["OK", "OK"],
      ]),
    });
    await buildDeb(folder, "gimp-help-ko", { "usr/share/gimp/help/ko/a.html": "<p>레이어를 고릅니다." });
    await buildDeb(folder, "gimp-help-en", { "usr/share/gimp/help/en/a.html": "<p>Choose the layer." });
    const pins = ["zoo", "gimp-help-en", "gimp-help-ko"].map(toPin);
    expect(await readDebianPairs({ language: "ko", pins, folder })).toEqual([
      { english: "Choose the layer.", foreign: "레이어를 고릅니다.", source: "debian:gimp-help-ko" },
      { english: "Lion", foreign: "사자", source: "debian:zoo" },
    ]);
  });

  test("readDebianYields() gives the licences of a package", async () => {
    await buildDeb(folder, "zoo", {
      "usr/share/doc/zoo/copyright": "Format: 1.0\n\nFiles: *\nLicense: MIT\n",
    });
    const licences = [];
    for await (const found of readDebianYields({ language: "ko", pins: [toPin("zoo")], folder })) {
      licences.push(...found.licences);
    }
    expect(licences).toEqual([["zoo", "MIT"]]);
  });

  test("readDebianPairs() refuses a broken package", async () => {
    await writeFile(join(folder, "zoo_1%3a1.0_all.deb"), "no archive");
    const reading = readDebianPairs({ language: "ko", pins: [toPin("zoo")], folder });
    await expect(reading).rejects.toThrow(/Cannot read .*zoo.*dpkg-deb says/);
  });
});

test("readDebianPairs() refuses a package that was not fetched", async () => {
  const reading = readDebianPairs({ language: "ko", pins: [toPin("zoo")], folder });
  await expect(reading).rejects.toThrow("Cannot read zoo 1:1.0: it was not fetched");
});

test("readDebianPairs() reads the indices of apt", async () => {
  await mkdir(join(folder, "indices"));
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, "indices", name), text);
  await write("Translation-en", "Package: a\nDescription-md5: 1\nDescription-en: a chess game\n");
  await write("Translation-ko", "Package: a\nDescription-md5: 1\nDescription-ko: 체스 게임\n");
  await write("Components", "---\nName:\n  C: Disks\n  ko: 디스크\n");
  const pins = ["Translation-en", "Translation-ko", "Components"].map((name) => ({
    kind: "index" as const,
    name,
    version: "bookworm",
  }));
  expect(await readDebianPairs({ language: "ko", pins, folder })).toEqual([
    { english: "a chess game", foreign: "체스 게임", source: "debian:Translation-ko" },
    { english: "Disks", foreign: "디스크", source: "debian:Components" },
  ]);
});
