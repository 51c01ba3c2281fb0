import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RankedChunk } from "../search.ts";
import { FUSION_NAMES, FUSION_POLICIES } from "./policies.ts";
import type { FusedChunk } from "./policy.ts";

const OPTIONS = { rrfK: 60, weights: [1, 1] };
const ids = (fused: readonly FusedChunk[]): string[] => fused.map(({ chunkId }) => chunkId);
const scoreOf = (fused: readonly FusedChunk[], id: string): number =>
  fused.find(({ chunkId }) => chunkId === id)!.score;

/** Distinct ids with falling scores. */
const list: fc.Arbitrary<RankedChunk[]> = fc
  .uniqueArray(
    fc.record({
      chunkId: fc.constantFrom(..."abcdefghijkl".split("")),
      score: fc.double({ min: -1, max: 30, noNaN: true }),
    }),
    { selector: ({ chunkId }) => chunkId, maxLength: 12 },
  )
  .map((chunks) => chunks.sort((a, b) => b.score - a.score));
const lists = fc.tuple(list, list);
const weights = fc.tuple(
  fc.double({ min: 0, max: 5, noNaN: true }),
  fc.double({ min: 0, max: 5, noNaN: true }),
);

describe.each(FUSION_NAMES)("fusion policy %s", (name) => {
  const fuse = FUSION_POLICIES[name];

  it("keeps every chunk once, scores in [0, 1] and falling, and shows what they are made of", () => {
    fc.assert(
      fc.property(lists, weights, (some, given) => {
        const fused = fuse(some, { rrfK: 60, weights: given });
        expect(ids(fused).sort()).toEqual([...new Set(some.flat().map(({ chunkId }) => chunkId))].sort());
        fused.forEach(({ score, parts, ranks }, index) => {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(score).toBeLessThanOrEqual(fused[index - 1]?.score ?? 1);
          const sum = parts.reduce(
            (total, part) => total + (part === null ? 0 : part.weight * part.value),
            0,
          );
          expect(score).toBeCloseTo(sum, 12);
          expect(parts.map((part) => part === null)).toEqual(ranks.map((rank) => rank === null));
        });
      }),
    );
  });

  it("gives the same scores when the lists, with their weights, change places", () => {
    fc.assert(
      fc.property(lists, weights, ([first, second], [one, two]) => {
        const there = fuse([first, second], { rrfK: 60, weights: [one, two] });
        const back = fuse([second, first], { rrfK: 60, weights: [two, one] });
        for (const { chunkId, score } of there) expect(scoreOf(back, chunkId)).toBe(score);
      }),
    );
  });

  it("never ranks a chunk below another that is behind it in both lists", () => {
    fc.assert(
      fc.property(lists, (some) => {
        const fused = fuse(some, OPTIONS);
        const place = (rank: number | null | undefined): number => rank ?? Number.POSITIVE_INFINITY;
        for (const [index, ahead] of fused.entries()) {
          for (const behind of fused.slice(index + 1)) {
            const isDominated = behind.ranks.every((rank, at) => place(rank) < place(ahead.ranks[at]));
            expect(isDominated && behind.score > ahead.score).toBe(false);
          }
        }
      }),
    );
  });

  it("puts a chunk of both lists above chunks at the same ranks of one", () => {
    const chunk = (chunkId: string, score: number): RankedChunk => ({ chunkId, score });
    const fused = fuse(
      [
        [chunk("l", 9), chunk("both", 8), chunk("m", 1)],
        [chunk("v", 0.9), chunk("both", 0.8), chunk("w", 0.1)],
      ],
      OPTIONS,
    );
    expect(ids(fused)[0]).toBe("both");
  });

  it("gives half of the best score to the first of one list, and all four of disjoint lists", () => {
    const fused = fuse(
      [
        [
          { chunkId: "A", score: 2 },
          { chunkId: "B", score: 1 },
        ],
        [
          { chunkId: "C", score: 0.9 },
          { chunkId: "D", score: 0.8 },
        ],
      ],
      OPTIONS,
    );
    expect(ids(fused).sort()).toEqual(["A", "B", "C", "D"]);
    expect(scoreOf(fused, "A")).toBe(0.5);
    expect(ids(fused).slice(0, 2)).toEqual(["A", "C"]);
  });

  it("takes one list alone in its order, and nothing at all", () => {
    expect(
      ids(
        fuse(
          [
            [],
            [
              { chunkId: "b", score: 1 },
              { chunkId: "a", score: 0.5 },
            ],
          ],
          OPTIONS,
        ),
      ),
    ).toEqual(["b", "a"]);
    expect(fuse([[], []], OPTIONS)).toEqual([]);
  });
});

describe("weights", () => {
  const some = [[{ chunkId: "l", score: 1 }], [{ chunkId: "v", score: 1 }]];

  it.each(["weighted_rrf", "linear"] as const)("decide in %s", (name) => {
    expect(ids(FUSION_POLICIES[name](some, { rrfK: 60, weights: [1, 3] }))).toEqual(["v", "l"]);
    expect(ids(FUSION_POLICIES[name](some, { rrfK: 60, weights: [3, 1] }))).toEqual(["l", "v"]);
  });

  it("do nothing in rrf", () => {
    expect(ids(FUSION_POLICIES.rrf(some, { rrfK: 60, weights: [1, 3] }))).toEqual(["l", "v"]);
  });
});
