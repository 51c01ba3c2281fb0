import type { GoldenEvaluation } from "../../app/evaluate-golden.ts";
import type { StoredRun } from "../../app/run-store.ts";
import { type Style, toPrintable, toTable } from "./style.ts";

type RunRecord = StoredRun["record"];
type VariantRecord = RunRecord["runs"][number];
type QueryRecord = StoredRun["queries"][number];
type AskQueryRecord = StoredRun["asks"][number];
type Requirement = GoldenEvaluation["requirements"][number];

const toLabel = ({ mode, fusion }: Pick<VariantRecord, "mode" | "fusion">): string =>
  fusion === null ? mode : `${mode} ${fusion}`;
const toFigure = (value: number): string => value.toFixed(4);
const toPercent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const toRank = (rank: number | null | undefined): string =>
  rank === null || rank === undefined ? "–" : `${rank}`;
const plain = (text: string): string => toPrintable(text).replace(/\s+/g, " ");

/** What was measured, a row a variant. */
export function renderRuns({ run_id, set, documents, queries, runs }: RunRecord, style: Style): string {
  const head = `${style.bold(plain(set))}: ${documents} documents, ${queries} queries · run ${run_id}\n`;
  if (runs.length === 0) return head;
  const header = ["mode", ...Object.keys(runs[0]?.metrics ?? {}), "empty", "p50 ms", "p95 ms"];
  const rows = runs.map((run) => [
    toLabel(run),
    ...Object.values(run.metrics).map(toFigure),
    toFigure(run.empty_rate),
    run.latency_ms.p50.toFixed(2),
    run.latency_ms.p95.toFixed(2),
  ]);
  return head + toTable([header, ...rows]);
}

/** nDCG@10 and hit@1 by kind, a column a variant. */
export function renderKinds({ runs }: RunRecord): string {
  const kinds = runs[0]?.kinds ?? [];
  if (kinds.length < 2) return "";
  const header = ["kind", "queries", ...runs.map((run) => `${toLabel(run)} nDCG@10, hit@1`)];
  const rows = kinds.map(({ kind, queries }, position) => [
    plain(kind),
    String(queries),
    ...runs.map((run) => {
      const metrics = run.kinds?.[position]?.metrics;
      return metrics === undefined ? "" : `${toFigure(metrics["ndcg@10"])}, ${toFigure(metrics["hit@1"])}`;
    }),
  ]);
  return toTable([header, ...rows]);
}

/** Ranks of the paraphrases of one need, and how far their nDCG@10 lies apart. */
export function renderGroups({ runs }: RunRecord): string {
  const groups = runs[0]?.groups ?? [];
  if (groups.length === 0) return "";
  const header = ["group", "queries", ...runs.map((run) => `${toLabel(run)} ranks, spread`)];
  const rows = groups.map(({ group, queries }, position) => [
    plain(group),
    String(queries.length),
    ...runs.map((run) => {
      const of = run.groups?.[position];
      return of === undefined ? "" : `${of.ranks.map(toRank).join(" ")}, ${of.ndcg_spread.toFixed(2)}`;
    }),
  ]);
  return toTable([header, ...rows]);
}

/** How many queries have no right passage among the first ten, and of one variant which and why. */
export function renderMisses({ runs }: RunRecord, queries: readonly QueryRecord[]): string {
  const counts = runs.flatMap((run) =>
    run.misses === undefined
      ? []
      : [[toLabel(run), `${run.misses.ranking} by ranking`, `${run.misses.vocabulary} by vocabulary`]],
  );
  // Hybrid where it ran: the modes stand in that order, and it is what users get.
  const last = runs.at(-1);
  if (counts.length === 0 || last === undefined) return "";
  const missed = queries.filter((line) => toLabel(line) === toLabel(last) && line.miss !== undefined);
  const details = missed.length === 0 ? "" : `\nmissed by ${toLabel(last)}\n${renderMissed(missed)}`;
  return `misses\n${toTable(counts)}${details}`;
}

function renderMissed(queries: readonly QueryRecord[]): string {
  return toTable(
    queries.flatMap(({ query_id, query, rank, miss }) => {
      if (miss === undefined) return [];
      const words = miss.missing_words.map(plain).join(", ");
      const lacks = words === "" ? "" : `; passage lacks ${words}`;
      const why =
        miss.problem === "ranking" ? `ranking: at ${toRank(rank)}` : `vocabulary: in no list${lacks}`;
      return [[plain(query_id), plain(query), why]];
    }),
  );
}

export function renderAsk({ ask }: RunRecord, asks: readonly AskQueryRecord[]): string {
  if (ask === null) return "";
  const figures: [string, string][] = [
    ["rightly answered or refused", toPercent(ask.refusal_correctness)],
    ["wrongly refused, of those with an answer", toPercent(ask.wrongly_refused)],
    ["wrongly answered, of those without", toPercent(ask.wrongly_answered)],
    ["answers that say what they must", toPercent(ask.correct)],
    ["answers wholly supported", toPercent(ask.grounded)],
    ["p50, p95 ms", `${ask.latency_ms.p50.toFixed(1)}, ${ask.latency_ms.p95.toFixed(1)}`],
    ["tokens read, written", `${ask.prompt_tokens}, ${ask.answer_tokens}`],
  ];
  const model = ["", ask.provider].includes(ask.model) ? ask.provider : `${ask.provider} ${plain(ask.model)}`;
  const wrong = asks.flatMap((line) => {
    const why = toFault(line);
    return why === null ? [] : [[plain(line.query_id), why, plain(line.query)]];
  });
  const faults = wrong.length === 0 ? "" : `\nwrong answers\n${toTable(wrong)}`;
  return `ask: ${ask.questions} questions, ${model}\n${toTable(figures)}${faults}`;
}

function toFault({ expected, answered, refusal_reason, missing, forbidden }: AskQueryRecord): string | null {
  if (expected === "answer" && !answered) return `refused: ${refusal_reason}`;
  if (expected === "refusal" && answered) return "answered";
  if (missing.length > 0) return `lacks ${missing.map(plain).join(", ")}`;
  return forbidden.length > 0 ? `holds ${forbidden.map(plain).join(", ")}` : null;
}

export function renderRequirements(requirements: readonly Requirement[], style: Style): string {
  if (requirements.length === 0) return "";
  const rows = requirements.map(({ name, required, value, met }) => [
    met ? style.green("ok") : style.red("below"),
    name,
    value === null ? "not measured" : toFigure(value),
    `required ${toFigure(required)}`,
  ]);
  return `required\n${toTable(rows)}`;
}

/** What shaped a run. */
export function renderRunOrigin({ kind, started_at, git, versions, config }: RunRecord): string {
  const commit = git === null ? "none" : `${git.commit}${git.dirty ? " with changes" : ""}`;
  const rows = [
    ["kind", kind],
    ["started", started_at],
    ["git", commit],
    ...Object.entries(versions).map(([name, version]) => [name, plain(version)]),
    ...Object.entries(config).map(([name, value]) => [name, plain(JSON.stringify(value))]),
  ];
  return toTable(rows);
}

/** A row a run, newest last. */
export function renderRunList(records: readonly RunRecord[], style: Style): string {
  if (records.length === 0) {
    return `no runs yet; ${style.bold("kebab eval run GOLDEN.yaml")} makes one\n`;
  }
  const header = ["run", "set", "queries", "nDCG@10", "ask", "git"];
  const rows = records.map(({ run_id, set, queries, runs, ask, git }) => [
    run_id,
    plain(set),
    String(queries),
    runs.map((run) => `${toLabel(run)} ${toFigure(run.metrics["ndcg@10"])}`).join(", "),
    ask === null ? "–" : toPercent(ask.refusal_correctness),
    git === null ? "–" : `${git.commit.slice(0, 8)}${git.dirty ? "+" : ""}`,
  ]);
  return toTable([header, ...rows]);
}

/** A row a query, a column a variant: nDCG@10, and the rank where it is known. */
export function renderQueries(queries: readonly QueryRecord[]): string {
  const variants = [...new Set(queries.map(toLabel))];
  const byId = new Map<string, Map<string, QueryRecord>>();
  for (const line of queries) {
    const ofQuery = byId.get(line.query_id) ?? new Map<string, QueryRecord>();
    byId.set(line.query_id, ofQuery.set(toLabel(line), line));
  }
  const rows = [...byId].map(([id, lines]) => [
    plain(id),
    ...variants.map((variant) => {
      const line = lines.get(variant);
      if (line === undefined) return "";
      const rank = line.rank === undefined ? "" : ` at ${toRank(line.rank)}`;
      return `${toFigure(line.metrics["ndcg@10"])}${rank}`;
    }),
    plain([...lines.values()][0]?.query ?? ""),
  ]);
  return toTable([["query", ...variants.map((variant) => `${variant} nDCG@10`), ""], ...rows]);
}

const SHOWN_HITS = 10;

/** One query in one variant: its figures and what was found. */
export function renderQuery(line: QueryRecord, style: Style): string {
  const head = `${style.bold(`${plain(line.query_id)} · ${toLabel(line)}`)}: ${plain(line.query)}\n`;
  const figures = Object.entries(line.metrics).map(([name, value]) => `${name} ${toFigure(value)}`);
  const hits = line.ranking.slice(0, SHOWN_HITS).map((id, position) => `  ${position + 1}. ${plain(id)}\n`);
  return `${head}${figures.join(" · ")}\n${hits.join("")}${line.miss === undefined ? "" : renderMissed([line])}`;
}

export function renderAskRecord(line: AskQueryRecord): string {
  const outcome = line.answered
    ? line.grounded
      ? "answered, supported"
      : "answered, not supported"
    : `refused: ${line.refusal_reason}`;
  const fault = toFault(line);
  const rows = [
    ["expected", line.expected],
    ["outcome", outcome],
    ...(fault === null ? [] : [["wrong", fault]]),
    ...(line.cited.length === 0 ? [] : [["cited", line.cited.map(plain).join(", ")]]),
  ];
  return `asked: ${plain(line.query)}\n${line.answer === null ? "" : `${toPrintable(line.answer)}\n`}${toTable(rows)}`;
}
