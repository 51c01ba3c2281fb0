// The quality table: a row a set, then the means over sets. Figures only, no text of the sets.
import { round } from "./statistics.mjs";
import { toTable } from "./table.mjs";

const GROUPS = ["English", "Korean", "across languages", "code", "notes", "other"];
const MARKS = { below: "BELOW", above: "above", same: "" };

/** Means over sets, each set counting once: by group, and over all. */
export function summariseGroups(sets) {
  const groups = GROUPS.filter((group) => sets.some((set) => set.group === group));
  return [...groups.map((group) => [group, sets.filter((set) => set.group === group)]), ["all", sets]].map(
    ([group, members]) => ({
      group,
      sets: members.length,
      runs: listVariants(sets).map(({ mode, fusion }) => {
        const mean = (metric) => meanOf(members.map((set) => metricOf(set, { mode, fusion }, metric)));
        return { mode, fusion, "ndcg@10": mean("ndcg@10"), "recall@100": mean("recall@100") };
      }),
      comparisons: listFusions(sets).map((fusion) => {
        const each = members.map((set) => comparisonOf(set, fusion));
        const count = (verdict) => each.filter((comparison) => comparison.verdict === verdict).length;
        const difference = meanOf(each.map((comparison) => comparison.difference));
        return { fusion, difference, below: count("below"), above: count("above") };
      }),
    }),
  );
}

export function renderQuality(results) {
  return `${renderHeading(results)}\n\n${toTable(toRows(results))}\n\n${NOTE}`;
}

export function renderMarkdown(results) {
  const [header, ...rows] = toRows(results);
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = header.map((_, column) => (column === 0 ? "---" : "---:"));
  const table = [line(header), line(rule), ...rows.map(line)].join("\n");
  return `# Retrieval quality\n\n${renderHeading(results)}\n\n${table}\n\n${NOTE}\n`;
}

const NOTE =
  "nDCG@10 and recall@100 (trec_eval's). The difference is nDCG@10 of the fused list minus that of the better side " +
  "of the set (l: lexical, v: vector), with a 95 % interval from a paired bootstrap over queries. " +
  "BELOW: significantly under the better side; above: significantly over it, and so over both. " +
  "A mean counts every set once.";

function renderHeading({ date, commit, changed, build, machine }) {
  const load = machine.load_before.join(" ");
  return `${date.slice(0, 10)}, commit ${commit ?? "none"}${changed ? " with changes" : ""}, build ${build}, Node ${machine.node}; load before: ${load}`;
}

function toRows({ sets, groups }) {
  const variants = listVariants(sets);
  const fusions = listFusions(sets);
  const header = [
    ...["set", "documents", "queries"],
    ...variants.map(nameOf),
    ...variants.map((variant) => `R@100 ${nameOf(variant)}`),
    ...fusions.flatMap((fusion) => [`${fusion} − better`, ""]),
  ];
  const ordered = GROUPS.flatMap((group) => sets.filter((set) => set.group === group));
  const rows = ordered.map((set) => [
    ...[set.set, String(set.documents), String(set.queries)],
    ...variants.map((variant) => format(metricOf(set, variant, "ndcg@10"))),
    ...variants.map((variant) => format(metricOf(set, variant, "recall@100"))),
    ...fusions.flatMap((fusion) => toDifference(comparisonOf(set, fusion))),
  ]);
  const means = groups.map(({ group, sets: count, runs, comparisons }) => [
    ...[`mean, ${group}`, `${count} sets`, ""],
    ...runs.map((run) => format(run["ndcg@10"])),
    ...runs.map((run) => format(run["recall@100"])),
    ...comparisons.flatMap(({ difference, below, above }) => [
      signed(difference),
      `${below} BELOW, ${above} above`,
    ]),
  ]);
  return [header, ...rows, ...means];
}

function toDifference({ difference, low, high, against, verdict }) {
  return [`${signed(difference)} [${signed(low)}, ${signed(high)}] ${against[0]}`, MARKS[verdict]];
}

function listVariants(sets) {
  const longest = sets.reduce((most, set) => (set.runs.length > most.runs.length ? set : most));
  return longest.runs.map(({ mode, fusion }) => ({ mode, fusion }));
}

function listFusions(sets) {
  return sets[0].comparisons.map(({ fusion }) => fusion);
}

function nameOf({ mode, fusion }) {
  return fusion ?? mode;
}

/** A set of whose documents none has a vector has no meaning side: that finds nothing, and scores 0. */
function metricOf(set, { mode, fusion }, metric) {
  return set.runs.find((run) => run.mode === mode && run.fusion === fusion)?.metrics[metric] ?? 0;
}

function comparisonOf(set, fusion) {
  return set.comparisons.find((comparison) => comparison.fusion === fusion);
}

function meanOf(values) {
  return round(values.reduce((sum, value) => sum + value, 0) / values.length, 5);
}

function format(value) {
  return value.toFixed(4);
}

function signed(value) {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}
