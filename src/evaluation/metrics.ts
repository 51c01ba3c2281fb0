/** One query's grades by document id. A document that is absent was not judged and counts as 0. */
export type Judgments = ReadonlyMap<string, number>;

/** Document ids, best first, each at most once. */
export type Ranking = readonly string[];

/** Of one query, or the means over many: `mrrAt10` and `map` are then what their names say. */
export interface RankingMetrics {
  readonly ndcgAt10: number;
  readonly recallAt100: number;
  readonly mrrAt10: number;
  readonly map: number;
  readonly hitAt1: number;
  readonly hitAt3: number;
  readonly hitAt5: number;
  readonly hitAt10: number;
}

export function measureRanking(ranking: Ranking, judgments: Judgments): RankingMetrics {
  return {
    ndcgAt10: ndcgAt(ranking, judgments, 10),
    recallAt100: recallAt(ranking, judgments, 100),
    mrrAt10: reciprocalRankAt(ranking, judgments, 10),
    map: averagePrecision(ranking, judgments),
    hitAt1: hitAt(ranking, judgments, 1),
    hitAt3: hitAt(ranking, judgments, 3),
    hitAt5: hitAt(ranking, judgments, 5),
    hitAt10: hitAt(ranking, judgments, 10),
  };
}

/** A query for which nothing is relevant can only score 0 and says nothing: leave it out of the means. */
export function hasRelevant(judgments: Judgments): boolean {
  return countRelevant(judgments) > 0;
}

/** trec_eval's `ndcg_cut`: the grade itself is the gain, not 2^grade - 1 as elsewhere. */
export function ndcgAt(ranking: Ranking, judgments: Judgments, cutoff: number): number {
  const idealGrades = [...judgments.values()].sort((left, right) => right - left);
  const ideal = discountedGain(idealGrades.slice(0, cutoff));
  if (ideal === 0) return 0;
  return discountedGain(ranking.slice(0, cutoff).map((id) => judgments.get(id) ?? 0)) / ideal;
}

export function recallAt(ranking: Ranking, judgments: Judgments, cutoff: number): number {
  const relevant = countRelevant(judgments);
  if (relevant === 0) return 0;
  return ranking.slice(0, cutoff).filter((id) => isRelevant(id, judgments)).length / relevant;
}

export function reciprocalRankAt(ranking: Ranking, judgments: Judgments, cutoff: number): number {
  const first = firstRelevant(ranking, judgments);
  return first !== null && first <= cutoff ? 1 / first : 0;
}

/** Over the whole ranking; relevant documents that it lacks still divide. */
export function averagePrecision(ranking: Ranking, judgments: Judgments): number {
  const relevant = countRelevant(judgments);
  if (relevant === 0) return 0;
  let found = 0;
  let precisions = 0;
  for (const [index, id] of ranking.entries()) {
    if (!isRelevant(id, judgments)) continue;
    found++;
    precisions += found / (index + 1);
  }
  return precisions / relevant;
}

/** trec_eval's `success`: 1 when anything relevant stands among the first `cutoff`. */
export function hitAt(ranking: Ranking, judgments: Judgments, cutoff: number): 0 | 1 {
  const first = firstRelevant(ranking, judgments);
  return first !== null && first <= cutoff ? 1 : 0;
}

/** Arithmetic means; of no queries, zeros. */
export function averageMetrics(perQuery: readonly RankingMetrics[]): RankingMetrics {
  const mean = (name: keyof RankingMetrics): number =>
    perQuery.reduce((sum, metrics) => sum + metrics[name], 0) / Math.max(1, perQuery.length);
  return {
    ndcgAt10: mean("ndcgAt10"),
    recallAt100: mean("recallAt100"),
    mrrAt10: mean("mrrAt10"),
    map: mean("map"),
    hitAt1: mean("hitAt1"),
    hitAt3: mean("hitAt3"),
    hitAt5: mean("hitAt5"),
    hitAt10: mean("hitAt10"),
  };
}

/** Some sets grade spam -1 or -2: that is no gain, not a loss. */
function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + Math.max(0, grade) / Math.log2(index + 2), 0);
}

function isRelevant(id: string, judgments: Judgments): boolean {
  return (judgments.get(id) ?? 0) > 0;
}

function countRelevant(judgments: Judgments): number {
  let relevant = 0;
  for (const grade of judgments.values()) if (grade > 0) relevant++;
  return relevant;
}

function firstRelevant(ranking: Ranking, judgments: Judgments): number | null {
  const index = ranking.findIndex((id) => isRelevant(id, judgments));
  return index === -1 ? null : index + 1;
}
