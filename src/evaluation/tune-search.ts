import {
  type Coordinate,
  listCoordinates,
  listPolicies,
  listReversions,
  type SearchSettings,
  type TunedSides,
  toKey,
  withoutIdle,
} from "./tune-space.ts";

/** Less than this is noise on any set: a setting that gains less is not worth a line in a config file. */
const LEAST_GAIN = 0.0005;
const ROUNDS = 3;

export interface TuneProgress {
  readonly tried: number;
  /** Of what is maximised. */
  readonly current: number;
  readonly best: number;
}

export interface SettingsSearch {
  readonly current: SearchSettings;
  readonly sides: TunedSides;
  /** The higher the better. */
  readonly score: (settings: SearchSettings) => Promise<number>;
  readonly onProgress?: (progress: TuneProgress) => void;
}

interface Scored {
  readonly settings: SearchSettings;
  readonly score: number;
}

/**
 * One coordinate after the other, coarse and then fine: first each policy with its own settings, then the
 * columns behind the best one, then neighbours until nothing gains. Not every combination: that would be some
 * ten million. At the end what gained nothing by itself is taken back.
 */
export async function searchSettings(
  search: SettingsSearch,
): Promise<{ best: SearchSettings; tried: number }> {
  const scorer = createScorer(search);
  const coordinates = listCoordinates(search.sides);
  const fusion = coordinates.filter(({ isColumn }) => !isColumn);
  const columns = coordinates.filter(({ isColumn }) => isColumn);
  let best = await scorer.score(search.current);
  const perPolicy: Scored[] = [];
  for (const policy of listPolicies(search.sides)) {
    const first = await scorer.score({ ...search.current, policy });
    perPolicy.push(await climb(await climb(first, fusion, "coarse", scorer), fusion, "fine", scorer));
  }
  best = await climb(perPolicy.reduce(toBetter, best), columns, "coarse", scorer);
  for (const { settings } of perPolicy) {
    best = toBetter(best, await scorer.score({ ...settings, columns: best.settings.columns }));
  }
  best = await climb(best, coordinates, "fine", scorer);
  return { best: (await prune(best, search.current, scorer)).settings, tried: scorer.tried() };
}

interface Scorer {
  score(settings: SearchSettings): Promise<Scored>;
  tried(): number;
}

function createScorer({ current, score, onProgress }: SettingsSearch): Scorer {
  const known = new Map<string, number>();
  let best = Number.NEGATIVE_INFINITY;
  let start: number | null = null;
  return {
    score: async (asked) => {
      const settings = withoutIdle(asked, current);
      const key = toKey(settings);
      const value = known.get(key) ?? (await score(settings));
      if (known.has(key)) return { settings, score: value };
      known.set(key, value);
      start ??= value;
      best = Math.max(best, value);
      onProgress?.({ tried: known.size, current: start, best });
      return { settings, score: value };
    },
    tried: () => known.size,
  };
}

/** Round after round, until one gains nothing. */
async function climb(
  from: Scored,
  coordinates: readonly Coordinate[],
  step: "coarse" | "fine",
  scorer: Scorer,
): Promise<Scored> {
  let best = from;
  for (let round = 0; round < ROUNDS; round++) {
    const before = best;
    for (const coordinate of coordinates) {
      if (!coordinate.applies(best.settings)) continue;
      const base = best.settings;
      for (const option of step === "coarse" ? listCoarse(coordinate) : listNeighbours(coordinate, base)) {
        best = toBetter(best, await scorer.score(option(base)));
      }
    }
    if (best === before) break;
  }
  return best;
}

/** Every second value. */
function listCoarse({ options }: Coordinate): Coordinate["options"] {
  return options.filter((_, index) => index % 2 === 0);
}

/** The value below and the one above. */
function listNeighbours({ options, position }: Coordinate, settings: SearchSettings): Coordinate["options"] {
  const at = position(settings);
  return options.filter((_, index) => index !== at && Math.abs(index - at) <= 1);
}

async function prune(best: Scored, current: SearchSettings, scorer: Scorer): Promise<Scored> {
  let kept = best;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const reverted of listReversions(kept.settings, current)) {
      const without = await scorer.score(reverted);
      if (toKey(without.settings) === toKey(kept.settings) || without.score < best.score - LEAST_GAIN)
        continue;
      kept = without;
      isShorter = true;
      break;
    }
  }
  return kept;
}

function toBetter(best: Scored, other: Scored): Scored {
  return other.score >= best.score + LEAST_GAIN ? other : best;
}
