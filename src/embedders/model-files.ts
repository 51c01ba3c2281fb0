import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { KebabError } from "../core/errors.ts";
import type { BridgedModel, ModelBridge, ModelFile, RegistryModel } from "./registry.ts";

/** Written by `models pull` beside the files it fetched: what each of them is by the hub's word. */
const CHECKSUMS = "checksums.json";

export const BROKEN_BRIDGE_HINT = "Install kebab again: the file comes with its package";

export interface Checksum {
  readonly sha256: string;
  readonly bytes: number;
}

export type Checksums = Readonly<Record<string, Checksum>>;

export function checksumsPath(folder: string): string {
  return join(folder, CHECKSUMS);
}

/** Empty when there are none, or none that can be read: then nothing is known. */
export function readChecksums(folder: string): Checksums {
  try {
    return JSON.parse(readFileSync(checksumsPath(folder), "utf8")) as Checksums;
  } catch {
    return {};
  }
}

/** What a file must be: by our own table, else by what the hub said when it was fetched. */
export function toExpected(
  { name, sha256, bytes }: ModelFile,
  checksums: Checksums,
): { readonly sha256: string | null; readonly bytes: number | null } {
  const recorded = checksums[name];
  return { sha256: sha256 ?? recorded?.sha256 ?? null, bytes: bytes ?? recorded?.bytes ?? null };
}

/** Where `models pull` puts a model, and where one copied by hand is looked for. */
export function pulledFolder(model: RegistryModel, modelsDir: string): string {
  return join(modelsDir, model.bridge === null ? model.id : model.bridge.teacher.id);
}

/** The pulled folder when it holds the weights, else the one in the npm package; null when there is neither. */
export function findModelFolder(
  model: RegistryModel,
  modelsDir: string,
): { readonly folder: string; readonly origin: "pulled" | "embedded" } | null {
  const pulled = pulledFolder(model, modelsDir);
  if (existsSync(join(pulled, model.weights.name))) return { folder: pulled, origin: "pulled" };
  const embedded = findEmbeddedFolder(model);
  return embedded === null ? null : { folder: embedded, origin: "embedded" };
}

function findEmbeddedFolder({ embedded }: RegistryModel): string | null {
  if (embedded === null) return null;
  try {
    // Resolved, not imported: we want its place on the disk, not its code.
    const entry = createRequire(import.meta.url).resolve(embedded.package);
    const folder = join(dirname(entry), embedded.folder);
    return existsSync(folder) ? folder : null;
  } catch {
    return null;
  }
}

/** In models/ of our own package, which is found by its name, from src/ and from dist/ alike. */
export function bridgePath({ file }: ModelBridge): string {
  return join(dirname(findOwnPackage()), "models", file.name);
}

function findOwnPackage(): string {
  try {
    return createRequire(import.meta.url).resolve("kebab/package.json");
  } catch (error) {
    throw toNoPackage(error);
  }
}

function toNoPackage(cause: unknown): KebabError {
  const message = "Cannot find the files of kebab's own package";
  return new KebabError("model-missing", message, { hint: BROKEN_BRIDGE_HINT, cause });
}

/** Whether the table is there with its whole length: the checksum is for who is about to rely on it. */
export function isBridgeHere({ bridge }: BridgedModel): boolean {
  const bytes = sizeOf(bridgePath(bridge));
  return bytes !== null && bytes === (bridge.file.bytes ?? bytes);
}

/** The path of a model's table; throws where it is not whole, as a model's weights do. */
export function locateBridge(model: BridgedModel): string {
  const path = bridgePath(model.bridge);
  if (isBridgeHere(model)) return path;
  const bytes = sizeOf(path);
  throw toBrokenBridge(
    model,
    bytes === null
      ? `${path} is missing`
      : `${path} has ${bytes} bytes and should have ${model.bridge.file.bytes}`,
  );
}

export function toBrokenBridge({ id }: BridgedModel, reason: string): KebabError {
  return new KebabError("model-missing", `Cannot use model ${id}: ${reason}`, { hint: BROKEN_BRIDGE_HINT });
}

export function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) {
    signal?.throwIfAborted();
    hash.update(part as Buffer);
  }
  return hash.digest("hex");
}
