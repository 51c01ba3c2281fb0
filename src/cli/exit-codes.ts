import { KebabError, type KebabErrorCode } from "../core/errors.ts";
import type { ErrorBody } from "../wire/system.ts";

export const EXIT = { done: 0, nothing: 1, error: 2, doctor: 3, interrupted: 130 } as const;

/** A new code does not compile until it has its answer here. */
const EXIT_OF: Record<KebabErrorCode, number> = {
  "config-invalid": EXIT.error,
  usage: EXIT.error,
  "not-found": EXIT.error,
  "database-newer": EXIT.error,
  "database-broken": EXIT.error,
  "index-missing": EXIT.error,
  locked: EXIT.error,
  readonly: EXIT.error,
  "source-unreadable": EXIT.error,
  "disk-full": EXIT.error,
  "model-missing": EXIT.error,
  "model-unreachable": EXIT.error,
  interrupted: EXIT.interrupted,
  internal: EXIT.error,
};

export function toExitCode(error: KebabError): number {
  return EXIT_OF[error.code];
}

const FAULT =
  "Run `kebab doctor`: it finds a damaged index. If it finds none, this is a fault in kebab; run again with --verbose and report what it prints";

/** What was not foreseen is told as such, with its cause kept for --verbose. */
export function toKebabError(error: unknown): KebabError {
  if (error instanceof KebabError) return error;
  if (error instanceof Error && error.name === "AbortError")
    return new KebabError("interrupted", "Interrupted");
  const message = error instanceof Error ? error.message : String(error);
  const systemCode = error instanceof Error && "syscall" in error && "code" in error ? error.code : null;
  if (systemCode === "ENOSPC" || systemCode === "EDQUOT") {
    return new KebabError("disk-full", `Cannot go on: ${message}`, { hint: "Free some space", cause: error });
  }
  return new KebabError("internal", `Cannot go on: ${message}`, {
    hint:
      systemCode === null ? FAULT : "The system refused it: check the path, your permissions and the disk",
    cause: error,
  });
}

export function toErrorBody(error: KebabError): ErrorBody {
  const { code, message, hint, details } = error;
  return { schema_version: "error.v1", code, message, hint, details: { ...details } };
}
