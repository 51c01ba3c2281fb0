import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

import { fetchPackage } from "./fetch-package.ts";
import type { NpmPackage } from "./package-list.ts";

const entry: NpmPackage = {
  name: "@scope/words",
  version: "1.2.3",
  integrity: "sha512-x",
  licence: "MIT",
  tags: { en: "en" },
  layouts: [],
};

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridge-fetch-"));
  await mkdir(join(folder, "package"));
  await writeFile(join(folder, "package", "ko.json"), '{"a":"가"}');
  execFileSync("tar", ["-czf", join(folder, "scope-words-1.2.3.tgz"), "-C", folder, "package"]);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function toIntegrity(): Promise<string> {
  const bytes = await readFile(join(folder, "scope-words-1.2.3.tgz"));
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

it("unpacks an archive that was fetched before", async () => {
  const unpacked = await fetchPackage({ ...entry, integrity: await toIntegrity() }, folder);
  expect(await readFile(join(unpacked, "ko.json"), "utf8")).toBe('{"a":"가"}');
});

it("refuses an archive whose bytes are not the listed ones", async () => {
  await expect(fetchPackage(entry, folder)).rejects.toMatchObject({
    code: "source-unreadable",
    message: expect.stringContaining("@scope/words@1.2.3"),
  });
});

it("begins anew where a run was killed while it unpacked", async () => {
  await mkdir(join(folder, "scope-words-1.2.3.part"));
  await writeFile(join(folder, "scope-words-1.2.3.part", "half.json"), "{");
  const unpacked = await fetchPackage({ ...entry, integrity: await toIntegrity() }, folder);
  await expect(readFile(join(unpacked, "half.json"))).rejects.toThrow();
});
