import { useSay } from "../i18n/text.ts";
import type { Variant } from "../wire.ts";
import { METRICS } from "./metric-plot.tsx";

const WIDTH = 640;
const ROW = 26;
const TOP = 22;
const LEFT = 96;
const RIGHT = 190;

/** Per metric the difference B − A with its 95 % interval; what does not touch the line in the middle is a finding. */
export function ForestPlot({ variant }: { readonly variant: Variant }) {
  const say = useSay();
  const rows = METRICS.map((metric) => ({ metric, ...variant.metrics[metric] }));
  const reach = Math.max(0.01, ...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)])) * 1.1;
  const x = (value: number): number => LEFT + ((value + reach) / (2 * reach)) * (WIDTH - LEFT - RIGHT);
  const height = TOP + rows.length * ROW + 8;
  const name = variant.a.mode + (variant.b.mode === variant.a.mode ? "" : ` → ${variant.b.mode}`);
  return (
    <figure class="plot forest">
      <figcaption>
        <strong>{name}</strong>{" "}
        <span
          class={`verdict ${variant.verdict === "better" ? "good" : variant.verdict === "worse" ? "bad" : ""}`}
        >
          {say(`verdict-${variant.verdict}`)}
        </span>{" "}
        <span class="quiet">{say("overQueries", { n: variant.queries })}</span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls sideways, by keyboard too */}
      <div class="scroll" tabIndex={0}>
        <svg
          viewBox={`0 0 ${WIDTH} ${height}`}
          width={WIDTH}
          height={height}
          role="img"
          aria-label={rows.map((row) => `${row.metric}: ${toSigned(row.difference)}`).join(", ")}
        >
          <text class="tick middle" x={x(-reach / 2)} y="12">
            {`← ${say("baselineBetter")}`}
          </text>
          <text class="tick middle" x={x(reach / 2)} y="12">
            {`${say("candidateBetter")} →`}
          </text>
          <line class="zero" x1={x(0)} x2={x(0)} y1={TOP - 4} y2={height - 4} />
          {rows.map((row, index) => {
            const y = TOP + index * ROW + ROW / 2;
            const colour = !row.significant ? "undecided" : row.difference > 0 ? "better" : "worse";
            return (
              <g key={row.metric} class={colour}>
                <text class="tick end" x={LEFT - 10} y={y + 4}>
                  {row.metric}
                </text>
                <line class="interval" x1={x(row.low)} x2={x(row.high)} y1={y} y2={y} />
                <rect class="estimate" x={x(row.difference) - 4} y={y - 4} width="8" height="8" />
                <text class="tick" x={WIDTH - RIGHT + 10} y={y + 4}>
                  {`${toSigned(row.difference)} [${toSigned(row.low)}, ${toSigned(row.high)}]`}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
    </figure>
  );
}

const toSigned = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
