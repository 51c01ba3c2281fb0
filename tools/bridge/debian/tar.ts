/** One regular file of a tar archive. */
export interface TarEntry {
  readonly path: string;
  readonly bytes: Buffer;
}

const BLOCK = 512;

/**
 * The regular files that `wants` asks for, in the order of the archive. What is
 * not wanted is skipped without being kept. Reads ustar with the long names of
 * GNU and pax.
 */
export async function* readTar(
  stream: AsyncIterable<Buffer>,
  wants: (path: string) => boolean,
): AsyncGenerator<TarEntry> {
  const input = new ByteQueue(stream);
  let longName: string | undefined;
  for (;;) {
    const header = await input.take(BLOCK);
    if (header === undefined) return;
    // The end is marked by empty blocks; reading on lets the writer end in peace.
    if (header[0] === 0) continue;
    const size = toSize(header);
    const kind = String.fromCharCode(header[156] ?? 0);
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (kind === "L" || kind === "x") {
      const body = await input.takeAll(size);
      longName = kind === "L" ? toText(body) : (toPaxPath(body) ?? longName);
      await input.skip(padding);
      continue;
    }
    const path = normalise(longName ?? toPath(header));
    longName = undefined;
    const isFile = kind === "0" || kind === "\0";
    if (isFile && wants(path)) {
      yield { path, bytes: await input.takeAll(size) };
      await input.skip(padding);
    } else {
      await input.skip(size + padding);
    }
  }
}

function toText(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end === -1 ? bytes.length : end);
}

function toPath(header: Buffer): string {
  const name = toText(header.subarray(0, 100));
  const isUstar = header.toString("latin1", 257, 263) === "ustar\0";
  const prefix = isUstar ? toText(header.subarray(345, 500)) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

function toSize(header: Buffer): number {
  const size = Number.parseInt(toText(header.subarray(124, 136)).trim(), 8);
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new Error("Cannot read the tar archive: a header gives no size");
  }
  return size;
}

/** "27 path=usr/share/…\n" among other records; the first number is the record's length. */
function toPaxPath(body: Buffer): string | undefined {
  let start = 0;
  while (start < body.length) {
    const space = body.indexOf(0x20, start);
    const length = space === -1 ? Number.NaN : Number(body.toString("latin1", start, space));
    if (!(length > 0)) return undefined;
    const record = body.toString("utf8", space + 1, start + length - 1);
    if (record.startsWith("path=")) return record.slice("path=".length);
    start += length;
  }
  return undefined;
}

function normalise(path: string): string {
  return path.replace(/^(?:\.?\/)+/, "");
}

/** Bytes of a stream, taken by count. */
class ByteQueue {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next `count` bytes; undefined at the end of the stream. */
  async take(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    let missing = count;
    for (;;) {
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      if (missing === 0) return parts.length === 0 ? part : Buffer.concat([...parts, part]);
      parts.push(part);
      if (!(await this.#more())) {
        if (missing === count) return undefined;
        throw new Error("Cannot read the tar archive: it ends within an entry");
      }
    }
  }

  async takeAll(count: number): Promise<Buffer> {
    const bytes = await this.take(count);
    if (bytes === undefined) throw new Error("Cannot read the tar archive: it ends within an entry");
    return bytes;
  }

  async skip(count: number): Promise<void> {
    let missing = count;
    for (;;) {
      const skipped = Math.min(missing, this.#rest.length);
      this.#rest = this.#rest.subarray(skipped);
      missing -= skipped;
      if (missing === 0) return;
      if (!(await this.#more())) {
        throw new Error("Cannot read the tar archive: it ends within an entry");
      }
    }
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#rest = next.value;
    return true;
  }
}
