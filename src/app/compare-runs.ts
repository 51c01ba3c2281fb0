import { parseRunReference } from "../evaluation/compare-reference.ts";
import { type ComparedRun, compareRuns } from "../evaluation/compare-runs.ts";
import { toHtmlReport } from "../evaluation/report-html.ts";
import type { EvalComparison } from "../wire/comparison.ts";
import { toDataPaths } from "./data-paths.ts";
import { openRunStore } from "./run-store.ts";

export interface StoredComparison {
  readonly comparison: EvalComparison;
  /** A page of its own: no script, nothing from elsewhere. */
  toHtml(): string;
}

/** Two stored runs, or two variants: "last~1", "last:hybrid/adaptive", a run's folder. */
export function compareStoredRuns(
  references: readonly [string, string],
  { dataDir, workingFolder }: { readonly dataDir: string; readonly workingFolder: string },
): StoredComparison {
  const store = openRunStore(toDataPaths(dataDir).runs, { workingFolder });
  const read = (text: string): ComparedRun => {
    const { run, variant } = parseRunReference(text);
    return { ...store.read(run), variant };
  };
  const compared = compareRuns(read(references[0]), read(references[1]));
  return { comparison: compared.comparison, toHtml: () => toHtmlReport(compared) };
}
