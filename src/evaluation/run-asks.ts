import type { RefusalReason } from "../core/refusal.ts";
import { type GoldenQuery, type GoldenSet, toComparable } from "./golden.ts";
import { toLatency } from "./latency.ts";
import { toMicrosecond } from "./metric-values.ts";
import type { EvalProgress } from "./run-beir.ts";
import type { AskQueryRecord, AskRecord } from "./run-record.ts";
import { pause } from "./variants.ts";

/** What an answer is judged by. */
export interface AskedAnswer {
  readonly refusalReason: RefusalReason | null;
  readonly answer: string | null;
  /** Every claim in it is supported by what it cites. */
  readonly grounded: boolean;
  readonly cited: readonly { readonly path: string; readonly uri: string }[];
  readonly provider: string;
  readonly model: string;
  readonly promptVersion: string;
  readonly promptTokens: number;
  readonly answerTokens: number;
}

export interface RunAsksOptions {
  readonly set: GoldenSet;
  readonly ask: (query: GoldenQuery) => Promise<AskedAnswer>;
  readonly onProgress?: (event: EvalProgress) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds, rising. */
  readonly now?: () => number;
}

export interface AsksRun {
  readonly record: AskRecord;
  readonly promptVersion: string;
  readonly perQuery: readonly AskQueryRecord[];
}

/** Asks every question of the set, one after the other. */
export async function runAsks(options: RunAsksOptions): Promise<AsksRun> {
  const { set, ask, onProgress, signal, now = () => performance.now() } = options;
  const questions = set.queries.length;
  onProgress?.({ kind: "asking-started", questions });
  const perQuery: AskQueryRecord[] = [];
  let last: AskedAnswer | null = null;
  for (const query of set.queries) {
    await pause(set.name, signal);
    const startedAt = now();
    last = await ask(query);
    // An answer that was broken off by Ctrl-C says nothing of the set.
    await pause(set.name, signal);
    perQuery.push(toQueryRecord(query, last, now() - startedAt));
    onProgress?.({ kind: "question-answered", answered: perQuery.length, questions });
  }
  return {
    record: toAskRecord(set.queries, perQuery, { provider: last?.provider ?? "", model: last?.model ?? "" }),
    promptVersion: last?.promptVersion ?? "",
    perQuery,
  };
}

function toQueryRecord(query: GoldenQuery, answer: AskedAnswer, latencyMs: number): AskQueryRecord {
  const answered = answer.refusalReason === null;
  const said = toCaseless(answer.answer ?? "");
  const isForbidden = (entry: GoldenQuery["forbidden"][number]): boolean =>
    entry.kind === "text"
      ? said.includes(toCaseless(entry.text))
      : answer.cited.some(({ path }) => path === entry.path);
  return {
    query_id: query.id,
    query: query.query,
    kind: query.kind,
    group: query.group,
    expected: query.refuse ? "refusal" : "answer",
    answered,
    refusal_reason: answer.refusalReason,
    answer: answer.answer,
    grounded: answer.grounded,
    missing: answered ? query.mustContain.filter((text) => !said.includes(toCaseless(text))) : [],
    forbidden: answered
      ? query.forbidden.filter(isForbidden).map((entry) => (entry.kind === "text" ? entry.text : entry.path))
      : [],
    cited: answer.cited.map(({ uri }) => uri),
    latency_ms: toMicrosecond(latencyMs),
    prompt_tokens: answer.promptTokens,
    answer_tokens: answer.answerTokens,
  };
}

function toCaseless(text: string): string {
  return toComparable(text).toLowerCase();
}

/** Shares of nothing are 0. */
function toAskRecord(
  queries: readonly GoldenQuery[],
  perQuery: readonly AskQueryRecord[],
  { provider, model }: { provider: string; model: string },
): AskRecord {
  const checked = new Set(
    queries
      .filter(({ mustContain, forbidden }) => mustContain.length + forbidden.length > 0)
      .map(({ id }) => id),
  );
  const answerable = perQuery.filter(({ expected }) => expected === "answer");
  const unanswerable = perQuery.filter(({ expected }) => expected === "refusal");
  const answers = perQuery.filter(({ answered }) => answered);
  const judged = answerable.filter(({ answered, query_id }) => answered && checked.has(query_id));
  const share = (part: readonly unknown[], whole: readonly unknown[]): number =>
    part.length / Math.max(1, whole.length);
  const latency = toLatency(perQuery.map(({ latency_ms }) => latency_ms));
  return {
    provider,
    model,
    questions: perQuery.length,
    refusal_correctness: share(
      perQuery.filter(({ expected, answered }) => answered === (expected === "answer")),
      perQuery,
    ),
    wrongly_refused: share(
      answerable.filter(({ answered }) => !answered),
      answerable,
    ),
    wrongly_answered: share(
      unanswerable.filter(({ answered }) => answered),
      unanswerable,
    ),
    correct: share(
      judged.filter(({ missing, forbidden }) => missing.length + forbidden.length === 0),
      judged,
    ),
    grounded: share(
      answers.filter(({ grounded }) => grounded),
      answers,
    ),
    latency_ms: latency,
    prompt_tokens: perQuery.reduce((sum, { prompt_tokens }) => sum + prompt_tokens, 0),
    answer_tokens: perQuery.reduce((sum, { answer_tokens }) => sum + answer_tokens, 0),
  };
}
