import { KebabError } from "../core/errors.ts";
import { percentile } from "./latency.ts";

export interface PairedComparison {
  /** Mean of candidate minus baseline. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Queries on which the candidate is better, worse, the same. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** The interval leaves out zero, and enough queries changed for that to mean something. */
  readonly significant: boolean;
}

export interface PairedOptions {
  readonly resamples?: number;
  readonly seed?: number;
  readonly confidencePercent?: number;
}

/** Equal values may have been summed in another order and differ in the last bits. */
const TIE_TOLERANCE = 1e-9;
/**
 * Of five queries that all moved one way a coin does the same in 2 of 32 cases, 6 %: below six no exact
 * test reaches 5 %, while the bootstrap, which knows only the values it saw, gives an interval without zero.
 */
const FEWEST_CHANGED = 6;

/**
 * Percentile bootstrap over queries: `baseline[i]` and `candidate[i]` are one metric of one query.
 * The same arrays and seed give the same interval on every machine.
 */
export function comparePaired(
  baseline: readonly number[],
  candidate: readonly number[],
  options: PairedOptions = {},
): PairedComparison {
  if (baseline.length !== candidate.length || baseline.length === 0) {
    throw new KebabError(
      "usage",
      `Cannot compare ${baseline.length} queries with ${candidate.length}: a paired test needs the same ones`,
      { hint: "Compare two runs over the same set" },
    );
  }
  const { resamples = 10_000, seed = 1, confidencePercent = 95 } = options;
  const differences = Float64Array.from(candidate, (value, index) => value - (baseline[index] ?? 0));
  const means = resampleMeans(differences, resamples, createRandom(seed));
  const tail = (100 - confidencePercent) / 2;
  const low = percentile(means, tail);
  const high = percentile(means, 100 - tail);
  const wins = differences.filter((value) => value > TIE_TOLERANCE).length;
  const losses = differences.filter((value) => value < -TIE_TOLERANCE).length;
  return {
    difference: mean(differences),
    low,
    high,
    wins,
    losses,
    ties: differences.length - wins - losses,
    significant: (low > 0 || high < 0) && wins + losses >= FEWEST_CHANGED,
  };
}

function resampleMeans(values: Float64Array, resamples: number, random: () => number): number[] {
  return Array.from({ length: resamples }, () => {
    const { length } = values;
    let sum = 0;
    for (let drawn = 0; drawn < length; drawn++) sum += values[Math.floor(random() * length)] ?? 0;
    return sum / length;
  });
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** mulberry32: uniform in [0, 1), 32 bits of state, the same numbers everywhere; Math.random takes no seed. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
