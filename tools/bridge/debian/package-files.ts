import { spawn } from "node:child_process";

import { readTar } from "./tar.ts";

/** Files of a package by their path, without a leading slash. */
export type Files = ReadonlyMap<string, Buffer>;

/** The files of a .deb that `wants` asks for, in the order of the package. */
export async function readInstalledFiles(deb: string, wants: (path: string) => boolean): Promise<Files> {
  const child = spawn("dpkg-deb", ["--fsys-tarfile", deb], { stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });

  const files = new Map<string, Buffer>();
  const reading = (async () => {
    for await (const { path, bytes } of readTar(child.stdout, wants)) files.set(path, bytes);
  })();
  const [code] = await Promise.all([ended, reading]);
  if (code !== 0) {
    throw new Error(`Cannot read ${deb}: dpkg-deb says "${complaint.trim()}"`);
  }
  return files;
}
