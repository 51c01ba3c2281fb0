// "Where we lose": found in the intervals, by nobody's choice.
import { formatDifference, formatInterval, formatMark, formatShare, toMarkdownTable } from "./markdown.mjs";
import { figureOf, findBestBaseline, judge, listFusions, METRICS, MODES } from "./quality-summary.mjs";

export function renderLosses(results) {
  return [
    "## Where we lose",
    ...renderFused(results),
    ...renderPublished(results),
    ...renderBaselines(results),
  ].join("\n\n");
}

/** A user who knew the better side would have done better without the other. */
function renderFused({ sets, policy }) {
  const fusions = listFusions(sets);
  const rows = sets.flatMap((set) =>
    ["ndcg@10", "recall@100"].flatMap((metric) => {
      const each = set.comparisons.filter((comparison) => comparison.metric === metric);
      if (each.every(({ verdict }) => verdict !== "below")) return [];
      const { against } = each[0];
      const side = formatShare(figureOf(set, { mode: against, fusion: null }, metric).mean);
      const differences = each.map((one) => (one.verdict === "below" ? formatDifference(one) : ""));
      return [[set.set, METRICS[metric], `${MODES[against]} ${side}`, ...differences]];
    }),
  );
  const told = Object.entries({ "ndcg@10": "nDCG@10", "recall@100": "recall@100" }).map(([metric, name]) => {
    const below = sets.filter(({ comparisons }) =>
      comparisons.some((one) => one.fusion === policy && one.metric === metric && one.verdict === "below"),
    );
    return `by ${name} on ${below.length} of ${sets.length} sets`;
  });
  return [
    `**Fused, below the better side.** Hybrid search as it comes (\`${policy}\`) is surely below the better of its two sides ${told.join(", ")}. Every set and policy for which it is so:`,
    rows.length === 0
      ? "None."
      : toMarkdownTable(
          [["set", "figure", "better side", ...fusions.map((fusion) => `${fusion} − it`)], ...rows],
          3,
        ),
  ];
}

function renderPublished({ published }) {
  const lost = published.filter(({ same, usual }) => same.verdict === "below" || usual.verdict === "below");
  const near = published.filter(
    (figure) => !lost.includes(figure) && figure.usual.mean < figure.value && figure.usual.verdict === "same",
  );
  const rows = lost.map(({ set, system, metric, value, same, usual }) => [
    ...[set, system, METRICS[metric], formatShare(value)],
    `${MODES[same.mode]} ${formatInterval(same)}${formatMark(same.verdict)}`,
    `${formatInterval(usual)}${formatMark(usual.verdict)}`,
  ]);
  const header = ["set", "system", "figure", "published", "ours, same side", "ours, hybrid"];
  return [
    `**Below a published figure.** Of ${published.length} published figures ${count(lost, "usual")} lie above the interval of hybrid search, and ${count(lost, "same")} above that of the side which does the same work:`,
    rows.length === 0 ? "None." : toMarkdownTable([header, ...rows], 3),
    near.length === 0
      ? "None is higher than our hybrid search but inside its interval."
      : `Higher than our hybrid search too, but inside its interval: ${near.map(({ set, system, metric, value }) => `${system} on ${set} (${METRICS[metric]} ${formatShare(value)})`).join(", ")}.`,
  ];
}

function count(lost, whose) {
  return lost.filter((figure) => figure[whose].verdict === "below").length;
}

function renderBaselines({ sets, policy }) {
  const isBelow = (mode, fusion) => (set) => {
    const best = findBestBaseline(set);
    return best !== null && judge(figureOf(set, { mode, fusion }, "ndcg@10"), best["ndcg@10"]) === "below";
  };
  const list = (below) => (below.length === 0 ? "on no set" : `on ${below.map(({ set }) => set).join(", ")}`);
  return [
    `**Below plain keyword search.** Against the best plain setting of each set our keywords are surely lower ${list(sets.filter(isBelow("lexical", null)))}, hybrid search ${list(sets.filter(isBelow("hybrid", policy)))}.`,
  ];
}
