import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { KebabError, toMessage } from "../core/errors.ts";

export interface NoteRequest {
  readonly text: string;
  readonly title?: string;
  readonly tags?: readonly string[];
}

/** A note is a plain file in the library: readable, movable and editable without kebab. Returns its path. */
export function writeNote(library: string, note: NoteRequest, now: Date): string {
  const text = note.text.trim();
  if (text === "")
    throw new KebabError("usage", "Cannot store an empty note", {
      hint: "Give some text, or - to read it from stdin",
    });
  const given = note.title?.trim() ?? "";
  const title = given === "" ? toTitle(text) : given;
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
  makeFolder(folder);
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
  makeFolder(folder);
  const original = resolve(file);
  try {
    if (!statSync(original).isFile()) {
      throw new KebabError("usage", `Cannot add ${file}: it is not a file`, {
        hint: "Use `kebab ingest` for a folder",
      });
    }
    const origins = readOrigins(library);
    const known = Object.entries(origins).find(
      ([name, from]) => from === original && existsSync(join(folder, name)),
    );
    // A hidden name would not be indexed, and .gitignore would hide others.
    const name = basename(file).replace(/^[.]+/, "") || "file";
    const path = known === undefined ? freePath(folder, name) : join(folder, known[0]);
    replaceFile(path, (draft) => {
      copyFileSync(original, draft);
      // The copy has the original's permissions; it is ours to bring up to date all the same.
      chmodSync(draft, statSync(draft).mode | 0o600);
    });
    const kept = JSON.stringify({ ...origins, [basename(path)]: original }, null, 2);
    replaceFile(join(library, ORIGINS), (draft) => writeFileSync(draft, kept));
    return path;
  } catch (error) {
    if (error instanceof KebabError) throw error;
    throw notAdded(file, error);
  }
}

const MAX_UPLOAD_NAME_BYTES = 200;

/** A file that came as bytes. The same one a second time is the same file; another one of its name gets its own. */
export function writeIntoLibrary(
  library: string,
  name: string,
  bytes: Uint8Array,
): { path: string; isNew: boolean } {
  const folder = join(library, "files");
  makeFolder(folder);
  const plain = toFileName(name);
  const there = join(folder, plain);
  if (existsSync(there) && readFileSync(there).equals(bytes)) return { path: there, isNew: false };
  const path = freePath(folder, plain);
  replaceFile(path, (draft) => writeFileSync(draft, bytes));
  return { path, isNew: true };
}

const READ_ONLY = /^(EROFS|EACCES|EPERM|ENOENT)$/;

/** Node tells a folder that cannot be made on a read-only disk as one that is not there. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || !READ_ONLY.test(String(error.code))) throw error;
    throw toReadOnly(folder, error);
  }
}

function toReadOnly(folder: string, cause: unknown): KebabError {
  return new KebabError("readonly", `Cannot write to ${folder}: the folder or its disk is read-only`, {
    hint: "Give yourself permission to write there, or name another folder with --data-dir",
    cause,
  });
}

/** The last part of it without what a file system or an ignore rule takes for more than a letter. */
function toFileName(name: string): string {
  const last = name.normalize("NFC").replace(/^.*[/\\]/s, "");
  const plain = last
    .replace(/[\p{Cc}<>:"|?*]+/gu, "-")
    .replace(/^[.\s]+/, "")
    .trim();
  const extension = shorten(extname(plain), 32);
  const stem = shorten(basename(plain, extname(plain)), MAX_UPLOAD_NAME_BYTES);
  return `${stem || "file"}${extension}`;
}

function notAdded(file: string, cause: unknown): KebabError {
  return new KebabError("not-found", `Cannot add ${file}: ${toMessage(cause)}`, {
    hint: "Check the path",
    cause,
  });
}

/** Where each copied file came from. Hidden, so it is not indexed. */
const ORIGINS = ".origins.json";

function readOrigins(library: string): Record<string, string> {
  const path = join(library, ORIGINS);
  if (!existsSync(path)) return {};
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
}

/** Made aside and moved into place, so that a half-written file is never seen under its name. */
function replaceFile(path: string, write: (draft: string) => void): void {
  const draft = join(dirname(path), `.draft-${process.pid}`);
  write(draft);
  renameSync(draft, path);
}

/** The first line that says something. */
function toTitle(text: string): string {
  const lines = text.split("\n");
  const line = (lines.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? lines[0] ?? "").trim();
  const characters = [...line.replace(/^#+\s*/, "")];
  return characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : characters.join("");
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
  for (let count = 2; existsSync(path); count++) {
    const end = `-${count}${extension}`;
    path = join(folder, `${shorten(stem, MAX_NAME_BYTES - Buffer.byteLength(end))}${end}`);
  }
  return path;
}

/** What the usual file systems take. */
const MAX_NAME_BYTES = 255;

function shorten(text: string, maxBytes: number): string {
  const characters = [...text];
  while (Buffer.byteLength(characters.join("")) > maxBytes) characters.pop();
  return characters.join("");
}
