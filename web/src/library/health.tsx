import { listSources, readStatus } from "../api.ts";
import { useLanguage, useSay } from "../i18n/text.ts";
import { Failure } from "../ui/failure.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import type { Wire } from "../wire.ts";

const WIDTH = 400;

export function Health() {
  const { value, error } = useLoaded("health", async (signal) => ({
    status: await readStatus(signal),
    ...(await listSources(signal)),
  }));
  if (error !== null) return <Failure error={error} />;
  if (value === null) return null;
  return (
    <div class="panels">
      <Numbers status={value.status} />
      <Vectors status={value.status} />
      <Sources sources={value.sources} />
    </div>
  );
}

function Numbers({ status }: { readonly status: Wire<"status.v1"> }) {
  const say = useSay();
  const language = useLanguage();
  const rows: readonly (readonly [string, string])[] = [
    [say("statDocuments"), `${status.documents.toLocaleString(language)} (${toList(status.by_type)})`],
    [say("statChunks"), status.chunks.toLocaleString(language)],
    [say("statTags"), status.tags.toLocaleString(language)],
    [say("statSetAside"), say("setAside", { failed: status.failed, skipped: status.skipped })],
    [
      say("statLastIngest"),
      status.last_ingest_at === null ? "–" : new Date(status.last_ingest_at).toLocaleString(language),
    ],
    [say("statSize"), `${(status.database_bytes / 1e6).toFixed(1)} MB`],
    [say("statIndex"), status.index_version],
  ];
  return (
    <section class="panel">
      <h2>{say("tab-health")}</h2>
      <dl class="numbers">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const toList = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

function Vectors({ status }: { readonly status: Wire<"status.v1"> }) {
  const say = useSay();
  return (
    <section class="panel">
      <h2>{say("vectors")}</h2>
      {status.vectors.length === 0 && <p class="quiet">{say("noVectors")}</p>}
      {status.vectors.map((vectors) => {
        const all = Math.max(1, vectors.committed + vectors.pending + vectors.uncovered);
        const parts = [
          ["committed", vectors.committed, "vector-fill"],
          ["pending", vectors.pending, "mark-fill"],
          ["uncovered", vectors.uncovered, "lane-fill"],
        ] as const;
        let x = 0;
        return (
          <div key={`${vectors.store}/${vectors.model}`} class="vector-table">
            <p>
              <strong>{vectors.model}</strong> <span class="quiet">{vectors.store}</span>
            </p>
            <svg class="stack" viewBox={`0 0 ${WIDTH} 12`} preserveAspectRatio="none" aria-hidden="true">
              {parts.map(([name, count, fill]) => {
                const start = x;
                x += (count / all) * WIDTH;
                return <rect key={name} class={fill} x={start} width={x - start} height="12" />;
              })}
            </svg>
            <p class="quiet legend">
              {parts.map(([name, count, fill]) => (
                <span key={name}>
                  <span class={`dot ${fill}`} /> {say(`vectors-${name}`)} {count}
                </span>
              ))}
            </p>
            {vectors.pending > 0 && <p class="warning">{say("pendingHint")}</p>}
          </div>
        );
      })}
    </section>
  );
}

function Sources({ sources }: { readonly sources: Wire<"source_list.v1">["sources"] }) {
  const say = useSay();
  return (
    <section class="panel">
      <h2>{say("facetSource")}</h2>
      <ul class="source-list">
        {sources.map((source) => (
          <li key={source.source_id}>
            <strong>{source.source_id}</strong> <span class="count">{source.documents}</span>
            <span class="citation">{source.root}</span>
            <span class="quiet">{say(`origin-${source.origin}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
