import fc from "fast-check";
import { expect, test } from "vitest";
import { createCosine } from "./cosine.ts";
import { spreadVector } from "./spread-vector.ts";
import { type ScanHit, VectorScan } from "./vector-scan.ts";

const BLOCK_ROWS = 128;

/** What a store writes: int8 components, their scale, and a bound of what they lack. */
function encode(vector: Float32Array): Uint8Array {
  const direction = spreadVector(vector);
  const scale = Math.fround(direction.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127);
  const codes = Int8Array.from(direction, (value) =>
    Math.max(-127, Math.min(127, Math.round(value / scale))),
  );
  const squares = direction.reduce((sum, value, index) => sum + (value - scale * codes[index]!) ** 2, 0);
  const row = new Uint8Array(vector.length + 8);
  row.set(codes);
  const tail = new DataView(row.buffer, vector.length);
  tail.setFloat32(0, scale, true);
  tail.setFloat32(4, Math.sqrt(squares) * (1 + 1e-6), true);
  return row;
}

interface Rows {
  readonly vectors: readonly Float32Array[];
  readonly idOf: (index: number) => number;
}

/** Blocks of 128 rows, every third slot of them empty and full of rubbish. */
function openScan({ vectors, idOf }: Rows, dimension: number): VectorScan {
  const scan = new VectorScan(dimension, { toDirection: spreadVector });
  let next = 0;
  while (next < vectors.length) {
    const ids = new BigInt64Array(BLOCK_ROWS).fill(-7n);
    const codes = new Uint8Array(BLOCK_ROWS * (dimension + 8)).fill(0x7f);
    const valid = new Uint8Array(BLOCK_ROWS / 8);
    for (let slot = 0; slot < BLOCK_ROWS && next < vectors.length; slot++) {
      if (slot % 3 === 1) continue;
      ids[slot] = BigInt(idOf(next));
      codes.set(encode(vectors[next]!), slot * (dimension + 8));
      valid[slot >> 3]! |= 1 << (slot & 7);
      next++;
    }
    scan.add({ ids, codes, valid });
  }
  return scan;
}

/** Every row that exact search returns, those that tie with the last included. */
function bruteForce({ vectors, idOf }: Rows, query: Float32Array, limit: number, allowed?: Set<number>) {
  const cosine = createCosine(query);
  const hits: ScanHit[] = vectors.map((vector, index) => ({ id: idOf(index), score: cosine(vector) }));
  const seen = hits.filter((hit) => allowed?.has(hit.id) ?? true);
  seen.sort((one, other) => other.score - one.score || one.id - other.id);
  const last = seen[limit - 1];
  return last === undefined ? seen : seen.filter((hit) => hit.score >= last.score);
}

function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Shape = "random" | "clustered" | "identical" | "few" | "outlier";

function makeVectors(
  shape: Shape,
  { count, dimension, seed }: { count: number; dimension: number; seed: number },
) {
  const random = createRandom(seed);
  const normal = (): number => random() + random() + random() + random() - 2;
  const fresh = (): Float32Array => Float32Array.from({ length: dimension }, normal);
  const centers = Array.from({ length: 4 }, fresh);
  return Array.from({ length: count }, () => {
    const center = centers[Math.floor(random() * centers.length)]!;
    if (shape === "identical") return centers[0]!.slice();
    if (shape === "few") return center.slice();
    if (shape === "clustered") return center.map((value) => value + 1e-3 * normal());
    const vector = fresh();
    if (shape === "outlier") vector[0] = 5 * Math.sqrt(dimension);
    return vector;
  });
}

const shape = fc.constantFrom<Shape[]>("random", "clustered", "identical", "few", "outlier");

function checkAgainstBruteForce(made: {
  shape: Shape;
  dimension: number;
  count: number;
  limit: number;
  seed: number;
  masked: boolean;
}): void {
  const { dimension, count, limit, seed } = made;
  const vectors = makeVectors(made.shape, { count: count + 1, dimension, seed });
  const query = vectors.pop()!;
  const idOf = (index: number): number => 3 * ((index * 7919) % 10_007) + 2 ** 33;
  const scan = openScan({ vectors, idOf }, dimension);
  const byId = new Map(vectors.map((vector, index) => [idOf(index), vector]));

  const random = createRandom(seed + 1);
  const allowed = made.masked ? new Set([...byId.keys()].filter(() => random() < 0.3)) : undefined;
  const asked: number[] = [];
  const hits = scan.search(query, {
    limit,
    allowed: allowed && scan.mask((id) => allowed.has(id)),
    read: (ids) => {
      asked.push(...ids);
      return ids.map((id) => byId.get(id)!);
    },
  });

  expect(scan.size).toBe(vectors.length);
  expect(hits).toEqual(bruteForce({ vectors, idOf }, query, limit, allowed));
  expect(new Set(asked).size).toBe(asked.length);
}

test("search() returns what exact search returns, ties with the last row included", () => {
  fc.assert(
    fc.property(
      fc.record({
        shape,
        dimension: fc.constantFrom(1, 3, 8, 31, 32, 33, 100),
        count: fc.integer({ min: 0, max: 300 }),
        limit: fc.integer({ min: 1, max: 320 }),
        seed: fc.nat(),
        masked: fc.boolean(),
      }),
      checkAgainstBruteForce,
    ),
    { numRuns: 150 },
  );
});

test.each([384, 768, 1024, 4096])("search() is exact over %i dimensions", (dimension) => {
  for (const made of ["random", "clustered", "few", "outlier"] as const) {
    for (const masked of [false, true]) {
      checkAgainstBruteForce({
        ...{ shape: made, dimension, count: 60_000 / dimension, limit: 10, seed: dimension, masked },
      });
    }
  }
});

test("search() cannot overflow where query and codes are as large as they get", () => {
  const dimension = 4096;
  const vectors = [1, -1].map((sign) => new Float32Array(dimension).fill(sign));
  const scan = openScan({ vectors, idOf: (index) => index }, dimension);
  const read = (ids: readonly number[]): Float32Array[] => ids.map((id) => vectors[id]!);
  expect(scan.search(vectors[1]!, { limit: 1, read })).toEqual([{ id: 1, score: 1 }]);
});

test("search() over many rows is exact and reads a small part of them", () => {
  const vectors = makeVectors("random", { count: 6001, dimension: 96, seed: 5 });
  const rows: Rows = { vectors, idOf: (index) => index };
  const scan = openScan(rows, 96);
  let asked = 0;
  const read = (ids: readonly number[]): Float32Array[] => {
    asked += ids.length;
    return ids.map((id) => vectors[id]!);
  };
  for (const limit of [1, 10, 100]) {
    asked = 0;
    expect(scan.search(vectors[17]!, { limit, read })).toEqual(bruteForce(rows, vectors[17]!, limit));
    expect(asked).toBeLessThan(2 * limit + 20);
  }
  expect(scan.search(vectors[17]!, { limit: 5000, read })).toEqual(bruteForce(rows, vectors[17]!, 5000));
});

test("rows added after a search are found by the next", () => {
  const vectors = makeVectors("random", { count: 700, dimension: 24, seed: 6 });
  const scan = new VectorScan(24, { toDirection: spreadVector });
  const read = (ids: readonly number[]): Float32Array[] => ids.map((id) => vectors[id]!);
  for (const [id, vector] of vectors.entries()) {
    scan.add({ ids: [id], codes: encode(vector), valid: Uint8Array.of(1) });
    if (id % 50 !== 0) continue;
    expect(scan.search(vector, { limit: 1, read })[0]?.id).toBe(id);
    expect(scan.search(vector, { limit: 1, allowed: scan.mask((row) => row === 0), read })[0]?.id).toBe(0);
  }
});

test("search() with limit 0, or over no rows, reads nothing and finds nothing", () => {
  const vectors = makeVectors("random", { count: 5, dimension: 8, seed: 1 });
  const scan = openScan({ vectors, idOf: (index) => index }, 8);
  const read = (): never => expect.fail("read() was called");
  expect(scan.search(vectors[0]!, { limit: 0, read })).toEqual([]);
  expect(scan.search(vectors[0]!, { limit: 3, allowed: new Uint8Array(5), read })).toEqual([]);
  expect(new VectorScan(8).search(vectors[0]!, { limit: 3, read })).toEqual([]);
});

test("a query of another dimension is refused", () => {
  const scan = new VectorScan(8);
  const read = (): Float32Array[] => [];
  expect(() => scan.search(new Float32Array(9).fill(1), { limit: 1, read })).toThrow(
    "Cannot use a vector of 9 dimensions with the scan: its vectors have 8",
  );
});

test("a row whose vector cannot be read is an error, not a hole in the answer", () => {
  const vectors = makeVectors("random", { count: 3, dimension: 8, seed: 1 });
  const scan = openScan({ vectors, idOf: (index) => index + 5 }, 8);
  expect(() => scan.search(vectors[0]!, { limit: 1, read: () => [] })).toThrow(
    "Cannot score row 5: its vector is gone, its code is not",
  );
});

test("more rows than memory holds are refused, and those before stay", () => {
  const scan = new VectorScan(384, { mostPages: 16 });
  const block = {
    ids: Array.from({ length: 2048 }, (_, id) => id),
    codes: new Uint8Array(2048 * 392),
    valid: new Uint8Array(256).fill(0xff),
  };
  scan.add(block);
  expect(() => scan.add(block)).toThrow(
    "Cannot hold the vectors in memory: they need 2 MB, 1 MB is the most",
  );
  expect(scan.size).toBe(2048);
});
