import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { KebabError, toMessage } from "../../core/errors.ts";

/** SQLite's primary result codes, https://sqlite.org/rescode.html */
const ERROR = 1;
const BUSY = 5;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** The binding leaves the code out when a statement fails between two rows; an extension may give none but "error". */
const MESSAGES: readonly [pattern: RegExp, code: number][] = [
  [/is locked/, BUSY],
  [/readonly database/, READONLY],
  [/malformed|fts5: corrupt|reading from blob failed/, CORRUPT],
  [/disk is full/, FULL],
];

/** What a user can do something about, in words; everything else as it was thrown. */
export function toDatabaseError(path: string, error: unknown): unknown {
  const message = toMessage(error);
  const code = toPrimaryCode(error);
  // What SQLite cannot open on a read-only disk is the log it wants to make.
  switch (code === CANNOT_OPEN && isReadOnly(path) ? READONLY : code) {
    case BUSY:
      return new KebabError("locked", `Cannot write ${path}: another program is writing to it`, {
        hint: "Close whatever else has the file open, and run the command again",
        cause: error,
      });
    case READONLY:
      return new KebabError("readonly", `Cannot write ${path}: the file or its folder is read-only`, {
        hint: "Give yourself permission to write there, or name another folder with --data-dir",
        cause: error,
      });
    case FULL:
      return new KebabError("disk-full", `Cannot write ${path}: the disk is full`, {
        hint: "Free some space and run the command again: what was stored is kept, the rest is done then",
        cause: error,
      });
    case CORRUPT:
    case NOT_A_DATABASE:
      return new KebabError("database-broken", `Cannot read ${path}: ${message}`, {
        hint: "Run `kebab doctor`; your documents are safe, `kebab reset` and `kebab ingest` build the index anew",
        cause: error,
      });
    case CANNOT_OPEN:
      return new KebabError("index-missing", `Cannot open ${path}: ${message}`, {
        hint: "Check that the folder exists and may be written, or name another with --data-dir",
        cause: error,
      });
    default:
      return error;
  }
}

function isReadOnly(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

function toPrimaryCode(error: unknown): number {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_SQLITE_ERROR") return 0;
  // The lower byte; the bits above it say how exactly it came about.
  const code = "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : ERROR;
  if (code !== ERROR) return code;
  return MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1] ?? 0;
}
