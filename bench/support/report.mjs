// The table people read.
import { formatMs, formatRatio, toTable } from "./table.mjs";
import { renderVectors } from "./vectors-report.mjs";

const HEADER = ["measure", "kebab", "yardstick", "ratio", "quiet", "cpu", "target", "", "yardstick is"];

export function render(results) {
  const parts = [
    renderMachine(results),
    renderTargets(results),
    renderClasses(results),
    renderPhases(results),
    renderCommands(results),
    renderSizes(results),
    renderCosts(results),
  ];
  if (results.vectors !== undefined) parts.push(renderVectors(results.vectors, results));
  if (results.sets !== undefined) parts.push(renderSets(results.sets));
  return parts.join("\n\n");
}

/** The targets are for the full corpus: over a small one the fixed costs weigh more, and there is no verdict. */
function renderTargets(results) {
  const rows = targets(results);
  if (!results.quick) return toTable([HEADER, ...rows]);
  const verdict = HEADER.indexOf("");
  return toTable([HEADER, ...rows.map((row) => row.with(verdict, ""))]);
}

function renderMachine({ machine, corpus, commit, changed, date }) {
  const text = `${corpus.files} files, ${(corpus.bytes / 1e6).toFixed(1)} MB, ${corpus.folders} folders`;
  const where = `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gib} GiB, Node ${machine.node}`;
  const busy =
    machine.load_before[0] > machine.cores / 2
      ? `\nload before: ${machine.load_before[0]}: NOT A QUIET MACHINE`
      : "";
  return `${date.slice(0, 10)} ${commit ?? "no commit"}${changed ? " with changes" : ""}; ${where}\n${text}${busy}`;
}

function targets({ search, commands, first_ingest: first, no_change: none, corpus, qmd }) {
  const inProcess = search[corpus.files].all;
  const command = commands[corpus.files];
  const unchanged = none.command.wall_ms;
  return [
    row(
      "search, in process, p50",
      [inProcess.kebab_ms.p50, inProcess.bare_ms.p50],
      [inProcess.ratio_p50, inProcess.ratio_quiet, inProcess.ratio_cpu],
      1.5,
      "the same FTS5 query, bare",
    ),
    row(
      "search, as a command",
      [command.wall_ms.kebab.p50, command.wall_ms.bare.p50],
      [command.ratio, command.ratio_quiet, command.ratio_cpu],
      2,
      "node + SQLite + one FTS5 query",
    ),
    ...(qmd.reason === null ? [qmdRow(first)] : []),
    row(
      "first ingest",
      [first.wall_ms.kebab.p50, first.wall_ms.raw.p50],
      [first.ratio_to_raw, null, first.ratio_to_raw_cpu],
      qmd.reason === null ? null : 3,
      "read, hash, insert raw texts into FTS5",
    ),
    row(
      "ingest of nothing new, command",
      [unchanged.kebab.p50, unchanged.walk.p50],
      [none.command.ratio, none.command.ratio_quiet, none.command.ratio_cpu],
      1.5,
      "node walking and statting the tree",
    ),
    row(
      "ingest of nothing new, in process",
      [none.in_process.wall_ms.kebab.p50, none.in_process.wall_ms.walk.p50],
      [none.in_process.ratio, none.in_process.ratio_quiet, none.in_process.ratio_cpu],
      null,
      "walk and stat of the tree",
    ),
  ];
}

function row(name, [kebab, yardstick], [ratio, quiet, cpu], target, what) {
  const verdict = target === null ? "" : ratio <= target ? "met" : "MISSED";
  const wanted = target === null ? "-" : `<= ${target.toFixed(1)}`;
  return [
    name,
    formatMs(kebab),
    formatMs(yardstick),
    formatRatio(ratio),
    formatRatio(quiet),
    formatRatio(cpu),
    wanted,
    verdict,
    what,
  ];
}

function qmdRow(first) {
  const { kebab, qmd } = first.files_per_second;
  const ratio = first.times_faster_than_qmd;
  const cells = [
    `${kebab.toFixed(0)} files/s`,
    `${qmd.toFixed(0)} files/s`,
    formatRatio(ratio),
    "-",
    formatRatio(first.times_faster_than_qmd_cpu),
  ];
  return ["first ingest", ...cells, ">= 2.0", ratio >= 2 ? "met" : "MISSED", "qmd update"];
}

function renderClasses({ search, corpus }) {
  const classes = Object.entries(search[corpus.files].by_class).map(([kind, found]) =>
    toSearchRow(kind, found),
  );
  const sizes = Object.entries(search).map(([files, { all }]) => toSearchRow(`all, ${files} files`, all));
  const header = [
    "search by class",
    "kebab p50",
    "p95",
    "bare p50",
    "p95",
    "ratio p50",
    "quiet",
    "cpu",
    "each query",
    "sum",
  ];
  return toTable([header, ...classes, ...sizes]);
}

function toSearchRow(name, found) {
  const times = [found.kebab_ms.p50, found.kebab_ms.p95, found.bare_ms.p50, found.bare_ms.p95].map(formatMs);
  return [
    name,
    ...times,
    ...[found.ratio_p50, found.ratio_quiet, found.ratio_cpu, found.ratio_each, found.ratio_sum].map(
      formatRatio,
    ),
  ];
}

function renderPhases({ search, corpus }) {
  const phases = Object.entries(search[corpus.files].phases).filter(([name]) => name !== "fts statements");
  const total = phases.reduce((sum, [, { mean }]) => sum + mean, 0);
  const rows = phases.map(([name, { p50, mean }]) => [
    name,
    formatMs(p50),
    formatMs(mean),
    `${((mean / total) * 100).toFixed(0)} %`,
  ]);
  return toTable([["where a search's time goes", "p50", "mean", "share"], ...rows]);
}

function renderCommands({ commands }) {
  const rows = Object.entries(commands).flatMap(([files, { wall_ms: wall, cpu_ms: cpu }]) =>
    Object.entries(wall).map(([name, { min, p50, p95 }]) => [
      `${name}, ${files} files`,
      ...[min, p50, p95].map(formatMs),
      cpu === null ? "-" : formatMs(cpu[name]),
    ]),
  );
  return toTable([["commands", "min", "p50", "p95", "mean cpu"], ...rows]);
}

function renderSizes({ first_ingest: first }) {
  const rows = Object.keys(first.wall_ms).map((name) => [
    name,
    formatMs(first.wall_ms[name].p50),
    first.cpu_ms === null ? "-" : formatMs(first.cpu_ms[name]),
    `${first.peak_mb[name].toFixed(0)} MB`,
    `${first.index_mb_per_text_mb[name].toFixed(2)} MB`,
  ]);
  return toTable([["first ingest", "time", "mean cpu", "peak memory", "index per MB of text"], ...rows]);
}

function renderCosts({ no_change: none, qmd }) {
  const rows = Object.entries(none.command.wall_ms).map(([name, { min, p50 }]) => [
    name,
    ...[min, p50].map(formatMs),
    none.command.cpu_ms === null ? "-" : formatMs(none.command.cpu_ms[name]),
  ]);
  const note = qmd.reason === null ? "" : `\nqmd was not compared: ${qmd.reason}`;
  return toTable([["ingest of nothing new, command", "min", "p50", "mean cpu"], ...rows]) + note;
}

function renderSets(sets) {
  const rows = sets.map(({ set, documents, queries, metrics, latency_ms: latency }) => [
    set,
    String(documents),
    String(queries),
    ...["ndcg@10", "recall@100", "mrr@10"].map((name) => metrics[name].toFixed(4)),
    formatMs(latency.p50),
    formatMs(latency.p95),
  ]);
  return toTable([
    ["BEIR set, lexical", "documents", "queries", "nDCG@10", "recall@100", "MRR@10", "p50", "p95"],
    ...rows,
  ]);
}
