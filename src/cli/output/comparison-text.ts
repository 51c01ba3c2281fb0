import type { EvalComparison, EvalTune } from "../../wire/comparison.ts";
import { type Style, toPrintable, toTable } from "./style.ts";

type VariantComparison = EvalComparison["variants"][number];
type ChangedQuery = VariantComparison["gained"][number];
type Compared = VariantComparison["metrics"]["map"];
type Verdict = VariantComparison["verdict"];

const SHOWN_CHANGED = 3;
const SHOWN_CHARACTERS = 72;
const VERDICTS: Readonly<Record<Verdict, string>> = {
  better: "B is better",
  worse: "B is worse",
  undecided: "no difference is proven",
};

/** Ten changed queries each way with --verbose, else three. */
export function toComparisonText(
  comparison: EvalComparison,
  style: Style,
  { verbose }: { readonly verbose: boolean },
): string {
  const { set, a, b, variants, unmatched, ask, differs } = comparison;
  const run = (name: string, { run_id, started_at, git }: EvalComparison["a"]): string[] => [
    style.bold(name),
    toPrintable(run_id),
    toPrintable(started_at),
    git === null ? "" : toGit(git),
  ];
  const alone = (name: string, labels: readonly string[]): string =>
    labels.length === 0 ? "" : style.dim(`measured in ${name} alone: ${toPrintable(labels.join(", "))}\n`);
  return [
    `${style.bold(toPrintable(set))}\n${toTable([run("A", a), run("B", b)])}`,
    ...variants.map((variant) => toVariantText(variant, style, verbose ? Infinity : SHOWN_CHANGED)),
    alone("A", unmatched.a) + alone("B", unmatched.b),
    ask === null ? "" : toAskText(ask, style),
    toDifferencesText(differs, style),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function toVariantText(variant: VariantComparison, style: Style, shown: number): string {
  const [a, b] = [toLabel(variant.a), toLabel(variant.b)];
  const { latency_ms: latency, kinds, verdict } = variant;
  const times = latency.ratio.p50 === null ? "" : ` (× ${latency.ratio.p50.toFixed(2)})`;
  return [
    `${style.bold(a === b ? a : `${a} → ${b}`)}, ${variant.queries} queries: ${paint(verdict, style, VERDICTS[verdict])}\n`,
    toMetricTable("metric", Object.entries(variant.metrics), style),
    kinds.length === 0
      ? ""
      : toMetricTable(
          "ndcg@10 of",
          kinds.map((kind) => [`${toPrintable(kind.kind)} (${kind.queries})`, kind] as const),
          style,
        ),
    `p50 ${latency.a.p50.toFixed(2)} → ${latency.b.p50.toFixed(2)} ms${times}, p95 ${latency.a.p95.toFixed(2)} → ${latency.b.p95.toFixed(2)} ms\n`,
    toChangedText("gained most", variant.gained.slice(0, shown), style),
    toChangedText("lost most", variant.lost.slice(0, shown), style),
  ].join("");
}

function toMetricTable(
  heading: string,
  rows: readonly (readonly [string, Compared])[],
  style: Style,
): string {
  const head = [heading, "A", "B", "difference", "95 % interval", "wins", "losses", "ties"];
  const body = rows.map(([name, { a, b, difference, low, high, wins, losses, ties, significant }]) => {
    const verdict: Verdict = !significant ? "undecided" : difference > 0 ? "better" : "worse";
    return {
      verdict,
      cells: [
        name,
        a.toFixed(4),
        b.toFixed(4),
        `${{ better: "▲", worse: "▼", undecided: " " }[verdict]} ${toSigned(difference)}`,
        `[${toSigned(low)}, ${toSigned(high)}]`,
        ...[wins, losses, ties].map(String),
      ],
    };
  });
  // Painted line by line, after the columns are measured: colours have no width.
  const [first = "", ...lines] = toTable([head, ...body.map(({ cells }) => cells)]).split("\n");
  const painted = lines
    .slice(0, -1)
    .map((line, row) => paint(body[row]?.verdict ?? "undecided", style, line));
  return [style.dim(first), ...painted, ""].join("\n");
}

function toChangedText(title: string, changed: readonly ChangedQuery[], style: Style): string {
  if (changed.length === 0) return "";
  const rank = (value: number | null): string => (value === null ? "–" : String(value));
  const rows = changed.map(({ query, query_id, difference, a, b }) => [
    ` ${toSigned(difference, 2)}`,
    `${a.value.toFixed(2)} → ${b.value.toFixed(2)}`,
    `${rank(a.first_relevant)} → ${rank(b.first_relevant)}`,
    toLine(query_id, 24),
    toLine(query, SHOWN_CHARACTERS),
  ]);
  const hits = changed.map(({ a, b }) => `   ${toHits(a.top)} → ${toHits(b.top)}`);
  const [head = "", ...lines] = toTable([[title, "ndcg@10", "first relevant", "id", "query"], ...rows]).split(
    "\n",
  );
  const body = lines.slice(0, -1).flatMap((line, index) => [line, style.dim(hits[index] ?? "")]);
  return [style.dim(head), ...body, ""].join("\n");
}

function toHits(hits: readonly string[]): string {
  return hits.length === 0 ? "nothing" : hits.map((hit) => toLine(hit, 40)).join(", ");
}

function toAskText({ a, b }: NonNullable<EvalComparison["ask"]>, style: Style): string {
  const shares = [
    ["rightly answered or refused", a.refusal_correctness, b.refusal_correctness],
    ["wrongly refused", a.wrongly_refused, b.wrongly_refused],
    ["wrongly answered", a.wrongly_answered, b.wrongly_answered],
    ["correct answers", a.correct, b.correct],
    ["supported answers", a.grounded, b.grounded],
  ] as const;
  return `${style.bold("answers")}\n${toTable([
    ["", "A", "B", "difference"],
    ["provider", toPrintable(`${a.provider} ${a.model}`), toPrintable(`${b.provider} ${b.model}`), ""],
    ...shares.map(([name, left, right]) => [name, left.toFixed(4), right.toFixed(4), toSigned(right - left)]),
    ["p50 ms", a.latency_ms.p50.toFixed(1), b.latency_ms.p50.toFixed(1), ""],
    ["tokens", String(a.prompt_tokens + a.answer_tokens), String(b.prompt_tokens + b.answer_tokens), ""],
  ])}`;
}

function toDifferencesText({ config, versions, git }: EvalComparison["differs"], style: Style): string {
  const rows = [
    ...(git === null ? [] : [["commit", toGit(git.a), toGit(git.b)]]),
    ...[...config, ...versions].map(({ key, a, b }) =>
      [key, JSON.stringify(a), JSON.stringify(b)].map((text) => toLine(text, 60)),
    ),
  ];
  const title = style.bold("what differs between the runs");
  return rows.length === 0 ? "" : `${title}\n${toTable([["", "A", "B"], ...rows])}`;
}

function toGit(git: EvalComparison["a"]["git"]): string {
  if (git === null) return "no repository";
  return `${toPrintable(git.commit.slice(0, 12))}${git.dirty ? " with changes" : ""}`;
}

function toLabel({ mode, fusion }: VariantComparison["a"]): string {
  return toPrintable(fusion === null ? mode : `${mode}/${fusion}`);
}

function paint(verdict: Verdict, style: Style, text: string): string {
  if (verdict === "undecided") return text;
  return verdict === "better" ? style.green(text) : style.red(text);
}

/** One line, cut by whole characters. */
function toLine(text: string, length: number): string {
  const flat = toPrintable(text.slice(0, 8 * length)).replace(/\s+/g, " ");
  const characters = Array.from(flat);
  return characters.length <= length ? flat : `${characters.slice(0, length - 1).join("")}…`;
}

function toSigned(value: number, digits = 4): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? ` ${text}` : `${value > 0 ? "+" : "-"}${text}`;
}

/** The half that decides first; then the one that was searched, so that over-fitting shows. */
export function toTuneText(tune: EvalTune, style: Style): string {
  const { set, metric, tried, searched, held_out, adopt } = tune;
  const onSearched = [[metric, searched.metrics[metric]] as const];
  const verdict = adopt
    ? style.green(`The gain holds on queries it was not chosen on. Suggested:`)
    : style.yellow(`No gain is proven on queries it was not chosen on: keep the settings you have.`);
  return [
    `${style.bold(toPrintable(set))}: ${tried} settings tried for ${metric}; A is now, B the best found`,
    "",
    `${style.bold("held-out half")}, ${held_out.queries} queries`,
    toMetricTable("metric", Object.entries(held_out.metrics), style),
    `${style.bold("half that was searched")}, ${searched.queries} queries`,
    toMetricTable("metric", onSearched, style),
    verdict,
    "",
  ].join("\n");
}
