import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const END_BYTES = 22;
/** The largest comment that may follow the end record. */
const COMMENT_BYTES = 0xffff;

/** The files of a zip archive (.jar, .xpi, omni.ja) that `wants` asks for, in its order. */
export function readZip(bytes: Buffer, wants: (path: string) => boolean): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY) {
      throw new Error("Cannot read the zip archive: its directory is broken");
    }
    const nameLength = bytes.readUInt16LE(at + 28);
    const path = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    if (wants(path)) files.set(path, readEntry(bytes, at, path));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES);
  for (let at = bytes.length - END_BYTES; at >= first; at--) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw new Error("Cannot read the zip archive: it has no end record");
}

function readEntry(bytes: Buffer, directory: number, path: string): Buffer {
  const method = bytes.readUInt16LE(directory + 10);
  const packed = bytes.readUInt32LE(directory + 20);
  const local = bytes.readUInt32LE(directory + 42);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const data = bytes.subarray(start, start + packed);
  if (method === 0) return data;
  if (method === 8) return inflateRawSync(data);
  throw new Error(`Cannot read ${path} in the zip archive: method ${method} is unknown`);
}
