import { KebabError, toMessage } from "../../core/errors.ts";

const DOCUMENTS_ARE_SAFE =
  "Your documents are safe: `kebab reset` and `kebab ingest` build the index and its vectors anew";

/** What a user can do something about, in words. The library has one kind of error: its message tells. */
export function toLanceError(folder: string, error: unknown): unknown {
  if (error instanceof KebabError) return error;
  const message = toMessage(error);
  if (/no space left|disk (?:is )?full|os error 28\b/i.test(message)) {
    return new KebabError("disk-full", `Cannot write the vectors in ${folder}: the disk is full`, {
      hint: "Free some space and run the command again: what was stored is kept, the rest is done then",
      cause: error,
    });
  }
  if (/permission denied|read-only file system|os error (?:13|30)\b/i.test(message)) {
    return new KebabError("readonly", `Cannot use the vectors in ${folder}: permission denied`, {
      hint: "Give yourself permission to read and write there, or name another folder with --data-dir",
      cause: error,
    });
  }
  // An error of ours in how it is called; nothing is wrong with the files.
  if (/invalid user input/i.test(message)) return error;
  return new KebabError("database-broken", `Cannot read the vectors in ${folder}: ${toReason(message)}`, {
    hint: DOCUMENTS_ARE_SAFE,
    cause: error,
  });
}

export function toNotAFolder(path: string): KebabError {
  return new KebabError("database-broken", `Cannot read the vectors in ${path}: it is not a folder`, {
    hint: DOCUMENTS_ARE_SAFE,
  });
}

/** Never written, dropped, or killed before its first version was there. */
export function isMissingTable(error: unknown): boolean {
  return /^Table '.*' was not found/.test(toMessage(error));
}

/** Without the chain of causes and the places in the library's own source. */
function toReason(message: string): string {
  const [first = ""] = message.split("\n");
  return first.replace(/,?\s*\/\S+\.rs:\d+:\d+.*$/, "").trim();
}
