import type { IndexReportWire, IngestReportWire } from "../../wire/ingest.ts";
import { type Style, toPrintable, toTable } from "./style.ts";

const SHOWN_LINES = 10;

export function renderReport(report: IngestReportWire, options: { style: Style; verbose: boolean }): string {
  const { style, verbose } = options;
  const seconds = (report.duration_ms / 1000).toFixed(report.duration_ms < 10_000 ? 2 : 0);
  const lead = report.dry_run ? "dry run: " : report.interrupted ? "interrupted: " : "";
  const counts = [
    `${report.added} added`,
    `${report.updated} updated`,
    ...(report.renamed > 0 ? [`${report.renamed} renamed`] : []),
    ...(report.removed > 0 ? [`${report.removed} removed`] : []),
    `${report.unchanged} unchanged`,
  ];
  const chunks = report.dry_run ? "" : ` ${toCount(report.chunks.added, "new chunk")};`;
  const summary = `${lead}${counts.join(", ")} of ${toCount(report.files, "file")};${chunks} ${seconds} s\n`;
  return [
    style.bold(summary),
    report.vectors === null ? "" : renderVectors(report.vectors),
    section(`${report.failed.length} failed`, report.failed, style.red, options),
    section(toCount(report.notices.length, "notice"), report.notices, style.yellow, options),
    verbose
      ? section(`${report.skipped.length} skipped`, report.skipped, style.dim, options)
      : report.skipped.length > 0
        ? style.dim(`${report.skipped.length} skipped (--verbose names them)\n`)
        : "",
  ].join("");
}

export function renderIndexReport(report: IndexReportWire, style: Style): string {
  const seconds = (report.duration_ms / 1000).toFixed(report.duration_ms < 10_000 ? 2 : 0);
  const lead = report.interrupted ? "interrupted: " : "";
  const vectors = renderVectors(report);
  const said = vectors === "" ? "every chunk has its vector\n" : vectors;
  return `${style.bold(`${lead}${report.model} in ${report.store}; ${seconds} s\n`)}${said}`;
}

/** One line, and only what happened. */
function renderVectors(vectors: NonNullable<IngestReportWire["vectors"]>): string {
  const parts = [
    [vectors.embedded, "embedded"],
    [vectors.reused, "known before"],
    [vectors.uncovered, `not covered by ${vectors.model}: found by keyword`],
    [vectors.split, "longer than its window: embedded in parts"],
    [vectors.removed, "removed"],
    [vectors.remaining, "still waiting: `kebab index --embeddings` goes on"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return said.length === 0 ? "" : `vectors: ${said.join(", ")}\n`;
}

function section(
  title: string,
  lines: IngestReportWire["failed"],
  paint: (text: string) => string,
  { verbose }: { verbose: boolean },
): string {
  if (lines.length === 0) return "";
  const shown = verbose ? lines : lines.slice(0, SHOWN_LINES);
  const rest = lines.length - shown.length;
  const rows = shown.map((line) => [`  ${toPrintable(line.path || line.source)}`, toPrintable(line.reason)]);
  const more = rest > 0 ? `  … and ${rest} more (--verbose)\n` : "";
  return `${paint(title)}\n${toTable(rows)}${more}`;
}

function toCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
