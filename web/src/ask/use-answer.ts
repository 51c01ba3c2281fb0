import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type SearchRequest } from "../api.ts";
import type { AnswerSource, Wire } from "../wire.ts";

export interface Asked {
  readonly question: string;
  /** What has been said so far. */
  readonly text: string;
  readonly sources: readonly AnswerSource[];
  readonly final: Wire<"answer.v1"> | null;
  readonly error: unknown;
  readonly state: "idle" | "asking" | "stopped" | "done";
}

const NOTHING: Asked = { question: "", text: "", sources: [], final: null, error: null, state: "idle" };

export function useAnswer(): Asked & { start: (request: SearchRequest) => void; stop: () => void } {
  const [asked, setAsked] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (request: SearchRequest): void => {
    running.current?.abort();
    const aborting = new AbortController();
    running.current = aborting;
    const change = (next: (before: Asked) => Partial<Asked>): void => {
      if (running.current === aborting) setAsked((before) => ({ ...before, ...next(before) }));
    };
    setAsked({ ...NOTHING, question: request.query, state: "asking" });
    listen(request, aborting.signal, change).then(
      () => change(() => ({ state: "done" })),
      (error: unknown) =>
        change(() => (aborting.signal.aborted ? { state: "stopped" } : { error, state: "done" })),
    );
  };
  return { ...asked, start, stop: () => running.current?.abort() };
}

async function listen(
  request: SearchRequest,
  signal: AbortSignal,
  change: (next: (before: Asked) => Partial<Asked>) => void,
): Promise<void> {
  for await (const event of ask(request, signal)) {
    if (event.kind === "sources") change(() => ({ sources: event.sources }));
    else if (event.kind === "text") change(({ text }) => ({ text: text + event.text }));
    else change(() => ({ final: event.answer, sources: event.answer.sources }));
  }
}
