import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FusedChunk } from "./policy.ts";
import { fuseByRank, RRF_K } from "./rrf.ts";

const fuse = (lists: readonly (readonly string[])[], rrfK = RRF_K): FusedChunk[] =>
  fuseByRank(
    lists.map((list) => list.map((chunkId, index) => ({ chunkId, score: -index }))),
    { rrfK, weights: [], floors: [] },
  );

/** `length` ids, with `id` at its 1-based rank. */
const listWith = (id: string, rank: number, prefix: string): string[] =>
  Array.from({ length: rank }, (_, index) => (index === rank - 1 ? id : `${prefix}${index}`));
const find = (lists: string[][], id: string) => fuse(lists).find(({ chunkId }) => chunkId === id)!;

describe("fuseByRank()", () => {
  it("gives ranks 2 and 5 the sum of 1/62 and 1/65", () => {
    const { rrfScore, ranks } = find([listWith("c", 2, "a"), listWith("c", 5, "b")], "c");
    expect(rrfScore).toBe(1 / 62 + 1 / 65);
    expect(rrfScore.toFixed(4)).toBe("0.0315");
    expect(ranks).toEqual([2, 5]);
  });

  it("brings scores into [0, 1] by the best possible one", () => {
    expect(find([["c"], ["c"]], "c").score).toBe(1);
    expect(find([["c"], ["d"]], "c").score).toBe(0.5);
    expect(find([["c"], []], "c").score).toBe(0.5);
    expect(find([["c"], ["d", "c"]], "c").score.toFixed(4)).toBe("0.9919");
    expect(find([["c"]], "c").score).toBe(1);
  });

  it("ranks a chunk found by both lists above chunks found by one", () => {
    expect(
      fuse([
        ["a", "b"],
        ["c", "b"],
      ]).map(({ chunkId }) => chunkId),
    ).toEqual(["b", "a", "c"]);
  });

  it("says null where a list lacks the chunk", () => {
    expect(fuse([["a"], ["b"]]).map(({ ranks }) => ranks)).toEqual([
      [1, null],
      [null, 1],
    ]);
  });

  it("breaks ties by the first list's rank, then by id", () => {
    const ids = (lists: string[][]): string[] => fuse(lists).map(({ chunkId }) => chunkId);
    expect(
      ids([
        ["z", "a"],
        ["a", "z"],
      ]),
    ).toEqual(["z", "a"]);
    expect(ids([["z"], ["a"]])).toEqual(["z", "a"]);
    expect(ids([[], ["b"], ["a"]])).toEqual(["a", "b"]);
  });

  it("counts a chunk that a list names twice at its better rank", () => {
    expect(find([["a", "c", "c"]], "c").ranks).toEqual([2]);
  });

  it("takes another k, and nothing at all", () => {
    expect(fuse([["a"]], 0)[0]?.rrfScore).toBe(1);
    expect(fuse([])).toEqual([]);
    expect(fuse([[], []])).toEqual([]);
  });

  const list = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl".split("")), { maxLength: 12 });
  const lists = fc.array(list, { minLength: 1, maxLength: 4 });

  it("gives the same scores whatever the order of the lists", () => {
    const scores = (from: string[][]): Map<string, number> =>
      new Map(fuse(from).map(({ chunkId, rrfScore }) => [chunkId, rrfScore]));
    fc.assert(
      fc.property(lists, fc.infiniteStream(fc.nat()), (some, keys) => {
        const shuffled = some.map((each) => ({ each, key: keys.next().value })).sort((a, b) => a.key - b.key);
        expect(scores(shuffled.map(({ each }) => each))).toEqual(scores(some));
      }),
    );
  });

  it("keeps scores in [0, 1], in descending order, one entry for each chunk", () => {
    fc.assert(
      fc.property(lists, (some) => {
        const fused = fuse(some);
        expect(fused.map(({ chunkId }) => chunkId).sort()).toEqual([...new Set(some.flat())].sort());
        for (const [index, { score, rrfScore, ranks, chunkId }] of fused.entries()) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(rrfScore).toBeLessThanOrEqual(fused[index - 1]?.rrfScore ?? 1);
          expect(ranks).toEqual(
            some.map((each) => (each.includes(chunkId) ? each.indexOf(chunkId) + 1 : null)),
          );
        }
      }),
    );
  });

  it("raises a chunk that moves up in a list, or enters one", () => {
    const place = fc.integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(place, place, place, (first, second, other) => {
        const scoreAt = (rank: number): number =>
          find([listWith("c", rank, "a"), listWith("c", other, "b")], "c").rrfScore;
        const alone = find([listWith("c", first, "a"), ["x"]], "c").rrfScore;
        expect(Math.sign(scoreAt(first) - scoreAt(second))).toBe(Math.sign(second - first));
        expect(scoreAt(first)).toBeGreaterThan(alone);
      }),
    );
  });
});
