import type { Language, Pair } from "./pair.ts";
import type { Validation } from "./validate.ts";

export interface TrainingReport {
  readonly language: Language;
  readonly pairs: readonly Pair[];
  readonly lessons: number;
  readonly doubtful: number;
  readonly features: number;
  readonly validation: Validation;
  readonly output: string;
  readonly bytes: number;
  readonly sha256: string;
}

const LARGEST_SOURCES = 25;

const NAMES: Record<Language, string> = { ko: "Korean", ja: "Japanese" };

/** What was learned from and how well, as a page of Markdown; the same for the same bridge. */
export function formatReport(report: TrainingReport): string {
  const { validation, pairs } = report;
  const counts = new Map<string, number>();
  for (const { source } of pairs) counts.set(source, (counts.get(source) ?? 0) + 1);
  const largest = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, LARGEST_SOURCES);
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  return `# Bridge from ${NAMES[report.language]}

Written by \`npm run bridge:train\`. The packages and their licences are in packages-*.

| | |
|---|---|
| file | ${report.output}, ${report.bytes} bytes |
| sha256 | ${report.sha256} |
| pairs | ${pairs.length} from ${counts.size} sources, ${report.lessons} to learn from, ${report.doubtful} of those left out as doubtful |
| features | ${report.features} |
| held out | ${validation.texts} texts, found among all of them: first ${percent(validation.first)}, in the first ten ${percent(validation.firstTen)}; English to ${NAMES[report.language]} first ${percent(validation.firstBack)} |

| source | pairs |
|---|---|
${largest.map(([source, count]) => `| ${source} | ${count} |`).join("\n")}
`;
}
