import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { fetchPackages } from "./fetch-packages.ts";
import type { Pinned } from "./manifest.ts";

let root: string;
let folder: string;

/** Programs that stand for apt's: they offer and "download" one version of each package. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "fetch-packages-"));
  folder = join(root, "debs");
  await mkdir(folder);
  await mkdir(join(root, "bin"));
  vi.stubEnv("PATH", `${join(root, "bin")}:/usr/bin:/bin`);
  await writeProgram("apt-cache", 'shift; for name; do echo " $name | 1:2.0-1 | Packages"; done');
  await writeProgram(
    "apt-get",
    `echo "$@" >> ${root}/calls
    for pin; do case $pin in *=*) printf %s "\${pin%%=*}" > "$PWD/\${pin%%=*}_1%3a2.0-1_all.deb";; esac; done`,
  );
});

afterEach(() => rm(root, { recursive: true }));

async function writeProgram(name: string, lines: string): Promise<void> {
  await writeFile(join(root, "bin", name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

function toPin(name: string, { version = "1:2.0-1", content = name } = {}): Pinned {
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { kind: "package", name, version, sha256, bytes: content.length, licences: "MIT" };
}

const isPosix = process.platform !== "win32";

test.runIf(isPosix)("fetchPackages() asks apt for what is missing, and for nothing else", async () => {
  await writeFile(join(folder, "kept_1%3a2.0-1_all.deb"), "kept");
  await fetchPackages([toPin("kept"), toPin("gimp-data")], folder);
  expect(await readdir(folder)).toEqual(["gimp-data_1%3a2.0-1_all.deb", "kept_1%3a2.0-1_all.deb"]);
  expect(await readFile(join(root, "calls"), "utf8")).toBe("download -q gimp-data=1:2.0-1\n");

  await fetchPackages([toPin("kept"), toPin("gimp-data")], folder);
  expect(await readFile(join(root, "calls"), "utf8")).toBe("download -q gimp-data=1:2.0-1\n");
});

test.runIf(isPosix)("fetchPackages() fetches dictionaries as well, but no index", async () => {
  await fetchPackages(
    [
      { ...toPin("edict"), kind: "dictionary" },
      { ...toPin("en"), kind: "index" },
    ],
    folder,
  );
  expect(await readdir(folder)).toEqual(["edict_1%3a2.0-1_all.deb"]);
});

test.runIf(isPosix)(
  "fetchPackages() names the versions that are no longer offered and the way out",
  async () => {
    const pins = [toPin("gimp-data"), toPin("eog", { version: "43.1" }), toPin("vlc", { version: "3" })];
    await expect(fetchPackages(pins, folder)).rejects.toThrow(
      /does not offer these versions: eog=43\.1, vlc=3\..*--refresh/,
    );
    expect(await readdir(folder)).toEqual([]);
  },
);

test.runIf(isPosix)("fetchPackages() refuses and removes a package whose bytes differ", async () => {
  await writeFile(join(folder, "kept_1%3a2.0-1_all.deb"), "tampered");
  await expect(fetchPackages([toPin("kept")], folder)).rejects.toThrow("its bytes are not those of the list");
  expect(await readdir(folder)).toEqual([]);
});

test.runIf(isPosix)(
  "fetchPackages() says so on a machine without apt, and passes on apt's complaints",
  async () => {
    await writeProgram("apt-get", 'echo "E: No space left" >&2; exit 100');
    await expect(fetchPackages([toPin("eog")], folder)).rejects.toThrow("E: No space left");
    vi.stubEnv("PATH", join(root, "nowhere"));
    await expect(fetchPackages([toPin("eog")], folder)).rejects.toThrow(
      "there is no apt-cache here. Train on a Debian machine",
    );
  },
);
