/** Every way kebab can fail towards its caller. Front ends map each code to an exit code or a status. */
export type KebabErrorCode =
  | "config-invalid"
  | "usage"
  | "not-found"
  | "database-newer"
  | "database-broken"
  | "index-missing"
  | "locked"
  | "readonly"
  | "source-unreadable"
  | "disk-full"
  | "model-missing"
  | "model-unreachable"
  | "interrupted"
  | "internal";

export class KebabError extends Error {
  readonly code: KebabErrorCode;
  /** What the reader can do about it. */
  readonly hint: string | null;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: KebabErrorCode,
    message: string,
    options: { hint?: string; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "KebabError";
    this.code = code;
    this.hint = options.hint ?? null;
    this.details = options.details ?? {};
  }
}

export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
