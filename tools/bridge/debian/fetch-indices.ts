import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Language } from "../pair.ts";
import { runApt } from "./apt.ts";
import type { Pinned } from "./manifest.ts";
import { hashFile } from "./package-archive.ts";

const COMPONENTS = "Components";

/** The names of apt's indices that hold text in a language and in English. */
export function toIndexNames(language: Language): readonly string[] {
  return ["Translation-en", `Translation-${language}`, COMPONENTS];
}

/** Where an index lies, unpacked. */
export function toIndexPath(folder: string, name: string): string {
  return join(folder, "indices", name);
}

/** Fetches the pinned indices unless they lie in the folder already. */
export async function fetchIndices(
  pins: readonly Pinned[],
  { language, folder }: { language: Language; folder: string },
): Promise<void> {
  const indices = pins.filter(({ kind }) => kind === "index");
  const present = await Promise.all(
    indices.map(
      async ({ name, sha256 }) =>
        (await hashFile(toIndexPath(folder, name)).catch(() => undefined)) === sha256,
    ),
  );
  if (present.every(Boolean)) return;

  const today = await fetchTodaysIndices(language, folder);
  const changed = indices.filter((pin) => !today.some(({ sha256 }) => sha256 === pin.sha256));
  if (changed.length === 0) return;
  throw new Error(
    `Cannot use apt's indices ${changed.map(({ name }) => name).join(", ")}: they have changed since they were listed. ` +
      "Use --refresh to write a new list with today's, which gives another bridge",
  );
}

/**
 * Fetches what apt offers today, with settings and a folder of its own: the
 * machine's apt is left as it is.
 */
export async function fetchTodaysIndices(language: Language, folder: string): Promise<Pinned[]> {
  const lists = join(folder, "apt", "lists");
  const cache = join(folder, "apt", "cache");
  await mkdir(join(lists, "partial"), { recursive: true });
  await mkdir(join(cache, "archives", "partial"), { recursive: true });
  await mkdir(join(folder, "indices"), { recursive: true });
  const settings = [
    `Dir::State::Lists=${lists}`,
    `Dir::Cache=${cache}`,
    `Acquire::Languages=${language},en`,
    "Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false",
    "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=true",
    "Acquire::IndexTargets::deb::DEP-11::MetaKey=$(COMPONENT)/dep11/Components-$(NATIVE_ARCHITECTURE).yml",
    "Acquire::IndexTargets::deb::DEP-11::ShortDescription=Components",
    "Acquire::IndexTargets::deb::DEP-11::Description=Components",
  ].flatMap((setting) => ["-o", setting]);
  await runApt("apt-get", ["update", "-q", ...settings]);
  const format = "$(CREATED_BY)\t$(LANGUAGE)\t$(COMPONENT)\t$(RELEASE)\t$(SITE)\t$(FILENAME)";
  const targets = await runApt("apt-get", ["indextargets", ...settings, "--format", format]);

  const pins: Pinned[] = [];
  for (const { name, release, path } of chooseTargets(targets, language)) {
    const text = await runApt("/usr/lib/apt/apt-helper", ["cat-file", path]);
    await writeFile(toIndexPath(folder, name), text);
    pins.push({
      kind: "index",
      name,
      version: release,
      sha256: createHash("sha256").update(text).digest("hex"),
      bytes: Buffer.byteLength(text),
      licences: "see each package",
    });
  }
  return pins;
}

interface Target {
  readonly name: string;
  readonly release: string;
  readonly path: string;
}

/** Those of the release that has descriptions in the language: its updates have none. */
export function chooseTargets(listing: string, language: Language): Target[] {
  const rows = listing
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([, , component]) => component === "main")
    .map(([creator, locale, , release = "", site = "", path = ""]) => ({
      name: creator === "DEP-11" ? COMPONENTS : `Translation-${locale}`,
      place: `${site} ${release}`,
      release,
      path,
    }));
  const home = rows.find(({ name }) => name === `Translation-${language}`)?.place;
  const wanted = toIndexNames(language);
  return rows.filter(({ name, place }) => place === home && wanted.includes(name));
}
