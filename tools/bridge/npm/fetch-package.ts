import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { KebabError } from "../../../src/core/errors.ts";
import type { NpmPackage } from "./package-list.ts";

const execute = promisify(execFile);

/** Gives the folder with the package's files; fetched once, checked each time. */
export async function fetchPackage(entry: NpmPackage, folder: string): Promise<string> {
  const label = `${entry.name.replace("@", "").replaceAll("/", "-")}-${entry.version}`;
  const archive = join(folder, `${label}.tgz`);
  await mkdir(folder, { recursive: true });
  if (!existsSync(archive)) await pack(entry, folder);
  await checkIntegrity(entry, archive);
  const unpacked = join(folder, label);
  if (!existsSync(unpacked)) await unpack(archive, unpacked);
  return unpacked;
}

async function pack({ name, version }: NpmPackage, folder: string): Promise<void> {
  const wanted = `${name}@${version}`;
  const inputs = ["pack", wanted, "--pack-destination", folder, "--ignore-scripts", "--silent"];
  await execute("npm", inputs).catch((error: unknown) => {
    throw new KebabError("source-unreadable", `Cannot fetch the npm package ${wanted}: npm pack failed`, {
      hint: "Check that npm reaches its registry: npm view typescript version",
      cause: error,
    });
  });
}

/** What was published under a version must be what the list was made with. */
async function checkIntegrity({ name, version, integrity }: NpmPackage, archive: string): Promise<void> {
  const found = `sha512-${createHash("sha512")
    .update(await readFile(archive))
    .digest("base64")}`;
  if (found === integrity) return;
  throw new KebabError(
    "source-unreadable",
    `Cannot use the npm package ${name}@${version}: its bytes are not the listed ones`,
    {
      hint: `Delete ${archive} and try again`,
    },
  );
}

/** Moved into place when whole, so that a killed run leaves no half package. */
async function unpack(archive: string, target: string): Promise<void> {
  const part = `${target}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part);
  await execute("tar", ["-xzf", archive, "-C", part, "--strip-components=1", "--no-same-owner"]);
  await rename(part, target);
}
