import { basename } from "node:path";
import { RESERVED_SOURCE_ID } from "./keys.ts";

/** An id made from a folder's name; null when the name has no letter a-z and no digit ("노트"). */
export function toSourceId(folder: string): string | null {
  const slug = basename(folder)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "");
  return slug === "" ? null : slug;
}

/** Like `toSourceId`, but always an id, and one that is not in `taken`. */
export function toFreeSourceId(folder: string, taken: ReadonlySet<string>): string {
  const wanted = toSourceId(folder) ?? "source";
  let id = wanted;
  for (let count = 2; taken.has(id) || id === RESERVED_SOURCE_ID; count++) id = `${wanted}-${count}`;
  return id;
}
