// What the sets say together: means by group, and where others report more than we reach.
import { PUBLISHED, SETS } from "./published.mjs";
import { round } from "./statistics.mjs";

const GROUPS = ["English", "Korean", "across languages", "code", "notes", "other"];
/** The policies are judged by these two. */
export const JUDGED = ["ndcg@10", "recall@100"];
export const METRICS = {
  "ndcg@10": "nDCG@10",
  "recall@100": "recall@100",
  "hit@1": "hit@1",
  "mrr@3": "MRR@3",
  map: "MAP",
};
export const MODES = { lexical: "keywords", vector: "meaning", hybrid: "hybrid" };
const DIGITS = 5;

/** Groups of sets in their order, and all sets as the last. */
export function listGroups(sets) {
  const groups = GROUPS.map((group) => ({ group, members: sets.filter((set) => set.group === group) }));
  return [...groups.filter(({ members }) => members.length > 0), { group: "all", members: sets }];
}

/** Means over sets, each set counting once. */
export function summariseGroups(sets) {
  return listGroups(sets).map(({ group, members }) => ({
    group,
    sets: members.length,
    runs: listVariants(sets).map(({ mode, fusion }) => {
      const mean = (metric) => combine(members.map((set) => figureOf(set, { mode, fusion }, metric)));
      return { mode, fusion, figures: Object.fromEntries(JUDGED.map((metric) => [metric, mean(metric)])) };
    }),
    comparisons: summariseComparisons(members, "comparisons"),
    policies: summariseComparisons(members, "policies"),
  }));
}

/** Of each policy against the better side, or against the usual policy. */
function summariseComparisons(members, kind) {
  const names = members[0][kind].map(({ fusion, metric }) => ({ fusion, metric }));
  return names.map(({ fusion, metric }) => {
    const each = members.map((set) => comparisonOf(set, { kind, fusion, metric }));
    const { mean: difference, low, high } = combine(each.map((one) => ({ ...one, mean: one.difference })));
    const count = (verdict) => each.filter((one) => one.verdict === verdict).length;
    const counts = { below: count("below"), same: count("same"), above: count("above") };
    return { fusion, metric, difference, low, high, ...counts };
  });
}

/**
 * The mean of figures that were measured apart. Its interval adds up theirs as those of independent samples; what
 * other sets would have given is not in it.
 */
function combine(figures) {
  const total = figures.length;
  const mean = figures.reduce((sum, figure) => sum + figure.mean, 0) / total;
  const half = Math.sqrt(figures.reduce((sum, { low, high }) => sum + ((high - low) / 2) ** 2, 0)) / total;
  return {
    mean: round(mean, DIGITS),
    low: round(mean - half, DIGITS),
    high: round(Math.min(1, mean + half), DIGITS),
  };
}

/** Each published figure beside ours: that of the side which does the same work, and that of the usual hybrid search. */
export function comparePublished(sets, policy) {
  const present = PUBLISHED.filter(({ set }) => sets.some((each) => each.set === set));
  return present.map((figure) => {
    const set = sets.find((each) => each.set === figure.set);
    const { differs = null, fair = differs === null } = SETS[figure.set];
    const against = (mode) => {
      const ours = figureOf(set, { mode, fusion: mode === "hybrid" ? policy : null }, figure.metric);
      return { mode, ...ours, verdict: judge(ours, figure.value, fair) };
    };
    return { ...figure, differs, same: against(figure.side), usual: against("hybrid") };
  });
}

/** On another set it is no win to be above, while to be below counts on any. */
export function judge({ low, high }, value, fair = true) {
  if (high < value) return "below";
  return low > value && fair ? "above" : "same";
}

export function listVariants(sets) {
  const longest = sets.reduce((most, set) => (set.runs.length > most.runs.length ? set : most));
  return longest.runs.map(({ mode, fusion }) => ({ mode, fusion }));
}

export function listFusions(sets) {
  return listVariants(sets).flatMap(({ fusion }) => fusion ?? []);
}

/** Of what the maker of the set measured with plain full-text search; null when there is none. */
export function findBestBaseline({ baselines }) {
  return baselines.reduce(
    (best, each) => (best === null || each["ndcg@10"] > best["ndcg@10"] ? each : best),
    null,
  );
}

/** A set of whose documents none has a vector has no meaning side: that finds nothing, and scores 0. */
export function figureOf({ runs }, { mode, fusion }, metric) {
  const run = runs.find((each) => each.mode === mode && each.fusion === fusion);
  return run?.figures[metric] ?? { mean: 0, low: 0, high: 0 };
}

export function comparisonOf(set, { kind, fusion, metric }) {
  return set[kind].find((each) => each.fusion === fusion && each.metric === metric);
}
