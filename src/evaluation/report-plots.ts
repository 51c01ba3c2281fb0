import type { MetricComparison, QueryPoint } from "./comparison.ts";
import { escapeHtml, toInterval, toSigned } from "./report-markup.ts";

/** Wide enough for the labels, and narrow enough that a phone shows the letters at ten pixels. */
const WIDTH = 400;
/** The most steps of the sorted plot: more than its pixels are not seen. */
const MOST_STEPS = 800;

export interface PlotRow extends MetricComparison {
  readonly label: string;
}

/** One line a row: its difference as a point on its interval. Filled where it is significant. */
export function toForestPlot(rows: readonly PlotRow[], id: string): string {
  const [left, right, rowHeight] = [92, WIDTH - 26, 24];
  const bottom = 8 + rows.length * rowHeight;
  const reach = toNiceReach(Math.max(...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)])));
  const x = (value: number): number => round(left + ((value + reach) / (2 * reach)) * (right - left));
  const ticks = [-reach, -reach / 2, 0, reach / 2, reach].map(
    (value) =>
      `<line class="${value === 0 ? "axis" : "grid"}" x1="${x(value)}" y1="4" x2="${x(value)}" y2="${bottom}"/>` +
      `<text class="tick" x="${x(value)}" y="${bottom + 16}" text-anchor="middle">${toSigned(value, toDigits(reach))}</text>`,
  );
  const lines = rows.map((row, index) => {
    const y = 8 + index * rowHeight + rowHeight / 2;
    const kind = toKind(row);
    return (
      `<g class="${kind}"><title>${escapeHtml(row.label)}: ${toSigned(row.difference)} ${toInterval(row)}</title>` +
      `<text class="label" x="${left - 8}" y="${y + 4}" text-anchor="end">${escapeHtml(row.label)}</text>` +
      `<path class="interval" d="M${x(row.low)} ${y - 4}v8m0 -4H${x(row.high)}m0 -4v8"/>` +
      `<circle class="point" cx="${x(row.difference)}" cy="${y}" r="4.5"/></g>`
    );
  });
  return toSvg(
    {
      id,
      height: bottom + 24,
      title: "Difference of every metric with its 95 % interval",
      description: rows
        .map((row) => `${row.label} ${toSigned(row.difference)}, ${toInterval(row)}`)
        .join("; "),
    },
    [...ticks, ...lines],
  );
}

/** Every query's difference, the greatest gain first. */
export function toSortedPlot(points: readonly QueryPoint[], id: string): string {
  const differences = points.map(({ a, b }) => b - a).sort((one, other) => other - one);
  const [left, right, top, bottom] = [40, WIDTH - 12, 10, 190];
  const y = (value: number): number => round((top + bottom) / 2 - (value * (bottom - top)) / 2);
  const steps = Math.min(MOST_STEPS, differences.length);
  const x = (step: number): number => round(left + (step / steps) * (right - left));
  const at = (step: number): number => differences[Math.floor((step * differences.length) / steps)] ?? 0;
  const area = (isWanted: (value: number) => boolean): string =>
    Array.from({ length: steps }, (_, step) => step)
      .filter((step) => isWanted(at(step)))
      .map((step) => `M${x(step)} ${y(0)}V${y(at(step))}H${x(step + 1)}V${y(0)}z`)
      .join("");
  const ticks = [-1, -0.5, 0, 0.5, 1].map(
    (value) =>
      `<line class="${value === 0 ? "axis" : "grid"}" x1="${left}" y1="${y(value)}" x2="${right}" y2="${y(value)}"/>` +
      `<text class="tick" x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${toSigned(value, 1)}</text>`,
  );
  const [gained, lost] = [
    differences.filter((value) => value > 0).length,
    differences.filter((value) => value < 0).length,
  ];
  return toSvg(
    {
      id,
      height: 214,
      title: "Difference of nDCG@10 by query, sorted",
      description: `${gained} queries gained, ${lost} lost, ${differences.length - gained - lost} stayed the same`,
    },
    [
      ...ticks,
      `<path class="better-area" d="${area((value) => value > 0)}"/>`,
      `<path class="worse-area" d="${area((value) => value < 0)}"/>`,
      `<text class="tick" x="${(left + right) / 2}" y="208" text-anchor="middle">${differences.length} queries, greatest gain first</text>`,
    ],
  );
}

/** A against B; queries at one place are one circle, larger with their number. */
export function toScatterPlot(points: readonly QueryPoint[], id: string): string {
  const [left, right, top, bottom] = [52, 352, 10, 310];
  const x = (value: number): number => round(left + value * (right - left));
  const y = (value: number): number => round(bottom - value * (bottom - top));
  const places = new Map<string, { readonly a: number; readonly b: number; queries: number }>();
  for (const point of points) {
    const [a, b] = [Math.round(point.a * 100) / 100, Math.round(point.b * 100) / 100];
    const place = places.get(`${a} ${b}`) ?? { a, b, queries: 0 };
    place.queries++;
    places.set(`${a} ${b}`, place);
  }
  const ticks = [0, 0.5, 1].map(
    (value) =>
      `<path class="grid" d="M${x(value)} ${top}V${bottom}M${left} ${y(value)}H${right}"/>` +
      `<text class="tick" x="${x(value)}" y="${bottom + 16}" text-anchor="middle">${value}</text>` +
      `<text class="tick" x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const circles = [...places.values()].map(({ a, b, queries }) => {
    const kind = b > a ? "better" : b < a ? "worse" : "undecided";
    const radius = round(Math.min(14, 2 + Math.sqrt(queries)));
    return `<circle class="place ${kind}" cx="${x(a)}" cy="${y(b)}" r="${radius}"><title>${queries} at A ${a}, B ${b}</title></circle>`;
  });
  return toSvg(
    {
      id,
      height: 346,
      title: "nDCG@10 of every query, A against B",
      description: "A point above the diagonal is a query on which B is better",
    },
    [
      ...ticks,
      `<path class="axis" d="M${left} ${bottom}L${right} ${top}"/>`,
      ...circles,
      `<text class="tick" x="${(left + right) / 2}" y="${bottom + 32}" text-anchor="middle">A</text>`,
      `<text class="tick" x="16" y="${(top + bottom) / 2}" text-anchor="middle">B</text>`,
    ],
  );
}

export function toKind({ significant, difference }: MetricComparison): "better" | "worse" | "undecided" {
  if (!significant) return "undecided";
  return difference > 0 ? "better" : "worse";
}

function toSvg(
  { id, height, title, description }: { id: string; height: number; title: string; description: string },
  parts: readonly string[],
): string {
  return (
    `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-title ${id}-text">` +
    `<title id="${id}-title">${escapeHtml(title)}</title><desc id="${id}-text">${escapeHtml(description)}</desc>` +
    `${parts.join("")}</svg>`
  );
}

/** The next of 0.01, 0.02, 0.05, 0.1, … that holds the value. */
function toNiceReach(value: number): number {
  return [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((reach) => value <= reach) ?? 1;
}

function toDigits(reach: number): number {
  return reach < 0.5 ? 3 : 2;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
