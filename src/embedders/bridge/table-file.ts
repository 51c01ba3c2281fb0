import { KebabError } from "../../core/errors.ts";
import { BROKEN_BRIDGE_HINT } from "../model-files.ts";

/** What a table says of itself: where it came from and how it is read. */
export interface BridgeHeader {
  readonly format: number;
  readonly language: string;
  /** The model into whose space the table leads, and the checksum of its weights. */
  readonly teacher: string;
  readonly teacherSha256: string;
  readonly dimension: number;
  readonly features: number;
  /** How features are cut from a text: a table is of use to the same cutting only. */
  readonly featureSpec: string;
  readonly pairs: number;
  readonly licence: string;
  /** The first digits of the checksum of the list of packages it was learned from. */
  readonly sources: string;
}

/**
 * A table as it lies in its file. Rows are numbers of four bits, each row with a scale of its own: a text sums dozens
 * of rows, and what rounding did to them cancels out (nDCG@10 with eight bits and with four: tatoeba-ko2en .801 and
 * .802, msmarco-ko2en-a .598 and .599, obsidian-ko2en .803 and .807), at half the size.
 */
export interface BridgeData {
  readonly header: BridgeHeader;
  /** Two hashes of each feature; together they name it. */
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  /** How much a feature tells: its share in the length of what is summed. */
  readonly informativeness: Float32Array;
  readonly scales: Float32Array;
  /** Where all texts lie on average: the table holds what is particular about one. */
  readonly mean: Float32Array;
  /** Two numbers a byte, the first in the lower half; 8 stands for 0. */
  readonly rows: Uint8Array;
}

const FORMAT = 1;
const MAGIC = "KEBABBRG";
const START = MAGIC.length + 4;
/** Numbers of four bytes are read in place, so the header ends at a multiple of four. */
const ALIGNMENT = 4;

export function toBridgeFile(
  data: Omit<BridgeData, "header"> & { header: Omit<BridgeHeader, "format"> },
): Uint8Array {
  const json = Buffer.from(JSON.stringify({ format: FORMAT, ...data.header }));
  const header = Buffer.alloc(Math.ceil(json.length / ALIGNMENT) * ALIGNMENT, " ");
  header.set(json);
  const start = Buffer.alloc(START);
  start.write(MAGIC, "latin1");
  start.writeUInt32LE(header.length, MAGIC.length);
  const { first, second, informativeness, scales, mean, rows } = data;
  const sections = [first, second, informativeness, scales, mean, rows].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  return Buffer.concat([start, header, ...sections]);
}

/** Reads in place: the arrays are views of the bytes. */
export function parseBridgeFile(bytes: Uint8Array, path: string): BridgeData {
  const header = parseHeader(bytes, path);
  const { features, dimension } = header;
  let at = START + new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);
  if (bytes.length !== at + features * 16 + dimension * 4 + (features * dimension) / 2) {
    throw toBrokenTable(path, `it has ${bytes.length} bytes, which does not fit its header`);
  }
  // A small file may come out of a shared buffer at an odd place.
  const whole = (bytes.byteOffset + at) % ALIGNMENT === 0 ? bytes : new Uint8Array(bytes);
  const take = (length: number): readonly [ArrayBufferLike, number, number] => {
    const section = [whole.buffer, whole.byteOffset + at, length] as const;
    at += length * 4;
    return section;
  };
  return {
    header,
    first: new Uint32Array(...take(features)),
    second: new Uint32Array(...take(features)),
    informativeness: new Float32Array(...take(features)),
    scales: new Float32Array(...take(features)),
    mean: new Float32Array(...take(dimension)),
    rows: new Uint8Array(whole.buffer, whole.byteOffset + at, (features * dimension) / 2),
  };
}

function parseHeader(bytes: Uint8Array, path: string): BridgeHeader {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < START || buffer.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw toBrokenTable(path, "it is no bridge");
  }
  const end = START + buffer.readUInt32LE(MAGIC.length);
  let header: Partial<BridgeHeader> | null;
  try {
    header = JSON.parse(buffer.toString("utf8", START, end)) as Partial<BridgeHeader> | null;
  } catch (cause) {
    throw toBrokenTable(path, "its header cannot be read", cause);
  }
  if (header?.format !== FORMAT)
    throw toBrokenTable(path, `it has format ${header?.format} and should have ${FORMAT}`);
  if (!isCount(header.features) || !isCount(header.dimension))
    throw toBrokenTable(path, "its header has no sizes");
  return header as BridgeHeader;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;

/** For a table that is missing, cut short, or not the one that is needed. */
export function toBrokenTable(path: string, reason: string, cause?: unknown): KebabError {
  return new KebabError("model-missing", `Cannot use ${path}: ${reason}`, {
    hint: BROKEN_BRIDGE_HINT,
    cause,
  });
}
