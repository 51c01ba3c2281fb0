import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { chooseTargets, fetchIndices, toIndexPath } from "./fetch-indices.ts";
import type { Pinned } from "./manifest.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fetch-indices-"));
  await mkdir(join(folder, "indices"));
  vi.stubEnv("PATH", join(folder, "nowhere"));
});

afterEach(() => rm(folder, { recursive: true }));

test("chooseTargets() takes the release that has descriptions in the language, not its updates", () => {
  const listing = [
    "Packages\t\tmain\tbookworm\thttp://a\t/lists/Packages",
    "Translations\tko\tcontrib\tbookworm\thttp://a\t/lists/contrib-ko",
    "Translations\ten\tmain\tbookworm-updates\thttp://a\t/lists/updates-en",
    "DEP-11\t\tmain\tbookworm-updates\thttp://a\t/lists/updates-components",
    "Translations\ten\tmain\tbookworm\thttp://a\t/lists/en",
    "Translations\tko\tmain\tbookworm\thttp://a\t/lists/ko",
    "DEP-11\t\tmain\tbookworm\thttp://a\t/lists/components",
  ].join("\n");
  const chosen = chooseTargets(listing, "ko").map(({ name, path }) => [name, path]);
  expect(chosen).toEqual([
    ["Translation-en", "/lists/en"],
    ["Translation-ko", "/lists/ko"],
    ["Components", "/lists/components"],
  ]);
  expect(chooseTargets(listing, "ja")).toEqual([]);
});

test("fetchIndices() leaves apt alone where the pinned indices lie in the folder", async () => {
  const sha256 = createHash("sha256").update("text").digest("hex");
  const pin: Pinned = {
    kind: "index",
    name: "Translation-ko",
    version: "bookworm",
    sha256,
    bytes: 4,
    licences: "see each package",
  };
  await writeFile(toIndexPath(folder, "Translation-ko"), "text");
  await fetchIndices([pin], { language: "ko", folder });

  await writeFile(toIndexPath(folder, "Translation-ko"), "changed");
  await expect(fetchIndices([pin], { language: "ko", folder })).rejects.toThrow("there is no apt-get here");
});
