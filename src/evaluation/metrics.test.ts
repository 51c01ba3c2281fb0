import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  averageMetrics,
  averagePrecision,
  hasRelevant,
  hitAt,
  measureRanking,
  ndcgAt,
  recallAt,
  reciprocalRankAt,
} from "./metrics.ts";

const GRADED = new Map([
  ["a", 3],
  ["b", 2],
  ["c", 1],
  ["d", 0],
  ["spam", -2],
]);

describe("by hand", () => {
  test("ndcgAt() takes the grade as gain and log2(rank + 1) as discount", () => {
    // found: b at 1, x (not judged) at 2, a at 3, d (grade 0) at 4
    //   dcg   = 2/log2(2) + 0 + 3/log2(4) + 0            = 2 + 1.5            = 3.5
    //   ideal = 3/log2(2) + 2/log2(3) + 1/log2(4)        = 3 + 1.261860 + 0.5 = 4.761860
    //   ndcg  = 3.5 / 4.761860                           = 0.735007
    expect(ndcgAt(["b", "x", "a", "d"], GRADED, 10)).toBeCloseTo(0.735007, 6);
  });

  test("ndcgAt() cuts the ranking and the ideal alike", () => {
    // @2: dcg = 2, ideal = 3 + 2/log2(3) = 4.261860, ndcg = 0.469279
    expect(ndcgAt(["b", "x", "a"], GRADED, 2)).toBeCloseTo(0.469279, 6);
  });

  test("ndcgAt() counts relevant documents that were not found in the ideal", () => {
    // dcg = 3, ideal = 4.761860
    expect(ndcgAt(["a"], GRADED, 10)).toBeCloseTo(3 / 4.76186, 6);
  });

  test("ndcgAt() gives a negative grade no gain and takes none away", () => {
    // a at 2: 3/log2(3) = 1.892789, over 4.761860
    expect(ndcgAt(["spam", "a"], GRADED, 10)).toBeCloseTo(1.892789 / 4.76186, 6);
  });

  test("recallAt() divides by all relevant documents, whatever the cut", () => {
    // relevant: a, b, c; among the first two only b
    expect(recallAt(["b", "x", "a"], GRADED, 2)).toBe(1 / 3);
    expect(recallAt(["b", "x", "a"], GRADED, 3)).toBe(2 / 3);
    expect(recallAt(["d", "spam"], GRADED, 3)).toBe(0);
  });

  test("reciprocalRankAt() looks for the first relevant document up to the cut", () => {
    expect(reciprocalRankAt(["d", "x", "spam", "c", "a"], GRADED, 10)).toBe(1 / 4);
    const eleventh = Array.from({ length: 10 }, (_, index) => `x${index}`).concat("a");
    expect(reciprocalRankAt(eleventh, GRADED, 10)).toBe(0);
    expect(reciprocalRankAt(eleventh, GRADED, 11)).toBe(1 / 11);
  });

  test("averagePrecision() reads the whole ranking and divides by all relevant documents", () => {
    // relevant at 1 and 4 of three: (1/1 + 2/4) / 3 = 0.5
    expect(averagePrecision(["b", "x", "d", "a"], GRADED)).toBe(0.5);
    // one relevant at 200: (1/200) / 3
    const late = Array.from({ length: 199 }, (_, index) => `x${index}`).concat("c");
    expect(averagePrecision(late, GRADED)).toBeCloseTo(1 / 600, 12);
  });

  test("hitAt() is 1 as soon as something relevant is within the cut", () => {
    const third = ["x", "d", "c", "a"];
    expect([1, 2, 3, 5].map((cutoff) => hitAt(third, GRADED, cutoff))).toEqual([0, 0, 1, 1]);
  });

  test("a query without results scores 0 everywhere", () => {
    expect(Object.values(measureRanking([], GRADED))).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test("hasRelevant() wants a grade above 0", () => {
    expect(hasRelevant(GRADED)).toBe(true);
    expect(
      hasRelevant(
        new Map([
          ["d", 0],
          ["spam", -1],
        ]),
      ),
    ).toBe(false);
    expect(hasRelevant(new Map())).toBe(false);
  });

  test("averageMetrics() takes the mean over queries, those without results included", () => {
    // b first and c fifth of relevant a, b, c; and one query without results
    const found = measureRanking(["b", "x", "y", "z", "c"], GRADED);
    // ndcg = (2 + 1/log2(6)) / 4.761860 = 2.386853 / 4.761860 = 0.501244; halved 0.250622
    // map  = (1 + 2/5) / 3 = 0.466667; halved 0.233333
    const means = averageMetrics([found, measureRanking([], GRADED)]);
    expect(means.ndcgAt10).toBeCloseTo(0.250622, 6);
    expect(means.map).toBeCloseTo(0.233333, 6);
    expect(means.recallAt100).toBeCloseTo(1 / 3, 12);
    expect(means).toMatchObject({ mrrAt10: 0.5, hitAt1: 0.5, hitAt3: 0.5, hitAt5: 0.5, hitAt10: 0.5 });
  });

  test("averageMetrics() of no queries is 0, not NaN", () => {
    expect(averageMetrics([]).ndcgAt10).toBe(0);
  });
});

const documentIds = Array.from({ length: 30 }, (_, index) => `d${index}`);
const rankings = fc.shuffledSubarray(documentIds);
const judged = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...documentIds, "absent"), fc.integer({ min: -2, max: 4 })), {
    selector: ([id]) => id,
  })
  .map((entries) => new Map(entries));

describe("for every ranking", () => {
  test("all metrics lie in [0, 1]", () => {
    fc.assert(
      fc.property(rankings, judged, (ranking, judgments) => {
        for (const value of Object.values(measureRanking(ranking, judgments))) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("the ideal ranking scores exactly 1", () => {
    fc.assert(
      fc.property(judged.filter(hasRelevant), (judgments) => {
        const ideal = [...judgments].sort((left, right) => right[1] - left[1]).map(([id]) => id);
        expect(new Set(Object.values(measureRanking(ideal, judgments)))).toEqual(new Set([1]));
      }),
    );
  });

  test("swapping a better document up never lowers nDCG", () => {
    const positions = fc.tuple(fc.nat(), fc.nat());
    fc.assert(
      fc.property(
        rankings.filter(({ length }) => length > 1),
        judged,
        positions,
        (ranking, judgments, drawn) => {
          const [upper, lower] = drawn.map((at) => at % ranking.length).sort((a, b) => a - b) as [
            number,
            number,
          ];
          const gradeAt = (at: number): number => judgments.get(ranking[at] ?? "") ?? 0;
          fc.pre(gradeAt(lower) > gradeAt(upper));
          const swapped = ranking.with(upper, ranking[lower] ?? "").with(lower, ranking[upper] ?? "");
          expect(ndcgAt(swapped, judgments, 10)).toBeGreaterThanOrEqual(ndcgAt(ranking, judgments, 10));
        },
      ),
    );
  });

  test("documents that were not judged count like grade 0", () => {
    fc.assert(
      fc.property(rankings, judged, (ranking, judgments) => {
        const completed = new Map([...documentIds.map((id) => [id, 0] as const), ...judgments]);
        expect(measureRanking(ranking, completed)).toEqual(measureRanking(ranking, judgments));
      }),
    );
  });
});
