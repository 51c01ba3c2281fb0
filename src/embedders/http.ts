import { setTimeout as wait } from "node:timers/promises";
import { KebabError } from "../core/errors.ts";
import {
  type HttpAnswer,
  parseJsonOrNull,
  toConnectionError,
  toServerMessage,
} from "../core/server-answer.ts";

export { type HttpAnswer, toServerMessage };

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Tries in all. A refused connection, 429 and 5xx are tried again; an answer or a timeout is not. */
  readonly attempts: number;
  readonly signal?: AbortSignal | undefined;
  /** What to do when nobody answers. */
  readonly hint: string;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

export async function postJson(url: string, body: unknown, options: PostOptions): Promise<HttpAnswer> {
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted();
    const result = await postOnce(url, body, options);
    if ("answer" in result) return result.answer;
    if (attempt >= options.attempts) throw toUnreachable(url, result.failure, attempt, options.hint);
    const waitMs = Math.min(result.waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
    await wait(waitMs, undefined, options.signal === undefined ? {} : { signal: options.signal });
  }
}

type Attempt = { readonly answer: HttpAnswer } | { readonly failure: Error; readonly waitMs: number | null };

async function postOnce(url: string, body: unknown, options: PostOptions): Promise<Attempt> {
  // Not AbortSignal.any: Node 20 keeps every combined signal alive as long as the caller's own.
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, options.timeoutMs);
  const onAbort = (): void => controller.abort();
  options.signal?.addEventListener("abort", onAbort);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...options.headers },
      body: JSON.stringify(body),
      // The text and the key go where the config says, and nowhere else.
      redirect: "error",
      signal: controller.signal,
    });
    const answer = { status: response.status, body: parseJsonOrNull(await response.text()) };
    if (response.status !== 429 && response.status < 500) return { answer };
    return {
      failure: new Error(`it answers ${response.status}${toReason(answer)}`),
      waitMs: toWaitMs(response.headers.get("retry-after")),
    };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (timedOut) {
      const failure = new Error(`no answer within ${options.timeoutMs / 1000} s`);
      throw toUnreachable(url, failure, 1, options.hint);
    }
    return { failure: toConnectionError(error), waitMs: null };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", onAbort);
  }
}

function toReason(answer: HttpAnswer): string {
  const message = toServerMessage(answer);
  return message === null ? "" : `: ${message}`;
}

function toUnreachable(url: string, cause: Error, attempts: number, hint: string): KebabError {
  const tries = attempts === 1 ? "" : ` (${attempts} tries)`;
  return new KebabError("model-unreachable", `Cannot reach ${url}: ${cause.message}${tries}`, {
    hint,
    details: { url },
    cause,
  });
}

function toWaitMs(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
