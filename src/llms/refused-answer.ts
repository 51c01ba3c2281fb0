import { type HttpAnswer, parseJsonOrNull } from "../core/server-answer.ts";
import { ServerFault } from "./chat-server.ts";
import type { HttpStream } from "./http-stream.ts";

/** More of the words on a failure nobody reads. */
const MAX_REFUSAL_BYTES = 64 * 1024;

export interface RefusedAnswer extends HttpAnswer {
  readonly text: string;
}

/** The whole of an answer that is no stream. One that hangs or breaks off has still told its status. */
export async function readRefusal({ status, chunks }: HttpStream): Promise<RefusedAnswer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      parts.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= MAX_REFUSAL_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof ServerFault)) throw error;
  }
  const text = Buffer.concat(parts).toString("utf8");
  return { status, text, body: parseJsonOrNull(text) };
}
