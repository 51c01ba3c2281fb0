import { FUSION_NAMES, type FusionName } from "../core/fusion/policies.ts";

/** What shapes a hybrid ranking, and can be tuned without indexing anything again. */
export interface SearchSettings {
  readonly policy: FusionName;
  readonly rrfK: number;
  readonly candidateMultiplier: number;
  /** Of the keyword list and the meaning list; only their ratio counts. */
  readonly weights: readonly [number, number];
  readonly columns: ColumnWeights;
}

/** Of BM25. */
export interface ColumnWeights {
  readonly heading: number;
  readonly text: number;
  readonly cjk: number;
  readonly identifiers: number;
}

/** Which retrievers there are to tune. */
export type TunedSides = "both" | "lexical";

/** One thing that can be set, and its round values in order. */
export interface Coordinate {
  readonly name: string;
  /** Changing it needs the keyword lists anew. */
  readonly isColumn: boolean;
  /** Whether it has a say under these settings. */
  readonly applies: (settings: SearchSettings) => boolean;
  readonly options: readonly ((settings: SearchSettings) => SearchSettings)[];
  /** Where among the options the settings stand, a half between two of them. */
  readonly position: (settings: SearchSettings) => number;
}

const RRF_KS = [5, 10, 20, 40, 60, 80, 100, 150, 200];
const MULTIPLIERS = [1, 2, 3, 4, 5, 7, 10];
/** Keyword against meaning. */
const WEIGHTS = [
  [1, 8],
  [1, 4],
  [1, 3],
  [1, 2],
  [2, 3],
  [1, 1],
  [3, 2],
  [2, 1],
  [3, 1],
  [4, 1],
  [8, 1],
] as const;
const COLUMN_WEIGHTS = {
  heading: [0, 0.5, 1, 1.5, 2, 3, 4, 6],
  text: [0.25, 0.5, 0.75, 1, 1.5, 2],
  cjk: [0.25, 0.5, 0.75, 1, 1.5, 2, 3],
  identifiers: [0, 0.25, 0.5, 1, 1.5, 2],
} as const satisfies Record<keyof ColumnWeights, readonly number[]>;

const HAS_RANK_CONSTANT: readonly FusionName[] = ["rrf", "weighted_rrf"];
const HAS_WEIGHTS: readonly FusionName[] = ["weighted_rrf", "linear"];

const FUSION_COORDINATES: readonly Coordinate[] = [
  {
    name: "rrf_k",
    isColumn: false,
    applies: ({ policy }) => HAS_RANK_CONSTANT.includes(policy),
    options: RRF_KS.map((rrfK) => (settings) => ({ ...settings, rrfK })),
    position: ({ rrfK }) => positionAmong(RRF_KS, rrfK),
  },
  {
    name: "weights",
    isColumn: false,
    applies: ({ policy }) => HAS_WEIGHTS.includes(policy),
    options: WEIGHTS.map((weights) => (settings) => ({ ...settings, weights })),
    position: ({ weights: [lexical, vector] }) =>
      positionAmong(
        WEIGHTS.map(([one, other]) => one / other),
        lexical / vector,
      ),
  },
  {
    name: "candidate_multiplier",
    isColumn: false,
    applies: () => true,
    options: MULTIPLIERS.map((candidateMultiplier) => (settings) => ({ ...settings, candidateMultiplier })),
    position: ({ candidateMultiplier }) => positionAmong(MULTIPLIERS, candidateMultiplier),
  },
];

const COLUMN_COORDINATES: readonly Coordinate[] = (["heading", "text", "cjk", "identifiers"] as const).map(
  (column) => ({
    name: column,
    isColumn: true,
    applies: () => true,
    options: COLUMN_WEIGHTS[column].map((weight) => (settings) => ({
      ...settings,
      columns: { ...settings.columns, [column]: weight },
    })),
    position: ({ columns }) => positionAmong(COLUMN_WEIGHTS[column], columns[column]),
  }),
);

export function listCoordinates(sides: TunedSides): readonly Coordinate[] {
  return sides === "both" ? [...FUSION_COORDINATES, ...COLUMN_COORDINATES] : COLUMN_COORDINATES;
}

export function listPolicies(sides: TunedSides): readonly FusionName[] {
  return sides === "both" ? FUSION_NAMES : [];
}

/** What has no say under the policy is put back to what it was: a suggestion names only what counts. */
export function withoutIdle(settings: SearchSettings, current: SearchSettings): SearchSettings {
  const { policy } = settings;
  return {
    ...settings,
    rrfK: HAS_RANK_CONSTANT.includes(policy) ? settings.rrfK : current.rrfK,
    weights: HAS_WEIGHTS.includes(policy) ? settings.weights : current.weights,
  };
}

/** Every single step from `settings` back towards `current`. */
export function listReversions(settings: SearchSettings, current: SearchSettings): SearchSettings[] {
  const columns = (Object.keys(COLUMN_WEIGHTS) as (keyof ColumnWeights)[]).map((column) => ({
    ...settings,
    columns: { ...settings.columns, [column]: current.columns[column] },
  }));
  const { policy, rrfK, candidateMultiplier, weights } = current;
  return [
    ...columns,
    { ...settings, candidateMultiplier },
    { ...settings, rrfK },
    { ...settings, weights },
    { ...settings, policy },
  ].filter((reverted) => toKey(reverted) !== toKey(settings));
}

const FEWEST_CANDIDATES = 50;

/** How many each side of a search for `top` hits is asked for; the rule of retrieval/rank.ts. */
export function countCandidates({ candidateMultiplier }: SearchSettings, top: number): number {
  return Math.max(candidateMultiplier * top, FEWEST_CANDIDATES);
}

/** Equal for equal settings. */
export function toKey({ policy, rrfK, candidateMultiplier, weights, columns }: SearchSettings): string {
  const { heading, text, cjk, identifiers } = columns;
  return [policy, rrfK, candidateMultiplier, ...weights, heading, text, cjk, identifiers].join(" ");
}

function positionAmong(values: readonly number[], value: number): number {
  const next = values.findIndex((candidate) => candidate >= value);
  if (next === -1) return values.length - 0.5;
  return values[next] === value ? next : next - 0.5;
}
