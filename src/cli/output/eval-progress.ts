import type { EvaluateOptions } from "../../app/evaluate-beir.ts";
import type { Context } from "../context.ts";

type EvalProgress = Parameters<NonNullable<EvaluateOptions["onProgress"]>>[0];

export interface EvalProgressView {
  /** A line for people that stays. */
  readonly say: (text: string) => void;
  readonly show: (event: EvalProgress) => void;
  /** Leaves a clean line behind. */
  readonly end: () => void;
}

const REDRAW_MS = 100;
const PLAIN_EVERY_MS = 5000;
const CLEAR_LINE = "\r\u001b[2K";

/** On stderr: a line that is drawn over on a terminal, one now and then elsewhere; nothing with --quiet. */
export function createEvalProgress(context: Context): EvalProgressView {
  const { terminal, flags, errorStyle } = context;
  const isDrawn = terminal.stderrIsTerminal && flags.quiet !== true;
  let label = "";
  let told = performance.now();
  let isOpen = false;
  const clear = (): void => {
    if (isOpen) terminal.err(CLEAR_LINE);
    isOpen = false;
  };
  const tell = (done: number, total: number): void => {
    const now = performance.now();
    if (now - told < (isDrawn ? REDRAW_MS : PLAIN_EVERY_MS)) return;
    told = now;
    const line = errorStyle.dim(`${label}: ${done} of ${total}`);
    if (isDrawn) terminal.err(`${CLEAR_LINE}${line}`);
    else context.say(line);
    isOpen = isDrawn;
  };
  return {
    say: (text) => {
      clear();
      context.say(errorStyle.dim(text));
    },
    show: (event) => {
      if (event.kind === "mode-started" || event.kind === "asking-started") {
        label = event.kind === "mode-started" ? `${event.mode} search` : "asking";
        told = performance.now();
      } else if (event.kind === "query-answered") tell(event.answered, event.queries);
      else if (event.kind === "question-answered") tell(event.answered, event.questions);
    },
    end: clear,
  };
}
