import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RankedChunk } from "../search.ts";
import { FUSION_NAMES, FUSION_POLICIES } from "./policies.ts";
import type { FusedChunk } from "./policy.ts";

const OPTIONS = { rrfK: 60, weights: [1, 1], floors: [null, null] };
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
        const fused = fuse(some, { ...OPTIONS, weights: given });
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

  it("returns all four of disjoint lists", () => {
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

// `adaptive` must know which list is which: what counts as evidence differs between BM25 and a cosine.
describe.each(["rrf", "weighted_rrf", "linear"] as const)("fusion policy %s", (name) => {
  it("gives half of the best score to the first of one list of two", () => {
    const fused = FUSION_POLICIES[name](
      [[{ chunkId: "A", score: 2 }], [{ chunkId: "C", score: 0.9 }]],
      OPTIONS,
    );
    expect(fused.map(({ chunkId, score }) => [chunkId, score])).toEqual([
      ["A", 0.5],
      ["C", 0.5],
    ]);
  });

  it("gives the same scores when the lists, with their weights, change places", () => {
    const fuse = FUSION_POLICIES[name];
    fc.assert(
      fc.property(lists, weights, ([first, second], [one, two]) => {
        const there = fuse([first, second], { ...OPTIONS, weights: [one, two] });
        const back = fuse([second, first], { ...OPTIONS, weights: [two, one] });
        for (const { chunkId, score } of there) expect(scoreOf(back, chunkId)).toBe(score);
      }),
    );
  });
});

describe("fusion policy adaptive", () => {
  const chunks = (prefix: string, scores: readonly number[]): RankedChunk[] =>
    scores.map((score, index) => ({ chunkId: `${prefix}${index}`, score }));

  it("follows the list whose first hit stands out", () => {
    const flat = [10, 9.9, 9.8, 9.7];
    const steep = [10, 2, 1, 0.5];
    const near = [0.8, 0.79, 0.78, 0.77];
    const far = [0.9, 0.3, 0.2, 0.1];
    const first = (lexical: number[], vector: number[]): string | undefined =>
      ids(FUSION_POLICIES.adaptive([chunks("l", lexical), chunks("v", vector)], OPTIONS))[0];
    expect(first(flat, far)).toBe("v0");
    expect(first(steep, near)).toBe("l0");
  });

  it("takes a lone keyword hit for evidence, not for a flat list", () => {
    const lists = [chunks("l", [12]), chunks("v", [0.8, 0.79, 0.78])];
    const options = { ...OPTIONS, floors: [0, null] };
    expect(ids(FUSION_POLICIES.adaptive(lists, options))[0]).toBe("l0");
  });
});

it("a keyword list that came to its end is stretched from 0: its last hit is still a hit", () => {
  const lists = [
    [
      { chunkId: "a", score: 10 },
      { chunkId: "b", score: 8 },
    ],
    [],
  ];
  const fused = FUSION_POLICIES.linear(lists, { ...OPTIONS, floors: [0, null] });
  expect(fused.map(({ score }) => score)).toEqual([0.5, 0.4]);
});

describe("weights", () => {
  const some = [[{ chunkId: "l", score: 1 }], [{ chunkId: "v", score: 1 }]];

  it.each(["weighted_rrf", "linear"] as const)("decide in %s", (name) => {
    expect(ids(FUSION_POLICIES[name](some, { ...OPTIONS, weights: [1, 3] }))).toEqual(["v", "l"]);
    expect(ids(FUSION_POLICIES[name](some, { ...OPTIONS, weights: [3, 1] }))).toEqual(["l", "v"]);
  });

  it("do nothing in rrf", () => {
    expect(ids(FUSION_POLICIES.rrf(some, { ...OPTIONS, weights: [1, 3] }))).toEqual(["l", "v"]);
  });
});
