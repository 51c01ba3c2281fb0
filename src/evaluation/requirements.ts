import { METRIC_NAMES } from "../core/metric-names.ts";
import { SEARCH_MODES } from "../core/search.ts";
import type { RunRecord } from "./run-record.ts";

const ASK_FIGURES = ["refusal_correctness", "correct", "grounded"] as const;

/** The figures a golden set may require: all of them shares, the higher the better. */
export const REQUIREMENT_NAMES: readonly string[] = [
  ...SEARCH_MODES.flatMap((mode) => METRIC_NAMES.map((metric) => `${mode}.${metric}`)),
  ...ASK_FIGURES.map((figure) => `ask.${figure}`),
];

export interface Requirement {
  readonly name: string;
  readonly required: number;
  /** Of several fusions the lowest; null when it was not measured. */
  readonly value: number | null;
  readonly met: boolean;
}

/** Figures were summed in doubles: what differs in the last bits is the same. */
const TOLERANCE = 1e-9;

/**
 * What was not measured is not met, unless the caller says by `isLeftOut` that it was not to be:
 * a model that is missing must not make a check pass.
 */
export function checkRequirements(
  required: ReadonlyMap<string, number>,
  measured: Pick<RunRecord, "runs" | "ask">,
  isLeftOut: (name: string) => boolean,
): Requirement[] {
  return [...required]
    .filter(([name]) => !isLeftOut(name))
    .map(([name, least]) => {
      const value = findFigure(name, measured);
      return { name, required: least, value, met: value !== null && value >= least - TOLERANCE };
    });
}

function findFigure(name: string, { runs, ask }: Pick<RunRecord, "runs" | "ask">): number | null {
  const figure = ASK_FIGURES.find((each) => name === `ask.${each}`);
  if (figure !== undefined) return ask?.[figure] ?? null;
  const values = runs.flatMap(({ mode, metrics }) =>
    METRIC_NAMES.filter((metric) => name === `${mode}.${metric}`).map((metric) => metrics[metric]),
  );
  return values.length === 0 ? null : Math.min(...values);
}
