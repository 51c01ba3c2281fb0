import { ServerFault } from "./chat-server.ts";

export interface StreamLine {
  readonly text: string;
  /** False for what stood after the last line break when the stream ended: perhaps half a line. */
  readonly isComplete: boolean;
}

/** A line holds a token or, from a server that does not stream, a whole answer. */
const MAX_LINE_BYTES = 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;

/**
 * Lines that end in LF, CRLF or CR, as the standard of server-sent events has them. They are cut as bytes and decoded
 * whole, so a character may lie across any two chunks. A byte order mark at the very beginning is dropped.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<StreamLine> {
  const line = new LineBuffer(maxLineBytes);
  let endedInCr = false;
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte !== LF && byte !== CR) {
        endedInCr = false;
        continue;
      }
      if (byte === LF && endedInCr) {
        // The second half of CRLF; its first half, perhaps in the chunk before, ended the line.
        start = at + 1;
        endedInCr = false;
        continue;
      }
      line.add(chunk.subarray(start, at));
      start = at + 1;
      endedInCr = byte === CR;
      yield { text: line.take(), isComplete: true };
    }
    line.add(chunk.subarray(start));
  }
  const rest = line.take();
  if (rest !== "") yield { text: rest, isComplete: false };
}

/** The bytes of a line until its end is there. */
class LineBuffer {
  readonly #maxBytes: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #isFirst = true;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) {
      throw new ServerFault(`a line of its answer is longer than ${this.#maxBytes} bytes`);
    }
    this.#parts.push(part);
  }

  take(): string {
    const text = Buffer.concat(this.#parts).toString("utf8");
    this.#parts = [];
    this.#bytes = 0;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return isFirst && text.startsWith("\uFEFF") ? text.slice(1) : text;
  }
}
