import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeBridgeData } from "../../../test/support/bridge-tables.ts";
import { cutFeatures, forEachWord } from "./features.ts";
import { BridgeTable } from "./table.ts";
import type { BridgeData } from "./table-file.ts";

const DIMENSION = 6;
const MEAN = [0.2, -0.1, 0.3, 0, 0.1, 0.25];

const bytesOf = (vector: Float32Array | null): string =>
  vector === null ? "null" : Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("hex");
const lengthOf = (vector: Float32Array): number => Math.hypot(...vector);

const hangul = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code));
/** Few syllables, so that words share beginnings and pieces. */
const syllable = fc.constantFrom(...Array.from("가간나다라마바사아자배포복구되돌려렸린"));
const anyWord = fc.string({ unit: syllable, minLength: 1, maxLength: 8 });
const anySteps = fc.array(fc.integer({ min: -7, max: 7 }), { minLength: DIMENSION, maxLength: DIMENSION });
const anyTable = fc
  .array(fc.tuple(anyWord, anySteps), { minLength: 1, maxLength: 40 })
  .map((words) => makeBridgeData(Object.fromEntries(words), { mean: MEAN }))
  .map((data) => ({
    ...data,
    informativeness: data.informativeness.map((_, at) => 0.5 + (at % 7)),
    scales: data.scales.map((_, at) => 0.01 * (1 + (at % 5))),
  }));

/** The same by a plain Map and in doubles: what a table must find, and nothing else. */
function embedPlainly(data: BridgeData, text: string): Float64Array | null {
  const features = new Map(Array.from(data.first, (first, at) => [`${first},${data.second[at]}`, at]));
  const sum = new Float64Array(data.header.dimension);
  let squares = 0;
  forEachWord(text, (word) => {
    cutFeatures(word, (first, second, weight) => {
      const feature = features.get(`${first},${second}`);
      if (feature === undefined) return;
      const share = weight * data.informativeness[feature]!;
      squares += share ** 2;
      for (const at of sum.keys()) {
        const byte = data.rows[(feature * sum.length + at) >> 1]!;
        const step = (at % 2 === 0 ? byte & 15 : byte >> 4) - 8;
        sum[at] = sum[at]! + share * data.scales[feature]! * step;
      }
    });
  });
  if (squares === 0) return null;
  const vector = sum.map((value, at) => data.mean[at]! + value / Math.sqrt(squares));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

describe("BridgeTable.embed()", () => {
  it("sums the rows of every feature that the table knows, and of no other", () => {
    fc.assert(
      fc.property(anyTable, fc.array(anyWord, { maxLength: 12 }), (data, words) => {
        const text = words.join(" ");
        const vector = new BridgeTable(data).embed(text);
        const plain = embedPlainly(data, text);
        expect(vector === null).toBe(plain === null);
        for (const [at, value] of plain?.entries() ?? []) expect(vector?.[at]).toBeCloseTo(value, 5);
      }),
    );
  });

  it("takes a feature for known only when both hashes agree", () => {
    const data = makeBridgeData({ 배포: [7, 0, 0, 0], 복구: [0, 7, 0, 0] });
    const decoy = { ...data, second: data.second.map((hash) => hash ^ 1) };
    expect(new BridgeTable(data).embed("배포")).not.toBeNull();
    expect(new BridgeTable(decoy).embed("배포")).toBeNull();
    // All in one place of the hash table, the wanted one last.
    const { first, second, header } = data;
    const crowded = {
      ...data,
      header: { ...header, features: header.features + 1 },
      first: Uint32Array.of(first[0]!, ...first),
      second: Uint32Array.of(second[0]! ^ 1, ...second),
      informativeness: new Float32Array(header.features + 1).fill(1),
      scales: new Float32Array(header.features + 1).fill(1 / 7),
      rows: Uint8Array.of(0xff, 0xff, ...data.rows),
    };
    expect(new BridgeTable(crowded).embed("배포 복구")).toEqual(new BridgeTable(data).embed("배포 복구"));
  });

  it("has length 1, or nothing to say", () => {
    fc.assert(
      fc.property(
        anyTable,
        fc.string({ unit: fc.oneof(syllable, hangul, fc.constant(" ")) }),
        (data, text) => {
          const table = new BridgeTable(data);
          for (const vector of [table.embed(text), table.embedDocument(text)])
            if (vector !== null) expect(lengthOf(vector)).toBeCloseTo(1, 5);
        },
      ),
    );
  });

  it("does not mind the order of the words, nor how Hangul is composed", () => {
    fc.assert(
      fc.property(anyTable, fc.array(anyWord, { minLength: 1, maxLength: 12 }), (data, words) => {
        const table = new BridgeTable(data);
        const vector = table.embed(words.join(" "));
        const turned = table.embed(words.toReversed().join(" "));
        for (const at of vector?.keys() ?? []) expect(turned![at]).toBeCloseTo(vector![at]!, 5);
        expect(bytesOf(table.embed(words.join(" ").normalize("NFD")))).toBe(bytesOf(vector));
      }),
    );
  });

  it("gives the same vector to the bit whatever was read before", () => {
    fc.assert(
      fc.property(anyTable, fc.array(anyWord, { minLength: 1, maxLength: 30 }), (data, texts) => {
        const used = new BridgeTable(data);
        for (const text of [...texts, ...texts]) {
          expect(bytesOf(used.embed(text))).toBe(bytesOf(new BridgeTable(data).embed(text)));
          expect(bytesOf(used.embedDocument(text))).toBe(bytesOf(new BridgeTable(data).embedDocument(text)));
        }
      }),
      { numRuns: 30 },
    );
  });

  it("gives the same vector when it has met more words than it keeps", () => {
    const data = makeBridgeData({ 가: [7, 1, 0, 2], 나: [0, 3, 7, 1] }, { mean: [0.1, 0, 0, 0.2] });
    // Of every one the table knows the beginning.
    const words = Array.from(
      { length: 22_000 },
      (_, at) => `${at % 2 === 0 ? "가" : "나"}${String.fromCharCode(0xac00 + (at >> 1))}`,
    );
    const used = new BridgeTable(data);
    const fresh = {
      가: bytesOf(new BridgeTable(data).embed("가힣")),
      나: bytesOf(new BridgeTable(data).embed("나힣")),
    };
    for (const word of [...words, ...words.toReversed()])
      expect(bytesOf(used.embed(word))).toBe(word.startsWith("가") ? fresh.가 : fresh.나);
    // Every sentence begins with the word that was kept first, whose place the word beyond the limit takes.
    const other = new BridgeTable(data);
    const even = bytesOf(new BridgeTable(data).embed("가힣 가힣 나힣 가힣"));
    const odd = bytesOf(new BridgeTable(data).embed("가힣 나힣 가힣 나힣"));
    for (let at = 2; at < 18_000; at += 3)
      expect(bytesOf(other.embed([words[0], ...words.slice(at, at + 3)].join(" ")))).toBe(
        at % 2 === 0 ? even : odd,
      );
  });

  it("does not hand out what the next reading changes", () => {
    const table = new BridgeTable(makeBridgeData({ 배포: [7, 0, 0, 0], 복구: [0, 7, 0, 0] }));
    const vector = table.embed("배포")!;
    const kept = bytesOf(vector);
    table.embed("복구");
    table.embedDocument("복구. 배포.");
    expect(bytesOf(vector)).toBe(kept);
  });

  it("says nothing about what it does not know", () => {
    const table = new BridgeTable(makeBridgeData({ 배포: [7, 0, 0, 0] }));
    for (const text of ["", "ㅋㅋ", "전혀", "rollback", "🍢", "\u0000"]) {
      expect(table.embed(text)).toBeNull();
      expect(table.embedDocument(text)).toBeNull();
    }
  });
});

describe("BridgeTable.embedDocument()", () => {
  const data = makeBridgeData({ 배포: [7, 0, 0, 0], 복구: [0, 7, 0, 0] }, { mean: [0, 0, 0.5, 0] });

  it("reads sentence by sentence: one long sentence does not drown a short one", () => {
    const table = new BridgeTable(data);
    const text = `${"배포 ".repeat(16)}. 복구.`;
    const share = (vector: Float32Array | null): number => vector![1]! / vector![0]!;
    // The lengths of sentences grow by the root of their words: sixteen to one becomes four to one.
    expect(share(table.embedDocument(text))).toBeGreaterThan(3 * share(table.embed(text)));
  });

  it("takes a line for a sentence, and a full stop inside a word for none", () => {
    const table = new BridgeTable(data);
    expect(bytesOf(table.embedDocument("배포\n\n복구"))).toBe(bytesOf(table.embedDocument("배포! 복구")));
    expect(bytesOf(table.embedDocument("배포.복구"))).toBe(bytesOf(table.embedDocument("배포 복구")));
  });

  it("lies nearer to the mean of all texts than the sentence alone", () => {
    const table = new BridgeTable(data);
    expect(table.embedDocument("배포")![2]).toBeGreaterThan(table.embed("배포")![2]!);
  });

  it("is done with a passage of a million blanks, line ends or full stops", () => {
    const table = new BridgeTable(data);
    for (const filler of [" ", "\n", ".", ". ", "가"]) {
      expect(table.embedDocument(`배포${filler.repeat(1_000_000)}`)).not.toBeNull();
    }
  });
});
