import { useState } from "preact/hooks";
import { compareRuns, listRuns } from "../api.ts";
import { useLanguage, useSay } from "../i18n/text.ts";
import { usePlace } from "../place.ts";
import { Failure } from "../ui/failure.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import type { EvalSummary } from "../wire.ts";
import { ForestPlot } from "./forest-plot.tsx";
import { METRICS, type Metric, MetricPlot } from "./metric-plot.tsx";

export function EvalPage() {
  const say = useSay();
  const { value, error } = useLoaded("runs", listRuns);
  const [metric, setMetric] = useState<Metric>("ndcg@10");
  const [set, setSet] = useState("");
  if (error !== null) return <Failure error={error} />;
  if (value === null) return <p class="quiet">{say("loading")}</p>;
  if (value.runs.length === 0) {
    return (
      <div class="plain-page">
        <div class="welcome">
          <h2>{say("noRuns")}</h2>
          <p>{say("noRunsHint")}</p>
        </div>
      </div>
    );
  }
  const sets = [...new Set(value.runs.map((run) => run.set))];
  const chosen = sets.includes(set) ? set : (value.runs.at(-1)?.set ?? "");
  const runs = value.runs.filter((run) => run.set === chosen);
  return (
    <div class="plain-page">
      <div class="row wrap">
        <label class="select">
          <span>{say("set")}</span>
          <select value={chosen} onChange={(event) => setSet(event.currentTarget.value)}>
            {sets.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label class="select">
          <span>{say("metric")}</span>
          <select value={metric} onChange={(event) => setMetric(event.currentTarget.value as Metric)}>
            {METRICS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      </div>
      <section class="panel">
        <h2>{say("overTime", { metric })}</h2>
        <MetricPlot runs={runs} metric={metric} />
      </section>
      <Runs runs={runs} metric={metric} />
      <Compare runs={runs} />
    </div>
  );
}

function Runs({ runs, metric }: { readonly runs: readonly EvalSummary[]; readonly metric: Metric }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <section class="panel">
      <h2>{say("runs")}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls sideways, by keyboard too */}
      <div class="scroll" tabIndex={0}>
        <table class="runs">
          <thead>
            <tr>
              <th scope="col">{say("run")}</th>
              <th scope="col">{say("started")}</th>
              <th scope="col">{say("queries")}</th>
              <th scope="col">{say("mode")}</th>
              <th scope="col">{metric}</th>
              <th scope="col">p50 / p95</th>
            </tr>
          </thead>
          <tbody>
            {runs.toReversed().flatMap((run) =>
              run.runs.map((variant, index) => (
                <tr key={`${run.run_id}/${index}`} class={index === 0 ? "first" : ""}>
                  <td>{index === 0 && <code>{run.run_id}</code>}</td>
                  <td>{index === 0 && new Date(run.started_at).toLocaleString(language)}</td>
                  <td>{index === 0 && run.queries}</td>
                  <td>
                    <span class={`dot ${variant.mode === "hybrid" ? "fused" : variant.mode}`} />{" "}
                    {variant.mode}
                  </td>
                  <td>{variant.metrics[metric].toFixed(4)}</td>
                  <td class="quiet">
                    {variant.latency_ms.p50.toFixed(1)} / {variant.latency_ms.p95.toFixed(1)} ms
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Compare({ runs }: { readonly runs: readonly EvalSummary[] }) {
  const say = useSay();
  const { place, go } = usePlace();
  const known = (id: string, otherwise: EvalSummary | undefined): string =>
    runs.find(({ run_id }) => run_id === id)?.run_id ?? otherwise?.run_id ?? "";
  const a = known(place.a, runs.at(-2));
  const b = known(place.b, runs.at(-1));
  const { value, error } = useLoaded(a === "" || b === "" || a === b ? null : `${a}/${b}`, (signal) =>
    compareRuns(a, b, signal),
  );
  if (runs.length < 2) return <p class="quiet">{say("oneRun")}</p>;
  return (
    <section class="panel">
      <h2>{say("compare")}</h2>
      <div class="row wrap">
        {(["a", "b"] as const).map((side) => (
          <label key={side} class="select">
            <span>{say(side === "a" ? "baseline" : "candidate")}</span>
            <select
              value={side === "a" ? a : b}
              onChange={(event) => go({ [side]: event.currentTarget.value }, "replace")}
            >
              {runs.map(({ run_id }) => (
                <option key={run_id}>{run_id}</option>
              ))}
            </select>
          </label>
        ))}
      </div>
      {a === b && <p class="quiet">{say("sameRun")}</p>}
      {error !== null && <Failure error={error} />}
      {value?.warnings.map((warning) => (
        <p key={warning} class="warning">
          {warning}
        </p>
      ))}
      {value?.variants.map((variant, index) => (
        <ForestPlot key={index} variant={variant} />
      ))}
    </section>
  );
}
