import { expect, test } from "vitest";
import type { GoldenQuery, GoldenSet } from "./golden.ts";
import { type AskedAnswer, runAsks } from "./run-asks.ts";

const query = (id: string, parts: Partial<GoldenQuery> = {}): GoldenQuery => ({
  id,
  query: id,
  kind: null,
  group: null,
  expect: [],
  mustContain: [],
  forbidden: [],
  refuse: false,
  filter: {},
  ...parts,
});
const toSet = (...queries: GoldenQuery[]): GoldenSet => ({
  name: "tiny",
  corpus: null,
  defaults: { mode: null, top: null },
  require: new Map(),
  queries,
});
const answer = (text: string | null, parts: Partial<AskedAnswer> = {}): AskedAnswer => ({
  refusalReason: text === null ? "score_gate" : null,
  answer: text,
  grounded: text !== null,
  cited: text === null ? [] : [{ path: "a.md", uri: "a.md#L1-L2" }],
  provider: "extractive",
  model: "extractive",
  promptVersion: "p1",
  promptTokens: 100,
  answerTokens: 10,
  ...parts,
});

const ANSWERS: Readonly<Record<string, AskedAnswer>> = {
  right: answer("백업은 35일\n보관한다 [1]"),
  lacking: answer("보관한다 [1]"),
  forbidden: answer("35일, 암호는 HUNTER2 [1]", { grounded: false }),
  cites: answer("35일 [1]", { cited: [{ path: "secret.md", uri: "secret.md#L1-L1" }] }),
  refused: answer(null),
  unchecked: answer("whatever [1]"),
  none: answer(null, { refusalReason: "no_chunks" }),
  invented: answer("울란바토르 [1]", { grounded: false }),
};
const SET = toSet(
  query("right", { mustContain: ["35일 보관"] }),
  query("lacking", { mustContain: ["35일", "보관"] }),
  query("forbidden", { mustContain: ["35일"], forbidden: [{ kind: "text", text: "hunter2" }] }),
  query("cites", { forbidden: [{ kind: "path", path: "secret.md" }] }),
  query("refused", { mustContain: ["x"] }),
  query("unchecked"),
  query("none", { refuse: true }),
  query("invented", { refuse: true }),
);
const ask = async ({ id }: GoldenQuery): Promise<AskedAnswer> => ANSWERS[id] ?? answer(null);

test("runAsks() gives the shares as they are counted by hand", async () => {
  let time = 0;
  const { record, promptVersion } = await runAsks({ set: SET, ask, now: () => (time += 3) });
  expect(record).toEqual({
    provider: "extractive",
    model: "extractive",
    questions: 8,
    // Wrong are refused and invented.
    refusal_correctness: 6 / 8,
    wrongly_refused: 1 / 6,
    wrongly_answered: 1 / 2,
    // Of right, lacking, forbidden and cites: unchecked proves nothing.
    correct: 1 / 4,
    // Of the six answers, not forbidden and invented.
    grounded: 4 / 6,
    latency_ms: { p50: 3, p95: 3 },
    prompt_tokens: 800,
    answer_tokens: 80,
  });
  expect(promptVersion).toBe("p1");
});

test("runAsks() says of each answer what it lacks and what it must not hold, in any case of letters", async () => {
  const { perQuery } = await runAsks({ set: SET, ask });
  const of = (id: string) => perQuery.find(({ query_id }) => query_id === id);
  expect(of("right")).toMatchObject({ answered: true, missing: [], cited: ["a.md#L1-L2"] });
  expect(of("lacking")).toMatchObject({ missing: ["35일"] });
  expect(of("forbidden")).toMatchObject({ missing: [], forbidden: ["hunter2"] });
  expect(of("cites")).toMatchObject({ forbidden: ["secret.md"] });
  expect(of("refused")).toMatchObject({ answered: false, refusal_reason: "score_gate", missing: [] });
  expect(of("none")).toMatchObject({ expected: "refusal", answered: false, refusal_reason: "no_chunks" });
});

test("shares of nothing are 0, not NaN", async () => {
  const { record } = await runAsks({ set: toSet(query("none", { refuse: true })), ask });
  expect(record).toMatchObject({ refusal_correctness: 1, wrongly_refused: 0, correct: 0, grounded: 0 });
});

test("an answer that Ctrl-C broke off ends the run, and a model's failure is thrown", async () => {
  const controller = new AbortController();
  const aborting = runAsks({
    set: SET,
    signal: controller.signal,
    ask: async () => {
      controller.abort();
      return answer("half", { refusalReason: "stream_aborted" });
    },
  });
  await expect(aborting).rejects.toMatchObject({ code: "interrupted" });
  const failing = runAsks({ set: SET, ask: () => Promise.reject(new Error("gone")) });
  await expect(failing).rejects.toThrow("gone");
});
