import type { MapPoint } from "../wire.ts";

export type GroupBy = "tag" | "source" | "type";

/** As many as there are colours that can be told apart; the others share one more. */
const COLOURS = 7;

export interface Group {
  /** Empty for the rest. */
  readonly name: string;
  readonly colour: number;
  readonly points: readonly MapPoint[];
}

export interface Groups {
  readonly list: readonly Group[];
  readonly indexOf: (point: MapPoint) => number;
}

/** Each point in one group: the most frequent of its tags, its source or its type. */
export function toGroups(points: readonly MapPoint[], by: GroupBy): Groups {
  const counts = new Map<string, number>();
  for (const point of points) {
    for (const name of namesOf(point, by)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts]
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, COLOURS)
    .map(([name]) => name);
  const indexOf = (point: MapPoint): number => {
    const index = names.findIndex((name) => namesOf(point, by).includes(name));
    return index === -1 ? COLOURS : index;
  };
  const list = [...names, ""].map((name, index) => ({
    name,
    colour: name === "" ? COLOURS : index,
    points: points.filter((point) => indexOf(point) === (name === "" ? COLOURS : index)),
  }));
  return { list: list.filter((group) => group.points.length > 0), indexOf };
}

function namesOf(point: MapPoint, by: GroupBy): readonly string[] {
  if (by === "tag") return point.tags;
  return [by === "source" ? point.source_id : point.type];
}

const MARGIN = 24;

/** Into a square, the longer side filling it; one scale for both axes, so that distances keep their proportions. */
export function toPlaces(points: readonly MapPoint[], size: number): { x: number; y: number }[] {
  const range = (values: readonly number[]) =>
    values.reduce(({ low, high }, value) => ({ low: Math.min(low, value), high: Math.max(high, value) }), {
      low: Infinity,
      high: -Infinity,
    });
  const [x, y] = [range(points.map((point) => point.x)), range(points.map((point) => point.y))];
  const extent = Math.max(x.high - x.low, y.high - y.low) || 1;
  const scale = (size - 2 * MARGIN) / extent;
  const place = (value: number, { low, high }: { low: number; high: number }): number =>
    Math.round((size / 2 + (value - (low + high) / 2) * scale) * 10) / 10;
  return points.map((point) => ({ x: place(point.x, x), y: place(point.y, y) }));
}
