import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { KebabError, type KebabErrorCode, toMessage } from "../core/errors.ts";
import type { ErrorBody } from "../wire/system.ts";

/** What a resource or prompt answers; tools answer with the error itself. A new code does not compile until it has its line. */
const PROTOCOL_CODE_OF: Record<KebabErrorCode, ProtocolErrorCode> = {
  "config-invalid": ProtocolErrorCode.InternalError,
  usage: ProtocolErrorCode.InvalidParams,
  "not-found": ProtocolErrorCode.InvalidParams,
  "database-newer": ProtocolErrorCode.InternalError,
  "database-broken": ProtocolErrorCode.InternalError,
  "index-missing": ProtocolErrorCode.InternalError,
  locked: ProtocolErrorCode.InternalError,
  readonly: ProtocolErrorCode.InvalidParams,
  "source-unreadable": ProtocolErrorCode.InternalError,
  "disk-full": ProtocolErrorCode.InternalError,
  "model-missing": ProtocolErrorCode.InternalError,
  "model-unreachable": ProtocolErrorCode.InternalError,
  interrupted: ProtocolErrorCode.InternalError,
  internal: ProtocolErrorCode.InternalError,
};

/** What was not foreseen is told as such. */
function toKebabError(error: unknown): KebabError {
  if (error instanceof KebabError) return error;
  if (error instanceof Error && error.name === "AbortError") {
    return new KebabError("interrupted", "Interrupted", { cause: error });
  }
  return new KebabError("internal", `Cannot go on: ${toMessage(error)}`, {
    hint: "This is a fault in kebab, not in the arguments: calling again will not help",
    cause: error,
  });
}

type Told = Pick<KebabError, "code" | "message" | "hint" | "details">;
/** The error in words that are fit for whoever is told: over HTTP they name no folder outside the sources. */
export type Redact = (error: Told) => Told;

export const tellAll: Redact = (error) => error;

export function toErrorBody(error: unknown, redact: Redact): ErrorBody {
  const { code, message, hint, details } = redact(toKebabError(error));
  return { schema_version: "error.v1", code, message, hint, details: { ...details } };
}

export function renderError({ code, message, hint }: ErrorBody): string {
  return hint === null ? `${message} (${code})` : `${message} (${code})\nhint: ${hint}`;
}

/** For resources and prompts, which have no result to put an error into. */
export function toProtocolError(error: unknown, redact: Redact): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const body = toErrorBody(error, redact);
  return new ProtocolError(PROTOCOL_CODE_OF[toKebabError(error).code], renderError(body), body);
}
