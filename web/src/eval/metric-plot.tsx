import { useLanguage, useSay } from "../i18n/text.ts";
import { MODES } from "../place.ts";
import type { EvalSummary, Mode } from "../wire.ts";
import { niceRange, toTicks } from "./scale.ts";

export const METRICS = [
  "ndcg@10",
  "recall@100",
  "mrr@10",
  "map",
  "hit@1",
  "hit@3",
  "hit@5",
  "hit@10",
] as const;
export type Metric = (typeof METRICS)[number];

const WIDTH = 720;
const HEIGHT = 240;
const LEFT = 44;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 26;

/** One line a mode, runs from left to right as they were made; the table below holds the same numbers. */
export function MetricPlot({
  runs,
  metric,
}: {
  readonly runs: readonly EvalSummary[];
  readonly metric: Metric;
}) {
  const say = useSay();
  const language = useLanguage();
  const values = runs.flatMap((run) => run.runs.map((variant) => variant.metrics[metric]));
  const range = niceRange(values);
  const x = (index: number): number =>
    runs.length < 2 ? WIDTH / 2 : LEFT + 16 + (index / (runs.length - 1)) * (WIDTH - LEFT - RIGHT - 32);
  const y = (value: number): number =>
    TOP + (1 - (value - range.low) / (range.high - range.low)) * (HEIGHT - TOP - BOTTOM);
  return (
    <figure class="plot">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls sideways, by keyboard too */}
      <div class="scroll" tabIndex={0}>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={say("plotLabel", { metric, n: runs.length })}
        >
          {toTicks(range).map((tick) => (
            <g key={tick}>
              <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
              <text class="tick end" x={LEFT - 8} y={y(tick) + 4}>
                {tick.toFixed(2)}
              </text>
            </g>
          ))}
          {MODES.map((mode) => (
            <Series key={mode} {...{ runs, metric, mode, x, y }} />
          ))}
          {runs.map((run, index) =>
            isLabelled(index, runs.length) ? (
              <text key={run.run_id} class="tick middle" x={x(index)} y={HEIGHT - 6}>
                {new Date(run.started_at).toLocaleDateString(language, { month: "short", day: "numeric" })}
              </text>
            ) : null,
          )}
        </svg>
      </div>
      <figcaption class="legend quiet">
        {MODES.map((mode) => (
          <span key={mode}>
            <span class={`dot ${toSide(mode)}`} /> {say(`mode-${mode}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

interface SeriesProps {
  readonly runs: readonly EvalSummary[];
  readonly metric: Metric;
  readonly mode: Mode;
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}

function Series({ runs, metric, mode, x, y }: SeriesProps) {
  const points = runs.flatMap((run, index) => {
    const value = run.runs.find((variant) => variant.mode === mode)?.metrics[metric];
    return value === undefined ? [] : [{ run, value, x: x(index), y: y(value) }];
  });
  const side = toSide(mode);
  return (
    <g>
      <polyline class={`${side}-stroke`} points={points.map((point) => `${point.x},${point.y}`).join(" ")} />
      {points.map((point) => (
        <circle key={point.run.run_id} class={`${side}-fill`} cx={point.x} cy={point.y} r="4">
          <title>{`${point.run.run_id} · ${mode} · ${point.value.toFixed(4)}`}</title>
        </circle>
      ))}
    </g>
  );
}

export const toSide = (mode: Mode): "lexical" | "vector" | "fused" => (mode === "hybrid" ? "fused" : mode);

/** The first, the last, and few enough between. */
const isLabelled = (index: number, length: number): boolean =>
  index === 0 ||
  index === length - 1 ||
  (length > 2 && index % Math.ceil(length / 6) === 0 && index < length - 2);
