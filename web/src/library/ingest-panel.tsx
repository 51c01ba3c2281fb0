import { useEffect, useRef, useState } from "preact/hooks";
import { ingest } from "../api.ts";
import { useSay } from "../i18n/text.ts";
import { Failure } from "../ui/failure.tsx";
import type { Wire } from "../wire.ts";
import { addProgress, NO_PROGRESS, type Progress } from "./progress.ts";

export function IngestPanel() {
  const say = useSay();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [report, setReport] = useState<Wire<"ingest_report.v1"> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (): Promise<void> => {
    const aborting = new AbortController();
    running.current = aborting;
    setRunning(true);
    setProgress(NO_PROGRESS);
    setReport(null);
    setError(null);
    try {
      for await (const event of ingest(aborting.signal)) {
        if (event.schema_version === "ingest_report.v1") setReport(event);
        else setProgress((before) => addProgress(before ?? NO_PROGRESS, event));
      }
    } catch (reason) {
      if (!aborting.signal.aborted) setError(reason);
    }
    setRunning(false);
  };
  return (
    <section class="panel" aria-busy={isRunning}>
      <h2>{say("ingest")}</h2>
      <p class="quiet">{say("ingestHint")}</p>
      <div class="row">
        <button type="button" class="button strong" disabled={isRunning} onClick={() => void run()}>
          {say("ingestNow")}
        </button>
      </div>
      {progress !== null && <Bars progress={progress} />}
      {report !== null && <Report report={report} />}
      {error !== null && <Failure error={error} />}
    </section>
  );
}

function Bars({ progress }: { readonly progress: Progress }) {
  const say = useSay();
  return (
    <div class="progress">
      <label>
        <span>{say("progressFiles", { done: progress.filesDone, total: progress.filesChanged })}</span>
        <progress max={Math.max(1, progress.filesChanged)} value={progress.filesDone} />
      </label>
      {progress.chunksTotal > 0 && (
        <label>
          <span>{say("progressChunks", { done: progress.chunksDone, total: progress.chunksTotal })}</span>
          <progress max={progress.chunksTotal} value={progress.chunksDone} />
        </label>
      )}
      <p class="quiet path">{progress.last}</p>
    </div>
  );
}

function Report({ report }: { readonly report: Wire<"ingest_report.v1"> }) {
  const say = useSay();
  const { added, updated, unchanged, removed } = report;
  const troubles = [...report.failed, ...report.skipped];
  return (
    <div class="report" role="status">
      <p>
        {say("ingestDone", {
          added,
          updated,
          unchanged,
          removed,
          seconds: (report.duration_ms / 1000).toFixed(1),
        })}
      </p>
      {troubles.length > 0 && (
        <details>
          <summary>
            {say("setAside", { failed: report.failed.length, skipped: report.skipped.length })}
          </summary>
          <ul>
            {troubles.map((line) => (
              <li key={`${line.source}/${line.path}`}>
                <span class="citation">{line.path}</span> {line.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
