import { KebabError } from "../core/errors.ts";
import { HttpError } from "./http-error.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** Bytes of the body; one that is too long or too slow is not read to its end. */
export async function readBytes(request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<Uint8Array> {
  const told = Number(request.headers.get("content-length") ?? 0);
  if (told > maxBytes) throw toTooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const late = createAlarm(timeoutMs);
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.rings]);
      if (done) return Buffer.concat(parts, size);
      size += value.byteLength;
      if (size > maxBytes) throw toTooLarge(maxBytes);
      parts.push(value);
    }
  } catch (error) {
    // The rest is not wanted; whoever sends it learns by the answer.
    reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    late.stop();
  }
}

export async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  checkType(request, "application/json");
  const text = new TextDecoder().decode(await readBytes(request, limits));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw toNotJson(error);
  }
}

function toNotJson(cause: unknown): KebabError {
  return new KebabError("usage", "Cannot read the request: its body is not JSON", {
    hint: 'Send an object such as {"query": "install git"}',
    cause,
  });
}

/** A form or a plain text is what a page of another origin can send without being asked. */
export function checkType(request: Request, wanted: string): void {
  const given = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (given === wanted) return;
  throw new HttpError("unsupported-media-type", `Cannot read the request: its body must be ${wanted}`, {
    hint: `Send the header content-type: ${wanted}`,
  });
}

function toTooLarge(maxBytes: number): HttpError {
  return new HttpError("too-large", `Cannot read the request: its body is longer than ${maxBytes} bytes`, {
    hint: "For files the setting ingest.max_file_bytes is the limit",
    headers: { connection: "close" },
  });
}

function createAlarm(timeoutMs: number): { readonly rings: Promise<never>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const rings = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new HttpError("timeout", `Cannot read the request: its body took longer than ${timeoutMs} ms`, {
          hint: "Send it in one go",
          headers: { connection: "close" },
        }),
      );
    }, timeoutMs);
  });
  // Nobody may be listening any more when it rings.
  rings.catch(() => undefined);
  return { rings, stop: () => clearTimeout(timer) };
}
