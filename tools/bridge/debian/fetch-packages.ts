import { rm } from "node:fs/promises";

import { runApt } from "./apt.ts";
import type { Pinned } from "./manifest.ts";
import { hashFile, readPackageArchive } from "./package-archive.ts";

/** As many as a command line takes without trouble. */
const BATCH = 200;

export type Wanted = Pick<Pinned, "name" | "version">;

/**
 * Puts the packages into the folder, each in its pinned version. Those that are
 * there already stay; every one is checked against its hash.
 */
export async function fetchPackages(pins: readonly Pinned[], folder: string): Promise<void> {
  const packages = pins.filter(({ kind }) => kind !== "index");
  await downloadMissing(packages, folder);

  const archive = await readPackageArchive(folder);
  for (const { name, version, sha256 } of packages) {
    const path = archive.find(name, version);
    if (path === undefined) throw new Error(`Cannot find ${name} ${version} after its download`);
    if ((await hashFile(path)) === sha256) continue;
    await rm(path);
    throw new Error(
      `Cannot use ${name} ${version}: its bytes are not those of the list. ` +
        "It was removed; run again to fetch it once more",
    );
  }
}

/** Asks apt for the packages that are not in the folder yet. */
export async function downloadMissing(packages: readonly Wanted[], folder: string): Promise<void> {
  const archive = await readPackageArchive(folder);
  const missing = packages.filter(({ name, version }) => !archive.find(name, version));
  if (missing.length === 0) return;
  await checkOffered(missing);
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH);
    const names = batch.map(({ name, version }) => `${name}=${version}`);
    await runApt("apt-get", ["download", "-q", ...names], folder);
  }
}

async function checkOffered(packages: readonly Wanted[]): Promise<void> {
  const names = packages.map(({ name }) => name);
  const offered = new Set<string>();
  for (const line of (await runApt("apt-cache", ["madison", ...names])).split("\n")) {
    const [name, version] = line.split("|").map((part) => part.trim());
    if (name !== undefined && version !== undefined) offered.add(`${name}=${version}`);
  }
  const gone = packages.map(({ name, version }) => `${name}=${version}`).filter((pin) => !offered.has(pin));
  if (gone.length === 0) return;
  throw new Error(
    `Cannot fetch ${gone.length} of Debian's packages, apt does not offer these versions: ${gone.join(", ")}. ` +
      "Run `apt-get update`; point apt to an archive of the release that keeps old versions; " +
      "or use --refresh to write a new list with today's versions, which gives another bridge",
  );
}
