import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { KebabError, toMessage } from "../core/errors.ts";

export interface NoteRequest {
  readonly text: string;
  readonly title?: string;
  readonly tags?: readonly string[];
}

/** A note is a plain file in the library: readable, movable and editable without kebab. Returns its path. */
export function writeNote(library: string, note: NoteRequest, now: Date): string {
  const text = note.text.trim();
  if (text === "") throw new KebabError("usage", "Cannot store an empty note", { hint: "Give some text, or - to read it from stdin" });
  const title = note.title ?? toTitle(text);
  const header = [
    "---",
    `title: ${JSON.stringify(title)}`,
    ...((note.tags ?? []).length > 0 ? [`tags: ${JSON.stringify(note.tags)}`] : []),
    `created: ${now.toISOString()}`,
    "source_type: note",
    "---",
    "",
  ].join("\n");
  const folder = join(library, "notes");
  mkdirSync(folder, { recursive: true });
  const path = freePath(folder, `${now.toISOString().slice(0, 10)}-${toSlug(title)}.md`);
  writeFileSync(path, `${header}${text}\n`, { flag: "wx" });
  return path;
}

/**
 * A file from anywhere, copied: the library stays whole when the original moves. Added
 * again, the copy is brought up to date; another file of the same name gets its own.
 */
export function copyIntoLibrary(library: string, file: string): string {
  const folder = join(library, "files");
  mkdirSync(folder, { recursive: true });
  const original = resolve(file);
  try {
    if (!statSync(original).isFile()) {
      throw new KebabError("usage", `Cannot add ${file}: it is not a file`, { hint: "Use `kebab ingest` for a folder" });
    }
    const origins = readOrigins(library);
    const known = Object.entries(origins).find(([name, from]) => from === original && existsSync(join(folder, name)));
    const path = known === undefined ? freePath(folder, basename(file)) : join(folder, known[0]);
    copyFileSync(original, path);
    writeFileSync(join(library, ORIGINS), JSON.stringify({ ...origins, [basename(path)]: original }, null, 2));
    return path;
  } catch (error) {
    if (error instanceof KebabError) throw error;
    throw new KebabError("not-found", `Cannot add ${file}: ${toMessage(error)}`, { hint: "Check the path", cause: error });
  }
}

/** Where each copied file came from. Hidden, so it is not indexed. */
const ORIGINS = ".origins.json";

function readOrigins(library: string): Record<string, string> {
  const path = join(library, ORIGINS);
  if (!existsSync(path)) return {};
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
}

function toTitle(text: string): string {
  const line = text.split("\n", 1)[0]?.replace(/^#+\s*/, "").trim() ?? "";
  return line.length > 80 ? `${[...line].slice(0, 79).join("")}…` : line;
}

function toSlug(title: string): string {
  const slug = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return [...slug].slice(0, 60).join("").replace(/-+$/, "") || "note";
}

function freePath(folder: string, name: string): string {
  const extension = extname(name);
  const stem = basename(name, extension);
  let path = join(folder, name);
  for (let count = 2; existsSync(path); count++) path = join(folder, `${stem}-${count}${extension}`);
  return path;
}
