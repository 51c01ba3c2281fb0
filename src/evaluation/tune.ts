import { KebabError } from "../core/errors.ts";
import { toId } from "../core/ids.ts";
import { METRIC_NAMES, type MetricName } from "../core/metric-names.ts";
import type { MetricComparison } from "./comparison.ts";
import { comparePaired } from "./paired.ts";
import type { MetricValues } from "./run-record.ts";
import { searchSettings, type TuneProgress } from "./tune-search.ts";
import type { SearchSettings, TunedSides } from "./tune-space.ts";
import { pause } from "./variants.ts";

/** A judged query. */
export interface TunedQuery {
  readonly id: string;
  /** Spread over both halves alike. */
  readonly kind: string | null;
  /** Paraphrases of one need share it, and a half: else the held-out half would know the answers. */
  readonly group: string | null;
}

export interface TuneOptions<Query extends TunedQuery> {
  readonly set: string;
  readonly queries: readonly Query[];
  readonly current: SearchSettings;
  readonly sides: TunedSides;
  readonly metric: MetricName;
  readonly seed: number;
  /** One query under some settings. The same settings give the same figures. */
  readonly measure: (query: Query, settings: SearchSettings) => Promise<MetricValues>;
  readonly onProgress?: (progress: TuneProgress) => void;
  readonly signal?: AbortSignal;
}

export interface Tuned {
  readonly best: SearchSettings;
  /** Different settings that were measured. */
  readonly tried: number;
  /** The half the settings were chosen on: what it says is too good. A is current, B the best found. */
  readonly searched: TunedHalf;
  /** The other one, which decides. */
  readonly heldOut: TunedHalf;
  /** The metric's gain on the held-out half is significant. */
  readonly adopt: boolean;
}

export interface TunedHalf {
  readonly queries: number;
  readonly metrics: Record<MetricName, MetricComparison>;
}

/** Six queries that change are the fewest that can prove anything, and they must lie in one half. */
const FEWEST_QUERIES = 12;

export async function tuneSettings<Query extends TunedQuery>(options: TuneOptions<Query>): Promise<Tuned> {
  const { set, queries, current, metric, measure, onProgress, signal } = options;
  if (queries.length < FEWEST_QUERIES) {
    throw new KebabError("usage", `Cannot tune on ${queries.length} queries: they say too little`, {
      hint: `Give a set with at least ${FEWEST_QUERIES} judged queries; some hundred are better`,
    });
  }
  const [searched, heldOut] = splitHalves(queries, options.seed);
  const measureAll = async (own: readonly Query[], settings: SearchSettings): Promise<MetricValues[]> => {
    const values: MetricValues[] = [];
    for (const query of own) {
      await pause(set, signal);
      values.push(await measure(query, settings));
    }
    return values;
  };
  const score = async (settings: SearchSettings): Promise<number> => {
    const values = await measureAll(searched, settings);
    return values.reduce((sum, value) => sum + value[metric], 0) / values.length;
  };
  const { best, tried } = await searchSettings({
    current,
    sides: options.sides,
    score,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const compare = async (own: readonly Query[]): Promise<TunedHalf> =>
    toHalf(await measureAll(own, current), await measureAll(own, best));
  const decisive = await compare(heldOut);
  const { significant, difference } = decisive.metrics[metric];
  return {
    best,
    tried,
    searched: await compare(searched),
    heldOut: decisive,
    adopt: significant && difference > 0,
  };
}

/** By a hash of the id: the same halves for the same seed on every machine, whatever the order of the file. */
export function splitHalves<Query extends TunedQuery>(
  queries: readonly Query[],
  seed: number,
): readonly [Query[], Query[]] {
  const needs = new Map<string, Query[]>();
  for (const query of queries) {
    const name = query.group === null ? `query ${query.id}` : `group ${query.group}`;
    const others = needs.get(name);
    if (others === undefined) needs.set(name, [query]);
    else others.push(query);
  }
  const drawn = [...needs].map(([name, own]) => ({
    own,
    key: [own.map(({ kind }) => kind ?? "").sort()[0] ?? "", toId(["tune", seed, name])].join("\n"),
  }));
  const halves: [Query[], Query[]] = [[], []];
  for (const { own } of drawn.sort((left, right) => (left.key < right.key ? -1 : 1))) {
    halves[halves[0].length <= halves[1].length ? 0 : 1].push(...own);
  }
  return halves;
}

function toHalf(a: readonly MetricValues[], b: readonly MetricValues[]): TunedHalf {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const entries = METRIC_NAMES.map((name) => {
    const left = a.map((values) => values[name]);
    const right = b.map((values) => values[name]);
    return [name, { a: mean(left), b: mean(right), ...comparePaired(left, right) }] as const;
  });
  return { queries: a.length, metrics: Object.fromEntries(entries) as Record<MetricName, MetricComparison> };
}
