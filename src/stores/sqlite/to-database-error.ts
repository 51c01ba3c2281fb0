import { KebabError, toMessage } from "../../core/errors.ts";

/** SQLite's primary result codes, https://sqlite.org/rescode.html */
const BUSY = 5;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** The binding leaves the code out when a statement fails between two rows. */
const MESSAGES: readonly [pattern: RegExp, code: number][] = [
  [/is locked/, BUSY],
  [/readonly database/, READONLY],
  [/malformed|fts5: corrupt/, CORRUPT],
  [/disk is full/, FULL],
];

/** What a user can do something about, in words; everything else as it was thrown. */
export function toDatabaseError(path: string, error: unknown): unknown {
  const message = toMessage(error);
  switch (toPrimaryCode(error)) {
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

function toPrimaryCode(error: unknown): number {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_SQLITE_ERROR") return 0;
  // The lower byte; the bits above it say how exactly it came about.
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & 0xff;
  return MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1] ?? 0;
}
