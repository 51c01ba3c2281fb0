import fc from "fast-check";
import { expect, test } from "vitest";
import { FUSION_NAMES, FUSION_POLICIES } from "../core/fusion/policies.ts";
import type { RankedChunk } from "../core/search.ts";
import { joinLists, rankJoined } from "./tune-ranking.ts";
import type { SearchSettings } from "./tune-space.ts";

const COLUMNS = { heading: 2, text: 1, cjk: 1, identifiers: 1 };

/** Few distinct ids and scores, so that ties and chunks of both lists are common. */
const list = (highest: number): fc.Arbitrary<RankedChunk[]> =>
  fc
    .uniqueArray(
      fc.record({
        chunkId: fc.integer({ min: 0, max: 30 }).map((number) => `c${number}`),
        score: fc.integer({ min: 0, max: 20 }).map((number) => (highest * number) / 20),
      }),
      { selector: ({ chunkId }) => chunkId, maxLength: 25 },
    )
    .map((chunks) => chunks.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1)));

test("rankJoined() gives the order of the policy itself, for every policy and any two lists", () => {
  const settings: fc.Arbitrary<SearchSettings> = fc.record({
    policy: fc.constantFrom(...FUSION_NAMES),
    rrfK: fc.constantFrom(1, 10, 60, 200),
    candidateMultiplier: fc.constant(3),
    weights: fc.constantFrom<[number, number]>([1, 1], [2, 3], [0, 1], [0, 0], [8, 1]),
    columns: fc.constant(COLUMNS),
  });
  fc.assert(
    fc.property(
      list(12),
      list(1),
      settings,
      fc.integer({ min: 1, max: 30 }),
      (lexical, vector, own, asked) => {
        const lists = [lexical.slice(0, asked), vector.slice(0, asked)];
        const floors = [lexical.length < asked ? 0 : null, null];
        const expected = FUSION_POLICIES[own.policy](lists, { rrfK: own.rrfK, weights: own.weights, floors });
        const joined = joinLists(lexical, vector);
        const order = rankJoined(joined, own, asked).map((position) => joined.chunkIds[position]);
        expect(order).toEqual(expected.map(({ chunkId }) => chunkId));
      },
    ),
    { numRuns: 2000 },
  );
});

test("rankJoined() has nothing to rank where both lists are empty", () => {
  const settings: SearchSettings = {
    policy: "adaptive",
    rrfK: 60,
    candidateMultiplier: 3,
    weights: [1, 1],
    columns: COLUMNS,
  };
  expect(rankJoined(joinLists([], []), settings, 50)).toEqual([]);
});
