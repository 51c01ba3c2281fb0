import { expect, test } from "vitest";

import { formatManifest, type Pinned, parseManifest } from "./manifest.ts";

const PIN: Pinned = {
  kind: "package",
  name: "gimp-data",
  version: "1:2.10.34-1+deb12u10~x",
  sha256: "a".repeat(64),
  bytes: 14_214_540,
  licences: "GPL-3+; CC-BY-SA-3.0",
};

test("parseManifest() reads what formatManifest() writes, in the order of names", () => {
  const other: Pinned = { ...PIN, kind: "index", name: "Translation-ko", version: "bookworm" };
  const earlier: Pinned = { ...PIN, name: "eog" };
  const dictionary: Pinned = { ...PIN, kind: "dictionary", name: "edict" };
  expect(parseManifest(formatManifest([PIN, other, earlier, dictionary]))).toEqual([
    dictionary,
    other,
    earlier,
    PIN,
  ]);
});

test("parseManifest() refuses another header and says which line is broken", () => {
  expect(() => parseManifest("name\tversion\n")).toThrow("its first line");
  const text = formatManifest([PIN]).replace("gimp-data", "gimp data; rm");
  expect(() => parseManifest(text)).toThrow("line 2 is broken");
  const unknown = formatManifest([PIN]).replace("package\t", "archive\t");
  expect(() => parseManifest(unknown)).toThrow("line 2 is broken");
});

test("parseManifest() refuses a name that apt would take for an option", () => {
  expect(() => parseManifest(formatManifest([{ ...PIN, name: "-oDir=x" }]))).toThrow("line 2");
  expect(() => parseManifest(formatManifest([{ ...PIN, name: "--help" }]))).toThrow("line 2");
});
