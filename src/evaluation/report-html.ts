import { METRIC_NAMES } from "../core/metric-names.ts";
import { toVariantLabel } from "./compare-reference.ts";
import type { Compared } from "./compare-runs.ts";
import type { ChangedQuery, QueryPoint, RunComparison, VariantComparison } from "./comparison.ts";
import { clip, escapeHtml, toInterval, toSigned } from "./report-markup.ts";
import { toForestPlot, toKind, toScatterPlot, toSortedPlot } from "./report-plots.ts";
import { REPORT_STYLE } from "./report-style.ts";

/** Longer queries and ids are cut: the report is to be read, and the run holds them whole. */
const SHOWN_CHARACTERS = 240;

const VERDICTS = {
  better: "B is better",
  worse: "B is worse",
  undecided: "no difference is proven",
} as const;

/** One page that asks for nothing else: no script, no font, no image; the policy in it forbids them. */
export function toHtmlReport({ comparison, points }: Compared): string {
  const { set, a, b } = comparison;
  const title = `${escapeHtml(set)}: ${escapeHtml(a.run_id)} and ${escapeHtml(b.run_id)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(set)}</h1>
${toRunTable(comparison)}
${comparison.warnings.map((warning) => `<p class="warning">${escapeHtml(warning)}</p>`).join("\n")}
${comparison.variants.map((variant, index) => toVariantSection(variant, points[index] ?? [], index)).join("\n")}
${toUnmatched(comparison)}
${toAskSection(comparison)}
${toDifferences(comparison)}
<footer>A difference is B minus A. Intervals hold 95 % of 10,000 paired bootstrap samples of the queries. A difference counts as significant when its interval leaves out zero and at least six queries changed; among many comparisons one in twenty does so by chance.</footer>
</main>
</body>
</html>
`;
}

function toRunTable({ a, b }: RunComparison): string {
  const row = (name: string, run: RunComparison["a"]): string[] => [
    name,
    `<code>${escapeHtml(run.run_id)}</code>`,
    escapeHtml(run.started_at),
    String(run.documents),
    String(run.queries),
    toGit(run.git),
  ];
  return toTable(["", "run", "started", "documents", "queries", "commit"], [row("A", a), row("B", b)]);
}

function toGit(git: RunComparison["a"]["git"]): string {
  if (git === null) return "–";
  return `<code>${escapeHtml(git.commit.slice(0, 12))}</code>${git.dirty ? " with changes" : ""}`;
}

function toVariantSection(variant: VariantComparison, points: readonly QueryPoint[], index: number): string {
  const [a, b] = [toVariantLabel(variant.a), toVariantLabel(variant.b)].map(escapeHtml);
  const rows = METRIC_NAMES.map((label) => ({ label, ...variant.metrics[label] }));
  const id = `plot-${index}`;
  return `<section>
<h2>${a === b ? a : `${a} → ${b}`}</h2>
<p class="verdict ${variant.verdict}">${toMark(variant.verdict)} By nDCG@10 over ${variant.queries} queries: ${VERDICTS[variant.verdict]}</p>
${toMetricTable("metric", rows)}
<div class="plots">
<figure>${toForestPlot(rows, `${id}-forest`)}<figcaption>Differences with their intervals; filled: significant</figcaption></figure>
<figure>${toSortedPlot(points, `${id}-sorted`)}<figcaption>nDCG@10 by query, B minus A</figcaption></figure>
<figure>${toScatterPlot(points, `${id}-scatter`)}<figcaption>nDCG@10 of every query; above the line B is better</figcaption></figure>
</div>
${
  variant.kinds.length === 0
    ? ""
    : `<h3>nDCG@10 by kind of query</h3>${toMetricTable(
        "kind",
        variant.kinds.map((kind) => ({ ...kind, label: `${clip(kind.kind, 60)} (${kind.queries})` })),
      )}`
}
<h3>Latency and empty results</h3>
${toLatencyTable(variant)}
${toChangedTable("Gained most", variant.gained)}
${toChangedTable("Lost most", variant.lost)}
</section>`;
}

type MetricRow = VariantComparison["metrics"]["map"] & { readonly label: string };

function toMetricTable(heading: string, rows: readonly MetricRow[]): string {
  return toTable(
    [heading, "A", "B", "difference", "95 % interval", "wins", "losses", "ties"],
    rows.map((row) => {
      const kind = toKind(row);
      return [
        escapeHtml(row.label),
        row.a.toFixed(4),
        row.b.toFixed(4),
        `<span class="${kind}">${toMark(kind)} ${toSigned(row.difference)}</span>`,
        toInterval(row),
        String(row.wins),
        String(row.losses),
        String(row.ties),
      ];
    }),
  );
}

/** A sign beside the colour, for those who do not see it. */
function toMark(kind: "better" | "worse" | "undecided"): string {
  return { better: "▲", worse: "▼", undecided: "·" }[kind];
}

function toLatencyTable({ latency_ms: { a, b, ratio }, empty_rate }: VariantComparison): string {
  const times = (value: number | null): string => (value === null ? "–" : `× ${value.toFixed(2)}`);
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  return toTable(
    ["", "A", "B", "B over A"],
    [
      ["p50", `${a.p50.toFixed(2)} ms`, `${b.p50.toFixed(2)} ms`, times(ratio.p50)],
      ["p95", `${a.p95.toFixed(2)} ms`, `${b.p95.toFixed(2)} ms`, times(ratio.p95)],
      ["nothing found", percent(empty_rate.a), percent(empty_rate.b), ""],
    ],
  );
}

function toChangedTable(title: string, changed: readonly ChangedQuery[]): string {
  if (changed.length === 0) return "";
  const rank = (value: number | null): string => (value === null ? "–" : String(value));
  const rows = changed.map((query) => [
    `<bdi>${escapeHtml(clip(query.query, SHOWN_CHARACTERS))}</bdi><br><small>${toCode(query.query_id)}${query.kind === null ? "" : ` ${escapeHtml(clip(query.kind, 60))}`}</small>`,
    toSigned(query.difference, 2),
    `<span class="whole">${query.a.value.toFixed(2)} → ${query.b.value.toFixed(2)}</span>`,
    `${rank(query.a.first_relevant)} → ${rank(query.b.first_relevant)}`,
    toHits(query.a.top),
    toHits(query.b.top),
  ]);
  const head = ["query", "difference", "nDCG@10", "first relevant", "first hits of A", "first hits of B"];
  return `<h3>${title}</h3>${toTable(head, rows, "wide")}`;
}

function toHits(hits: readonly string[]): string {
  return hits.length === 0 ? "nothing" : `<ol>${hits.map((hit) => `<li>${toCode(hit)}</li>`).join("")}</ol>`;
}

function toCode(text: string): string {
  return `<code><bdi>${escapeHtml(clip(text, SHOWN_CHARACTERS))}</bdi></code>`;
}

function toUnmatched({ unmatched }: RunComparison): string {
  const sides = [
    ...(unmatched.a.length === 0 ? [] : [`A alone: ${unmatched.a.join(", ")}`]),
    ...(unmatched.b.length === 0 ? [] : [`B alone: ${unmatched.b.join(", ")}`]),
  ];
  return sides.map((text) => `<p class="warning">Measured in ${escapeHtml(text)}</p>`).join("\n");
}

function toAskSection({ ask }: RunComparison): string {
  if (ask === null) return "";
  const { a, b } = ask;
  const shares = [
    ["rightly answered or refused", a.refusal_correctness, b.refusal_correctness],
    ["wrongly refused", a.wrongly_refused, b.wrongly_refused],
    ["wrongly answered", a.wrongly_answered, b.wrongly_answered],
    ["answers that are correct", a.correct, b.correct],
    ["answers wholly supported", a.grounded, b.grounded],
  ] as const;
  const rows = [
    ["provider", escapeHtml(`${a.provider} ${a.model}`), escapeHtml(`${b.provider} ${b.model}`), ""],
    ["questions", String(a.questions), String(b.questions), ""],
    ...shares.map(([name, left, right]) => [name, left.toFixed(4), right.toFixed(4), toSigned(right - left)]),
    ["p50 ms", a.latency_ms.p50.toFixed(1), b.latency_ms.p50.toFixed(1), ""],
    ["p95 ms", a.latency_ms.p95.toFixed(1), b.latency_ms.p95.toFixed(1), ""],
    ["prompt tokens", String(a.prompt_tokens), String(b.prompt_tokens), ""],
    ["answer tokens", String(a.answer_tokens), String(b.answer_tokens), ""],
  ];
  return `<section><h2>Answers</h2>${toTable(["", "A", "B", "difference"], rows)}</section>`;
}

function toDifferences({ differs }: RunComparison): string {
  const value = (json: unknown): string => toCode(JSON.stringify(json));
  const rows = [...differs.config, ...differs.versions].map(({ key, a, b }) => [
    toCode(key),
    value(a),
    value(b),
  ]);
  const git = differs.git === null ? [] : [["commit", toGit(differs.git.a), toGit(differs.git.b)]];
  const all = [...git, ...rows];
  const body = all.length === 0 ? "<p>Nothing that is recorded</p>" : toTable(["", "A", "B"], all, "wide");
  return `<section><h2>What differs between the runs</h2>${body}</section>`;
}

/** Cells and heads are markup already. On a phone a wide table is read row by row, each cell under its head. */
function toTable(head: readonly string[], rows: readonly (readonly string[])[], kind = "figures"): string {
  const heads = head.map((cell) => `<th scope="col">${cell}</th>`).join("");
  const toRow = (row: readonly string[]): string =>
    `<tr>${row.map((cell, column) => `<td data-head="${head[column] ?? ""}">${cell}</td>`).join("")}</tr>`;
  return `<div class="scroll" tabindex="0"><table class="${kind}"><thead><tr>${heads}</tr></thead><tbody>
${rows.map(toRow).join("\n")}
</tbody></table></div>`;
}
