// docs/quality.md, and the short table a run prints. Figures only, no text of the sets.
import { formatDifference, formatInterval, formatMark, formatShare, toMarkdownTable } from "./markdown.mjs";
import { SETS } from "./published.mjs";
import { renderLosses } from "./quality-losses.mjs";
import {
  comparisonOf,
  figureOf,
  findBestBaseline,
  JUDGED,
  judge,
  listFusions,
  listGroups,
  listVariants,
  METRICS,
  MODES,
} from "./quality-summary.mjs";
import { toTable } from "./table.mjs";

export function renderDocument(results) {
  const { sets, policy } = results;
  const groups = listGroups(sets).filter(({ group }) => group !== "all");
  return `${[
    "# Retrieval quality",
    ...renderIntroduction(results),
    "## In short",
    ...renderSummary(results),
    renderLosses(results),
    "## The sets",
    renderSets(groups),
    ...groups.flatMap((group) => renderGroup(group, results)),
    "## Against published figures",
    ...renderPublished(results),
    "## Against plain keyword search",
    ...renderBaselines(groups, policy),
  ].join("\n\n")}\n`;
}

/** A page of some of the sets says so. */
function renderMissing(sets) {
  const missing = Object.keys(SETS).filter((name) => !sets.some(({ set }) => set === name));
  return missing.length === 0 ? [] : [`**Not measured in this run: ${missing.join(", ")}.**`];
}

function renderIntroduction(results) {
  const { sets, policy } = results;
  const { embedder, lexical } = sets[0].versions;
  const queries = sets.reduce((sum, set) => sum + set.queries, 0);
  return [
    `Made by \`npm run bench:quality\`: ${renderHeading(results)}. No figure here is typed by hand but the published ones, which stand with their sources in \`bench/support/published.mjs\`.`,
    `${sets.length} sets of documents and questions, ${queries.toLocaleString("en")} questions in all, each with the documents that answer it. Every question is put to an index of the set's documents by \`kebab eval beir\`, with the settings kebab has when nobody changed any: by keywords (\`${lexical}\`), by meaning (\`${embedder}\`), and by both, fused by each policy of \`search.hybrid_fusion\`. *Hybrid* is the one you get unless you choose: \`${policy}\`.`,
    ...renderMissing(sets),
    "How to read it:",
    [
      "- **nDCG@10**: how well the first ten are ordered, 1 at best. **recall@100**: the share of what is relevant that is among the first hundred. **hit@1**: the share of questions whose first hit is relevant. **MRR@3**: 1, 1/2 or 1/3 for the first relevant one among three. **MAP**: mean average precision. By trec_eval's definitions.",
      "- In brackets stands the 95 % interval: the questions were drawn again 10,000 times. Two intervals may overlap although one side is surely better; so differences have intervals of their own, over the same questions on both sides.",
      "- ▲ surely above, ▼ surely below: the interval of the difference leaves out 0, and six questions or more changed. Some hundreds of such tests stand here; a few would show a mark by chance.",
      "- *better side*: keywords or meaning, whichever has the higher mean on that set. A user cannot know beforehand which it is, so even a tie with it is worth something; but whoever knows can choose the mode.",
      "- Asked in Korean, hybrid search leaves what is written in Korean to keywords, and takes meaning for the rest; where the nearest passage is in another language, keywords stand back that hold neither most of the question nor a rare name of it (docs/decisions/0014-fusion.md).",
      "- A mean over sets counts every set once. Its interval treats the sets as given and their questions as independent, although some sets share theirs.",
      "- These are the sets that kebab was made with: settings were compared on some of them (docs/decisions). Documents nobody has seen may fare a little worse.",
    ].join("\n"),
  ];
}

function renderHeading({ date, commit, changed, build, machine, sets }) {
  const seconds = sets.reduce((sum, set) => sum + set.seconds, 0);
  const where = `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.system}, Node ${machine.node}`;
  const source = `commit ${commit ?? "unknown"}${changed ? " with changes" : ""}, build ${build}`;
  return `${date.slice(0, 10)}, ${source}; ${where}; ${Math.round(seconds / 60)} minutes of searching`;
}

function renderSummary({ groups, sets, policy }) {
  const variants = listVariants(sets);
  const all = groups.at(-1);
  return [
    ...JUDGED.map((metric) =>
      toMarkdownTable([
        [`mean ${METRICS[metric]}`, "sets", ...variants.map(nameOf)],
        ...groups.map(({ group, sets: count, runs }) => [
          ...[group, String(count)],
          ...runs.map(({ figures }) =>
            group === "all" ? formatInterval(figures[metric]) : formatShare(figures[metric].mean),
          ),
        ]),
      ]),
    ),
    toMarkdownTable([
      ["nDCG@10 of the policies, all sets", "− better side", "sets ▲", "undecided", "sets ▼", `− ${policy}`],
      ...all.comparisons
        .filter(({ metric }) => metric === "ndcg@10")
        .map((comparison) => {
          const { fusion, above, same, below } = comparison;
          const usual = all.policies.find((each) => each.fusion === fusion && each.metric === "ndcg@10");
          return [
            ...[fusion, formatDifference(comparison), String(above), String(same), String(below)],
            usual === undefined ? "" : formatDifference(usual),
          ];
        }),
    ]),
    "Weights are what `weighted_rrf` is for; by default they are equal, and it does what `rrf` does.",
  ];
}

function renderSets(groups) {
  const rows = groups.flatMap(({ group, members }) =>
    members.map(({ set, documents, queries }) => [
      ...[set, group, SETS[set]?.holds ?? ""],
      ...[documents, queries].map((count) => count.toLocaleString("en")),
    ]),
  );
  return toMarkdownTable([["set", "group", "what it holds", "documents", "questions"], ...rows], 3);
}

function renderGroup({ group, members }, { groups, policy }) {
  const mean = { set: "**mean**", ...groups.find((each) => each.group === group) };
  return [
    `## ${group[0].toUpperCase()}${group.slice(1)}`,
    toMarkdownTable(toModeRows([...members, mean], policy), 2),
    "By policy; below each figure its difference from the better side (k: keywords, m: meaning):",
    toMarkdownTable(toPolicyRows([...members, mean], listFusions(members)), 2),
  ];
}

function toModeRows(sets, policy) {
  const variants = Object.keys(MODES).map((mode) => ({ mode, fusion: mode === "hybrid" ? policy : null }));
  return [
    ["set", "figure", ...Object.values(MODES), "hybrid − better side"],
    ...sets.flatMap((set) =>
      JUDGED.map((metric, at) => [
        ...[at === 0 ? set.set : "", METRICS[metric]],
        ...variants.map((variant) => formatInterval(figureOf(set, variant, metric))),
        formatDifference(comparisonOf(set, { kind: "comparisons", fusion: policy, metric })),
      ]),
    ),
  ];
}

function toPolicyRows(sets, fusions) {
  return [
    ["set", "figure", ...fusions],
    ...sets.flatMap((set) =>
      JUDGED.flatMap((metric, at) => {
        const compared = fusions.map((fusion) => comparisonOf(set, { kind: "comparisons", fusion, metric }));
        const { against } = compared[0];
        const figures = fusions.map((fusion) => figureOf(set, { mode: "hybrid", fusion }, metric));
        return [
          [at === 0 ? set.set : "", METRICS[metric], ...figures.map(formatInterval)],
          [
            "",
            `− ${against === undefined ? "better" : MODES[against][0]}`,
            ...compared.map(formatDifference),
          ],
        ];
      }),
    ),
  ];
}

function renderPublished({ published, sets }) {
  const without = sets.filter(({ set }) => !published.some((each) => each.set === set)).map(({ set }) => set);
  const differing = [...new Set(published.map(({ set }) => set))].filter((set) => SETS[set].differs);
  const sources = [...new Set(published.map(({ source }) => source))];
  const rows = published.map(({ set, system, metric, value, source, same, usual }) => [
    ...[set, `${system} [${sources.indexOf(source) + 1}]`, METRICS[metric], formatShare(value)],
    `${MODES[same.mode]} ${formatInterval(same)}${formatMark(same.verdict)}`,
    `${formatInterval(usual)}${formatMark(usual.verdict)}`,
  ]);
  return [
    "Ours beside what others report: the side of kebab that does the same work (keywords for BM25, meaning for an embedding model), and hybrid search as it comes. ▲ and ▼ where the published figure lies outside our interval; theirs has one too, which nobody printed.",
    toMarkdownTable(
      [["set", "system", "figure", "published", "ours, same side", "ours, hybrid"], ...rows],
      3,
    ),
    sources.map((source, at) => `${at + 1}. ${source}`).join("\n"),
    "Where a set is not the one the figures were measured on, to be above is no win and has no mark, unless it hardly differs:",
    differing.map((set) => `- ${set}: ${SETS[set].differs}.`).join("\n"),
    `For these no published figure that could stand beside ours is known to us: ${without.join(", ")}.`,
  ];
}

function renderBaselines(groups, policy) {
  const rows = groups
    .flatMap(({ members }) => members)
    .flatMap((set) => {
      const best = findBestBaseline(set);
      if (best === null) return [];
      const ours = [figureOf(set, { mode: "lexical", fusion: null }, "ndcg@10"), usualOf(set, policy)].map(
        (figure) => `${formatInterval(figure)}${formatMark(judge(figure, best["ndcg@10"]))}`,
      );
      return [[set.set, best.system, formatShare(best["ndcg@10"]), ...ours]];
    });
  return [
    "nDCG@10 of the best of several plain settings, measured by the maker of the sets (SQLite's FTS5 with Porter stems or trigrams, BM25 as in Lucene, BM25 over pairs of Hangul syllables). The best is chosen afterwards for each set; ours is one setting for all.",
    toMarkdownTable([["set", "best plain setting", "nDCG@10", "our keywords", "our hybrid"], ...rows], 2),
  ];
}

function usualOf(set, policy) {
  return figureOf(set, { mode: "hybrid", fusion: policy }, "ndcg@10");
}

function nameOf({ mode, fusion }) {
  return fusion ?? MODES[mode];
}

/** For the terminal: nDCG@10 of everything, and how the usual policy stands to the better side. */
export function renderQuality(results) {
  const { sets, groups, policy } = results;
  const variants = listVariants(sets);
  const toRow = (name, counts, set) => [
    ...[name, ...counts],
    ...variants.map((variant) => formatShare(figureOf(set, variant, "ndcg@10").mean)),
    formatDifference(comparisonOf(set, { kind: "comparisons", fusion: policy, metric: "ndcg@10" })),
  ];
  const table = toTable([
    ["nDCG@10", "documents", "queries", ...variants.map(nameOf), `${policy} − better side`],
    ...sets.map((set) => toRow(set.set, [String(set.documents), String(set.queries)], set)),
    ...groups.map((group) => toRow(`mean, ${group.group}`, [`${group.sets} sets`, ""], group)),
  ]);
  return `${renderHeading(results)}\n\n${table}`;
}
