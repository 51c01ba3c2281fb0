import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { refreshManifest } from "./refresh-manifest.ts";
import { buildDeb, toMo } from "./test-files.ts";

const isDebian = existsSync("/usr/bin/dpkg-deb") && existsSync("/usr/lib/apt/apt-helper");

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "refresh-manifest-"));
  folder = join(root, "debs");
  await mkdir(folder);
  await mkdir(join(root, "bin"));
  vi.stubEnv("PATH", `${join(root, "bin")}:/usr/bin:/bin`);
});

afterEach(() => rm(root, { recursive: true }));

async function writeProgram(name: string, lines: string): Promise<void> {
  await writeFile(join(root, "bin", name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

/** Puts a package into the folder; gives its stanza as apt prints it. */
async function offerDeb(name: string, files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const deb = await readFile(await buildDeb(folder, name, files));
  const sha256 = createHash("sha256").update(deb).digest("hex");
  return `Package: ${name}\nVersion: 1:1.0\nSize: 1000\nSHA256: ${sha256}\n`;
}

test.runIf(isDebian)(
  "refreshManifest() lists what gave pairs, with versions, hashes and licences",
  async () => {
    const stanzas = [
      await offerDeb("zoo", {
        "usr/share/locale/ko/LC_MESSAGES/zoo.mo": toMo([["Lion", "사자"]]),
        "usr/share/doc/zoo/copyright": "Format: 1.0\n\nFiles: *\nLicense: MIT\n",
      }),
      await offerDeb("empty", { "usr/share/locale/ko/LC_MESSAGES/empty.mo": toMo([["OK", "OK"]]) }),
      await offerDeb("libhangul-data", {
        "usr/share/locale/ko/LC_MESSAGES/libhangul.mo": toMo([["Keyboard", "자판"]]),
        "usr/share/doc/libhangul-data/copyright": "Format: 1.0\n\nFiles: *\nLicense: BSD-3\n",
      }),
      await offerDeb("kanjidic", {}),
      await offerDeb("edict", {
        "usr/share/doc/edict/copyright":
          "available under a Creative Commons\n  Attribution-ShareAlike Licence (V3.0). The",
      }),
      "Package: huge\nVersion: 1.0\nSize: 900000000\nSHA256: 0\n",
    ];
    await writeFile(join(root, "stanzas"), stanzas.join("\n"));
    await writeFile(join(root, "Translation-ko"), "Package: a\nDescription-md5: 1\nDescription-ko: 가\n");
    await writeProgram(
      "apt-file",
      `for name in zoo empty huge tldr libhangul-data; do echo "$name: /usr/share/locale/ko/LC_MESSAGES/$name.mo"; done
     echo "pictures: /usr/share/ko/a.png"`,
    );
    await writeProgram("apt-cache", `echo "$@" >> ${root}/calls; cat ${root}/stanzas`);
    await writeProgram(
      "apt-get",
      `case $1 in indextargets) printf 'Translations\\tko\\tmain\\tbookworm\\tx\\t%s\\n' ${root}/Translation-ko;; esac`,
    );

    const pins = await refreshManifest("ko", folder);
    expect(pins.map(({ kind, name, version, licences }) => [kind, name, version, licences])).toEqual([
      ["package", "zoo", "1:1.0", "MIT"],
      ["dictionary", "edict", "1:1.0", "CC-BY-SA-3.0"],
      ["dictionary", "kanjidic", "1:1.0", "see the package"],
      ["dictionary", "libhangul-data", "1:1.0", "BSD-3"],
      ["index", "Translation-ko", "bookworm", "see each package"],
    ]);
    expect(pins[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const asked = (await readFile(join(root, "calls"), "utf8")).split(/\s+/);
    expect(asked).toContain("libreoffice-help-en-us");
    expect(asked).toContain("huge");
    expect(asked).not.toContain("tldr");
    expect(asked).not.toContain("pictures");
  },
);

test.runIf(isDebian)("refreshManifest() says which dictionary is not offered", async () => {
  await writeFile(join(root, "stanzas"), await offerDeb("edict", {}));
  await writeProgram("apt-file", "true");
  await writeProgram("apt-cache", `cat ${root}/stanzas`);
  await writeProgram("apt-get", "true");
  await expect(refreshManifest("ja", folder)).resolves.toMatchObject([{ kind: "dictionary", name: "edict" }]);
  await expect(refreshManifest("ko", folder)).rejects.toThrow("Cannot list the dictionary kanjidic");
});
