import { KebabError, type KebabErrorCode } from "../core/errors.ts";
import type { ErrorBody } from "../wire/system.ts";
import type { Redact } from "./redact.ts";

/** A new code does not compile until it has its answer here. */
const STATUS_OF: Record<KebabErrorCode, number> = {
  usage: 400,
  readonly: 403,
  "not-found": 404,
  "index-missing": 409,
  locked: 409,
  // The settings were sound when the server started: the request asks for what they do not provide for.
  "config-invalid": 409,
  "source-unreadable": 422,
  "database-newer": 500,
  "database-broken": 500,
  internal: 500,
  "model-missing": 503,
  "model-unreachable": 503,
  interrupted: 503,
  "disk-full": 507,
};

/** What only a server can answer. */
const HTTP_STATUS_OF = {
  unauthorized: 401,
  forbidden: 403,
  "method-not-allowed": 405,
  timeout: 408,
  "too-large": 413,
  "unsupported-media-type": 415,
  busy: 503,
} as const;

export type HttpErrorCode = keyof typeof HTTP_STATUS_OF;

export class HttpError extends Error {
  readonly code: HttpErrorCode;
  readonly hint: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: HttpErrorCode,
    message: string,
    { hint, headers = {} }: { hint: string; headers?: Readonly<Record<string, string>> },
  ) {
    super(message);
    this.name = "HttpError";
    this.code = code;
    this.hint = hint;
    this.headers = headers;
  }
}

export interface Failure {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
}

/** What was not foreseen is told to the log alone: its words may name anything. */
export function toFailure(error: unknown, redact: Redact): Failure {
  if (error instanceof HttpError) {
    const { code, message, hint, headers } = error;
    return { status: HTTP_STATUS_OF[code], body: toBody({ code, message, hint, details: {} }), headers };
  }
  if (error instanceof KebabError) {
    const body = toBody(redact(error));
    return {
      status: STATUS_OF[error.code],
      body,
      headers: error.code === "locked" ? { "retry-after": "2" } : {},
    };
  }
  const isGone = error instanceof Error && error.name === "AbortError";
  const code: KebabErrorCode = isGone ? "interrupted" : "internal";
  const body = toBody({
    code,
    message: isGone ? "Interrupted" : "Cannot go on: a fault in kebab",
    hint: isGone ? null : "What `kebab serve` has printed says more",
    details: {},
  });
  return { status: STATUS_OF[code], body, headers: {} };
}

function toBody({ code, message, hint, details }: Omit<ErrorBody, "schema_version">): ErrorBody {
  return { schema_version: "error.v1", code, message, hint, details: { ...details } };
}

/** Whether it is ours to mend, and so worth a line in the log. */
export function isFault(error: unknown): boolean {
  if (error instanceof HttpError) return false;
  if (error instanceof KebabError) return STATUS_OF[error.code] === 500;
  return !(error instanceof Error && error.name === "AbortError");
}
