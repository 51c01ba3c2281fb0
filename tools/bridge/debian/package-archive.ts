import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** Packages that lie in a folder, by name and version. */
export interface PackageArchive {
  /** The path of the .deb, or undefined if it is not there. */
  find(name: string, version: string): string | undefined;
}

export async function readPackageArchive(folder: string): Promise<PackageArchive> {
  const paths = new Map<string, string>();
  for (const file of (await readdir(folder)).toSorted()) {
    // apt names them name_version_architecture.deb, with %3a for a colon.
    const [, name, version] = /^([^_]+)_([^_]+)_[^_]+\.deb$/.exec(file) ?? [];
    if (name !== undefined && version !== undefined) {
      paths.set(toKey(name, version.replaceAll("%3a", ":")), join(folder, file));
    }
  }
  return { find: (name, version) => paths.get(toKey(name, version)) };
}

function toKey(name: string, version: string): string {
  return `${name}\t${version}`;
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash);
  return hash.digest("hex");
}
