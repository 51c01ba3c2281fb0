import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeBridgeData, makeBridgeFile } from "../../../test/support/bridge-tables.ts";
import { type BridgeData, parseBridgeFile, toBridgeFile } from "./table-file.ts";

const broken = (reason: string): unknown =>
  expect.objectContaining({
    code: "model-missing",
    message: expect.stringMatching(`^Cannot use bridge\\.bin: ${reason}`),
    hint: expect.stringContaining("Install kebab again"),
  });

const anyTable: fc.Arbitrary<BridgeData> = fc
  .record({
    features: fc.integer({ min: 1, max: 12 }),
    half: fc.integer({ min: 1, max: 5 }),
    licence: fc.string({ unit: "grapheme" }),
    seed: fc.integer({ min: 1, max: 1e6 }),
  })
  .map(({ features, half, licence, seed }) => {
    const number = (at: number): number => Math.imul(seed + at, 0x9e3779b1) >>> 0;
    const { header } = makeBridgeData({ 가: [1, 2] });
    return {
      header: { ...header, features, dimension: half * 2, licence },
      first: Uint32Array.from({ length: features }, (_, at) => number(at)),
      second: Uint32Array.from({ length: features }, (_, at) => number(at + 100)),
      informativeness: Float32Array.from({ length: features }, (_, at) => number(at) / 2 ** 30),
      scales: Float32Array.from({ length: features }, (_, at) => number(at) / 2 ** 32),
      mean: Float32Array.from({ length: half * 2 }, (_, at) => number(at) / 2 ** 31 - 1),
      rows: Uint8Array.from({ length: features * half }, (_, at) => number(at) & 255),
    };
  });

/** The file with another header in front of the same sections. */
function withHeader(file: Uint8Array, json: string): Buffer {
  const old = Buffer.from(file);
  const header = Buffer.from(json.padEnd(Math.ceil(Buffer.byteLength(json) / 4) * 4));
  const start = Buffer.from(old.subarray(0, 12));
  start.writeUInt32LE(header.length, 8);
  return Buffer.concat([start, header, old.subarray(12 + old.readUInt32LE(8))]);
}

describe("toBridgeFile() and parseBridgeFile()", () => {
  it("give back what was put in, from an odd place in a larger buffer too", () => {
    fc.assert(
      fc.property(anyTable, fc.integer({ min: 0, max: 3 }), (table, offset) => {
        const file = toBridgeFile(table);
        const within = Buffer.concat([Buffer.alloc(offset), file, Buffer.alloc(5)]);
        expect(parseBridgeFile(within.subarray(offset, offset + file.length), "bridge.bin")).toEqual(table);
      }),
    );
  });

  it("write the same bytes for the same table", () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        expect(Buffer.compare(toBridgeFile(table), toBridgeFile(table))).toBe(0);
      }),
    );
  });
});

describe("parseBridgeFile()", () => {
  const file = makeBridgeFile({ 배포: [1, 2, 3, 4], 복구: [4, 3, 2, 1] });

  it("refuses a file cut short anywhere, and one with something behind it", () => {
    for (let length = 0; length < file.length; length++)
      expect(() => parseBridgeFile(file.subarray(0, length), "bridge.bin")).toThrow(broken("it"));
    expect(() => parseBridgeFile(Buffer.concat([file, Buffer.alloc(1)]), "bridge.bin")).toThrow(
      broken("it has \\d+ bytes, which does not fit its header"),
    );
  });

  it("never fails in another way, whichever byte of the header is another", () => {
    const headerEnd = 12 + Buffer.from(file).readUInt32LE(8);
    fc.assert(
      fc.property(fc.nat({ max: headerEnd - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(file);
        changed[at] = (changed[at] ?? 0) ^ change;
        try {
          const { header, rows } = parseBridgeFile(changed, "bridge.bin");
          expect(rows).toHaveLength((header.features * header.dimension) / 2);
        } catch (error) {
          expect(error).toEqual(broken("it"));
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["another kind of file", Buffer.from("%PDF-1.7 and so on"), "it is no bridge"],
    ["a header of other words", withHeader(file, "배포"), "its header cannot be read"],
    ["a header that is null", withHeader(file, "null"), "it has format undefined and should have 1"],
    ["a later format", withHeader(file, '{"format":2}'), "it has format 2 and should have 1"],
    ["a header without sizes", withHeader(file, '{"format":1}'), "its header has no sizes"],
    [
      "a size below zero",
      withHeader(file, '{"format":1,"features":-1,"dimension":4}'),
      "its header has no sizes",
    ],
    [
      "a size that is no whole number",
      withHeader(file, '{"format":1,"features":1.5,"dimension":4}'),
      "its header has no sizes",
    ],
    [
      "an odd dimension, which does not go into whole bytes",
      withHeader(file, '{"format":1,"features":1,"dimension":3}'),
      "it has \\d+ bytes, which does not fit its header",
    ],
    [
      "sizes beyond every memory",
      withHeader(file, '{"format":1,"features":9007199254740991,"dimension":9007199254740991}'),
      "it has \\d+ bytes, which does not fit its header",
    ],
  ])("refuses %s", (_, bytes, reason) => {
    expect(() => parseBridgeFile(bytes, "bridge.bin")).toThrow(broken(reason));
  });
});
