import { toMessage } from "./errors.ts";

/** What a server said. Whether 400 or 404 is an error, and which, only the adapter knows. */
export interface HttpAnswer {
  readonly status: number;
  /** Null when it is not JSON. */
  readonly body: unknown;
}

const LONGEST_MESSAGE = 300;

/**
 * The server's own words on what is wrong: Ollama has them in `error`, OpenAI in `error.message`, FastAPI in
 * `detail`. Without control characters: they end on a terminal.
 */
export function toServerMessage({ body }: Pick<HttpAnswer, "body">): string | null {
  if (typeof body !== "object" || body === null) return null;
  const { error, message, detail } = body as { error?: unknown; message?: unknown; detail?: unknown };
  const words =
    typeof error === "object" && error !== null
      ? (error as { message?: unknown }).message
      : (error ?? message ?? toDetail(detail));
  return typeof words === "string" ? toPlainWords(words) : null;
}

/** A list of what is wrong with the fields of the request, or plain words. */
function toDetail(detail: unknown): unknown {
  const first: unknown = Array.isArray(detail) ? detail[0] : detail;
  if (typeof first !== "object" || first === null) return first;
  const { loc, msg } = first as { loc?: unknown; msg?: unknown };
  return Array.isArray(loc) ? `${loc.join(".")}: ${String(msg)}` : msg;
}

/** Short, on one line, nothing in it that a terminal obeys. */
export function toPlainWords(words: string): string {
  return words
    .slice(0, LONGEST_MESSAGE)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/** Clients hide the reason: fetch says "fetch failed" and keeps it as the cause, node:http has it in a code. */
export function toConnectionError(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = toSystemCode(cause);
  if (code === "ECONNREFUSED") return new Error("nothing listens there", { cause: error });
  if (code === "ECONNRESET") return new Error("the connection was reset", { cause: error });
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new Error("there is no such host", { cause: error });
  const words = cause instanceof Error && cause.message !== "" ? cause.message : (code ?? toMessage(error));
  return new Error(words, { cause: error });
}

/** "ECONNREFUSED" and the like. */
export function toSystemCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
