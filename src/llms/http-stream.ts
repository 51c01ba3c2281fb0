import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { setTimeout as wait } from "node:timers/promises";
import { toConnectionError, toPlainWords, toSystemCode } from "../core/server-answer.ts";
import { BROKE_OFF, type ChatServer, ServerFault, throwIfInterrupted } from "./chat-server.ts";

/** An answer that has begun. `chunks` may be read once; who does not read it to its end must close it. */
export interface HttpStream extends Disposable {
  readonly status: number;
  /** "application/json": lower case, without parameters; empty when the server names none. */
  readonly contentType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Over a second and a half in all: a server that is just being started is there by then. */
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 250;

/** A token takes some 300 bytes on the wire: this is an answer of 200,000 of them. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** The request failed before an answer began. */
class RequestFailure extends Error {
  /** Nobody was there, or they hung up without a byte: then the server has not begun to answer. */
  readonly mayRetry: boolean;

  constructor(cause: Error, bytesRead: number) {
    super(cause.message, { cause });
    this.mayRetry = bytesRead === 0 && CONNECTION_CODES.has(toSystemCode(cause) ?? "");
  }
}

/**
 * Posts `body` and resolves when the head of the answer is there, whatever its status. Tries again when there is no
 * connection, never after a byte of an answer. A redirect is refused: the text and the key go where the config says.
 *
 * Not fetch: it gives up by itself after five silent minutes, and a large model on a slow machine may need more.
 */
export async function openHttpStream(
  server: ChatServer,
  body: unknown,
  signal?: AbortSignal,
): Promise<HttpStream> {
  const payload = Buffer.from(JSON.stringify(body), "utf8");
  for (let attempt = 1; ; attempt++) {
    throwIfInterrupted(signal);
    try {
      return toStream(await send(server, payload, signal), server, signal);
    } catch (error) {
      throwIfInterrupted(signal);
      if (!(error instanceof RequestFailure)) throw error;
      if (!error.mayRetry || attempt === ATTEMPTS) throw toFault(error, attempt);
    }
    await pause(FIRST_WAIT_MS * 2 ** (attempt - 1), signal);
  }
}

function send(
  server: ChatServer,
  payload: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = server.url.protocol === "https:" ? requestHttps : requestHttp;
    const request = open(server.url, {
      method: "POST",
      // A connection of its own: a kept one may be dead, and closing it must end the answer.
      agent: false,
      headers: {
        "content-type": "application/json",
        "content-length": payload.byteLength,
        accept: "application/x-ndjson, text/event-stream, application/json",
        ...server.headers,
      },
    });
    const silence = setTimeout(() => request.destroy(toSilent(server)), server.timeoutMs);
    const onAbort = (): void => void request.destroy(new Error("aborted"));
    signal?.addEventListener("abort", onAbort);
    const settle = (): void => {
      clearTimeout(silence);
      signal?.removeEventListener("abort", onAbort);
    };
    request.once("response", (response) => {
      settle();
      resolve(response);
    });
    // Not once: after the answer has begun its own stream tells of a failure, but an unheard event would end the process.
    request.on("error", (error) => {
      settle();
      reject(
        error instanceof ServerFault ? error : new RequestFailure(error, request.socket?.bytesRead ?? 0),
      );
    });
    request.end(payload);
  });
}

function toStream(
  response: IncomingMessage,
  server: ChatServer,
  signal: AbortSignal | undefined,
): HttpStream {
  const status = response.statusCode ?? 0;
  const fault = toHeadFault(response, status);
  if (fault !== null) {
    response.destroy();
    throw fault;
  }
  const [contentType = ""] = (response.headers["content-type"] ?? "").split(";", 1);
  return {
    status,
    contentType: toPlainWords(contentType).toLowerCase(),
    chunks: readChunks(response, server, signal),
    [Symbol.dispose]: () => void response.destroy(),
  };
}

function toHeadFault({ headers }: IncomingMessage, status: number): ServerFault | null {
  if (status >= 300 && status < 400) {
    const place = headers.location === undefined ? "" : ` to ${toPlainWords(headers.location)}`;
    return new ServerFault(`it redirects${place} (${status}), and kebab does not follow`, {
      hint: "Set answer.endpoint to the address that answers itself",
    });
  }
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() === "identity") return null;
  return new ServerFault(`it compresses its answer (${toPlainWords(encoding)}), which nobody asked for`);
}

/** Bytes as they come. Time counts only while we wait for the server, not while the reader is busy. */
async function* readChunks(
  response: IncomingMessage,
  server: ChatServer,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let silence: NodeJS.Timeout | undefined;
  let read = 0;
  const watch = (): void => {
    silence = setTimeout(() => response.destroy(toSilent(server)), server.timeoutMs);
  };
  const onAbort = (): void => void response.destroy(new Error("aborted"));
  signal?.addEventListener("abort", onAbort);
  try {
    throwIfInterrupted(signal);
    watch();
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      clearTimeout(silence);
      read += chunk.byteLength;
      if (read > MAX_ANSWER_BYTES)
        throw new ServerFault(`its answer is longer than ${MAX_ANSWER_BYTES} bytes`);
      yield chunk;
      throwIfInterrupted(signal);
      watch();
    }
  } catch (error) {
    throwIfInterrupted(signal);
    if (error instanceof ServerFault) throw error;
    throw new ServerFault(`${BROKE_OFF} (${toConnectionError(error).message})`, { cause: error });
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener("abort", onAbort);
    response.destroy();
  }
}

function toSilent({ timeoutMs }: ChatServer): ServerFault {
  return new ServerFault(`it was silent for ${timeoutMs / 1000} s`, {
    hint: "Raise answer.timeout_ms if the model needs longer, or look at the server",
  });
}

function toFault(failure: RequestFailure, attempts: number): ServerFault {
  const cause = toConnectionError(failure);
  const tries = attempts === 1 ? "" : ` (${attempts} tries)`;
  return new ServerFault(`${cause.message}${tries}`, { cause: failure.cause });
}

async function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(waitMs, undefined, signal === undefined ? {} : { signal });
  } catch {
    throwIfInterrupted(signal);
  }
}
