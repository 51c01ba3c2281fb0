import { KebabError } from "../core/errors.ts";
import { checkVector } from "./check-vector.ts";
import { createCosine } from "./cosine.ts";
import { largestPositions } from "./largest-positions.ts";
import { type QuantisedQuery, quantiseQuery } from "./quantise-query.ts";
import { ScanMemory } from "./scan-memory.ts";

/** Rows of int8 codes as they lie in the database. */
export interface CodeBlock {
  /** One a row; those of rows that are not valid mean nothing. */
  readonly ids: ArrayLike<number | bigint>;
  /**
   * A row is `dimension` int8 components, then `scale` and `error` as little-endian float32,
   * so that |direction − scale · components| ≤ error.
   */
  readonly codes: Uint8Array;
  /** A bit a row, the lowest of each byte first; rows whose bit is off are skipped. */
  readonly valid: Uint8Array;
}

export interface ScanHit {
  readonly id: number;
  /** The exact cosine, in doubles. */
  readonly score: number;
}

export interface ScanOptions {
  readonly limit: number;
  /** A byte a row of the scan, from `mask()`; rows whose byte is 0 do not exist for this search. */
  readonly allowed?: Uint8Array | undefined;
  /** The float32 vectors of these rows, in this order, which is that of adding. Called once or twice. */
  readonly read: (ids: readonly number[]) => readonly Float32Array[];
}

/** The scale and the error of a row. */
const TAIL_BYTES = 8;
/** The kernel takes 32 components at a time, and four rows. */
const COMPONENTS_AT_ONCE = 32;
const ROWS_AT_ONCE = 4;
/** V8 swaps in optimised code between calls: many short ones let the first search of a process have it too. */
const ROWS_A_CALL = 2048;

/** As many as give a good guess at the best bounds of all. */
const SAMPLE_ROWS = 4096;

/** Cosines in doubles are off by far less. */
const ROUNDING_SLACK = 1e-9;

/**
 * Exact nearest neighbours by cosine.
 *
 * A pass over int8 codes gives each row an upper bound of its score. The rows with the `limit`
 * best bounds are scored exactly; every other row whose bound reaches the worst of these scores
 * is scored too. A row left out has a bound, hence a score, below those of `limit` others: what
 * comes back is what a search over all float32 vectors finds.
 */
export class VectorScan {
  readonly #dimension: number;
  readonly #width: number;
  readonly #stride: number;
  readonly #firstRow: number;
  readonly #toDirection: (vector: Float32Array) => Float64Array;
  readonly #memory: ScanMemory;
  #ids = new Float64Array(1024);
  #size = 0;

  /** `toDirection` is how vectors became what the codes stand for: length 1, and turned alike or not at all. */
  constructor(
    dimension: number,
    options: { toDirection?: (vector: Float32Array) => Float64Array; mostPages?: number } = {},
  ) {
    this.#dimension = dimension;
    this.#width = roundUp(dimension, COMPONENTS_AT_ONCE);
    this.#stride = this.#width + TAIL_BYTES;
    this.#firstRow = this.#width * Int16Array.BYTES_PER_ELEMENT;
    this.#toDirection = options.toDirection ?? toUnit;
    this.#memory = new ScanMemory(options.mostPages);
  }

  /** How many rows there are. */
  get size(): number {
    return this.#size;
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength + this.#ids.byteLength;
  }

  add({ ids, codes, valid }: CodeBlock): void {
    const stride = this.#dimension + TAIL_BYTES;
    const rows = codes.length / stride;
    this.#reserve(this.#size + rows);
    for (const { start, end } of runsOf(valid, rows)) {
      this.#copy(codes.subarray(start * stride, end * stride));
      for (let row = start; row < end; row++) this.#ids[this.#size++] = Number(ids[row]);
    }
  }

  /** The rows whose ids pass, for `allowed`. */
  mask(passes: (id: number) => boolean): Uint8Array {
    const mask = new Uint8Array(this.#size);
    for (let row = 0; row < mask.length; row++) if (passes(this.#ids[row] as number)) mask[row] = 1;
    return mask;
  }

  /** The best `limit` rows, best first, and every row that ties with the last of them. */
  search(query: Float32Array, { limit, allowed, read }: ScanOptions): ScanHit[] {
    checkVector(query, { name: "the scan", dimension: this.#dimension });
    if (limit < 1 || this.#size === 0) return [];
    const rows = this.#listRows(allowed);
    if (rows.length === 0) return [];
    const bounds = this.#bound(rows, quantiseQuery(this.#toDirection(query), this.#width));
    const cosine = createCosine(query);
    const score = (positions: Uint32Array): ScanHit[] => {
      const ids = Array.from(positions, (position) => this.#idAt(rows[position] as number));
      const vectors = read(ids);
      return ids.map((id, index) => ({ id, score: cosine(vectors[index] ?? missing(id)) }));
    };

    const first = this.#largest(bounds, limit).sort();
    const hits = score(first);
    for (const position of first) bounds[position] = Number.NEGATIVE_INFINITY;
    const second = this.#reaching(bounds, lowest(hits) - ROUNDING_SLACK);
    return best(second.length === 0 ? hits : hits.concat(score(second)), limit);
  }

  /** The addresses of the rows to scan. */
  #listRows(allowed: Uint8Array | undefined): Uint32Array {
    const { buffer, kernel } = this.#memory;
    const { list, positions } = this.#layout(this.#size);
    const mask = new Uint8Array(buffer, positions, this.#size);
    if (allowed === undefined) mask.fill(1);
    else mask.set(allowed);
    const end = kernel.list(positions, positions + this.#size, this.#firstRow, this.#stride, list);
    return new Uint32Array(buffer, list, ((end >>> 0) - list) / 4);
  }

  /** An upper bound of each row's score. */
  #bound(rows: Uint32Array, { components, step, residual }: QuantisedQuery): Float32Array {
    const { buffer, kernel } = this.#memory;
    const { list, bounds } = this.#layout(this.#size);
    const padded = roundUp(rows.length, ROWS_AT_ONCE);
    new Int16Array(buffer).set(components);
    new Uint32Array(buffer, list, padded).fill(this.#firstRow, rows.length);
    for (let from = 0; from < padded; from += ROWS_A_CALL) {
      const end = Math.min(from + ROWS_A_CALL, padded);
      kernel.scan(0, this.#width, list + 4 * from, list + 4 * end, bounds + 4 * from, step, residual);
    }
    new Float32Array(buffer, bounds, padded).fill(Number.NEGATIVE_INFINITY, rows.length);
    return new Float32Array(buffer, bounds, rows.length);
  }

  /** The positions of the `limit` largest bounds: those of a sample tell what most rows do not reach. */
  #largest(bounds: Float32Array, limit: number): Uint32Array {
    if (bounds.length <= SAMPLE_ROWS || limit > SAMPLE_ROWS) return largestPositions(bounds, limit);
    const sample = new Float32Array(SAMPLE_ROWS);
    const step = bounds.length / SAMPLE_ROWS;
    for (let index = 0; index < SAMPLE_ROWS; index++)
      sample[index] = bounds[Math.floor(index * step)] as number;
    let least = Number.POSITIVE_INFINITY;
    for (const index of largestPositions(sample, limit)) least = Math.min(least, sample[index] as number);
    const positions = this.#reaching(bounds, least);
    const reaching = Float32Array.from(positions, (position) => bounds[position] as number);
    return largestPositions(reaching, limit).map((index) => positions[index] as number);
  }

  /**
   * The positions of the bounds that reach a score, in order. Bounds were rounded to float32, which keeps
   * their order: so the score is rounded too.
   */
  #reaching(bounds: Float32Array, score: number): Uint32Array {
    const { buffer, kernel } = this.#memory;
    const { positions } = this.#layout(this.#size);
    const boundsEnd = bounds.byteOffset + 4 * roundUp(bounds.length, ROWS_AT_ONCE);
    const end = kernel.reaching(bounds.byteOffset, boundsEnd, Math.fround(score), positions);
    return new Uint32Array(buffer, positions, ((end >>> 0) - positions) / 4);
  }

  /** Behind the last row. */
  #copy(rows: Uint8Array): void {
    const memory = new Uint8Array(this.#memory.buffer, this.#addressOf(this.#size));
    const dimension = this.#dimension;
    if (dimension === this.#width) {
      memory.set(rows);
      return;
    }
    // What lies between the components and the tail meets zeros in the query.
    let to = 0;
    for (let from = 0; from < rows.length; from += dimension + TAIL_BYTES) {
      const tail = from + dimension;
      memory.set(rows.subarray(from, tail), to);
      memory.set(rows.subarray(tail, tail + TAIL_BYTES), to + this.#width);
      to += this.#stride;
    }
  }

  #idAt(address: number): number {
    return this.#ids[(address - this.#firstRow) / this.#stride] as number;
  }

  #addressOf(row: number): number {
    return this.#firstRow + row * this.#stride;
  }

  /** What a search writes behind so many rows, four bytes a row each; the mask lies where positions will. */
  #layout(rows: number): { list: number; bounds: number; positions: number; end: number } {
    const bytes = 4 * roundUp(rows, ROWS_AT_ONCE);
    const list = this.#addressOf(rows);
    return { list, bounds: list + bytes, positions: list + 2 * bytes, end: list + 3 * bytes };
  }

  #reserve(rows: number): void {
    this.#memory.reserve(this.#layout(rows).end);
    if (rows <= this.#ids.length) return;
    const ids = new Float64Array(Math.max(rows, 2 * this.#ids.length));
    ids.set(this.#ids.subarray(0, this.#size));
    this.#ids = ids;
  }
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

/** Where bits that are on stand together. */
function* runsOf(bits: Uint8Array, count: number): Generator<{ start: number; end: number }> {
  const isOn = (at: number): boolean => at < count && ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
  for (let start = 0; start < count; start++) {
    if (!isOn(start)) continue;
    let end = start + 1;
    while (isOn(end)) end++;
    yield { start, end };
    start = end;
  }
}

function toUnit(vector: Float32Array): Float64Array {
  const unit = Float64Array.from(vector);
  const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
  return unit.map((value) => value / length);
}

function missing(id: number): never {
  throw new KebabError("internal", `Cannot score row ${id}: its vector is gone, its code is not`);
}

function lowest(hits: readonly ScanHit[]): number {
  return hits.reduce((least, { score }) => Math.min(least, score), Number.POSITIVE_INFINITY);
}

function best(hits: ScanHit[], limit: number): ScanHit[] {
  hits.sort((one, other) => other.score - one.score || one.id - other.id);
  const last = hits[limit - 1];
  return last === undefined ? hits : hits.filter((hit) => hit.score >= last.score);
}
