import { KebabError } from "../core/errors.ts";

/** A server that answers chats, and what its adapter knows of it. */
export interface ChatServer {
  /** For messages: "Ollama at http://…", without a password that the address may hold. */
  readonly name: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** How long it may be silent: before the first byte of its answer, and between two. */
  readonly timeoutMs: number;
  /** What to do when nobody answers. */
  readonly hint: string;
}

/** What a server did wrong, in words that follow its name. Becomes a KebabError where the name is known. */
export class ServerFault extends Error {
  readonly hint: string | null;

  constructor(reason: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ServerFault";
    this.hint = options.hint ?? null;
  }
}

export const BROKE_OFF = "the answer broke off in the middle";

/** What to do about a refusal; a prompt over the window has its own cure. */
export function toRefusalHint(words: string | null, otherwise: string): string {
  return words !== null && /context (?:length|size|window)|too (?:long|large|many tokens)/i.test(words)
    ? "Ask with a smaller --top, or set answer.context_tokens to what the model takes"
    : otherwise;
}

export function toModelError(error: unknown, server: ChatServer, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return toInterrupted(signal);
  if (!(error instanceof ServerFault)) return error;
  return new KebabError("model-unreachable", `Cannot answer with ${server.name}: ${error.message}`, {
    hint: error.hint ?? server.hint,
    details: { url: toShownAddress(server.url) },
    cause: error.cause,
  });
}

export function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw toInterrupted(signal);
}

function toInterrupted(signal: AbortSignal): KebabError {
  return new KebabError("interrupted", "Stopped before the end of the answer", { cause: signal.reason });
}

export function parseEndpoint(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new KebabError("config-invalid", `Cannot answer: answer.endpoint "${endpoint}" is no http address`, {
    hint: "Set answer.endpoint to the server's address, such as http://127.0.0.1:11434",
  });
}

/** Without user, password and query: each may be a secret. */
export function toShownAddress(url: URL): string {
  return `${url.origin}${url.pathname}`.replace(/\/$/, "");
}
