import { expect, test } from "vitest";
import { checkRequirements, REQUIREMENT_NAMES } from "./requirements.ts";
import type { AskRecord, MetricValues, VariantRecord } from "./run-record.ts";

const metrics: MetricValues = {
  "ndcg@10": 0.8,
  "recall@100": 1,
  "mrr@10": 0.7,
  map: 0.6,
  "hit@1": 0.5,
  "hit@3": 0.6,
  "hit@5": 0.7,
  "hit@10": 0.8,
};
const run = (mode: VariantRecord["mode"], fusion: string | null, ndcg: number): VariantRecord => ({
  mode,
  fusion,
  metrics: { ...metrics, "ndcg@10": ndcg },
  empty_rate: 0,
  latency_ms: { p50: 1, p95: 2 },
});
const ask = { refusal_correctness: 0.9, correct: 0.5, grounded: 1 } as AskRecord;
const never = (): boolean => false;

test("checkRequirements() meets a figure that is exactly what is required, rounding aside", () => {
  const required = new Map([
    ["lexical.ndcg@10", 0.3],
    ["lexical.hit@1", 0.51],
    ["ask.grounded", 1],
  ]);
  expect(
    checkRequirements(required, { runs: [run("lexical", null, 0.1 + 0.2 - 1e-12)], ask }, never),
  ).toMatchObject([
    { name: "lexical.ndcg@10", required: 0.3, met: true },
    { name: "lexical.hit@1", value: 0.5, met: false },
    { name: "ask.grounded", value: 1, met: true },
  ]);
});

test("checkRequirements() takes the lowest of several fusions", () => {
  const runs = [run("hybrid", "rrf", 0.9), run("hybrid", "linear", 0.7)];
  const [first] = checkRequirements(new Map([["hybrid.ndcg@10", 0.8]]), { runs, ask: null }, never);
  expect(first).toMatchObject({ value: 0.7, met: false });
});

test("what was not measured is not met, unless it was left out on purpose", () => {
  const required = new Map([
    ["hybrid.ndcg@10", 0],
    ["ask.correct", 0],
  ]);
  const measured = { runs: [run("lexical", null, 1)], ask: null };
  expect(checkRequirements(required, measured, never)).toMatchObject([
    { value: null, met: false },
    { value: null, met: false },
  ]);
  expect(checkRequirements(required, measured, (name) => name === "ask.correct")).toHaveLength(1);
});

test("the names are every metric of every mode and the shares of ask that should be high", () => {
  expect(REQUIREMENT_NAMES).toHaveLength(3 * 8 + 3);
  expect(REQUIREMENT_NAMES).toContain("hybrid.recall@100");
  expect(REQUIREMENT_NAMES).not.toContain("ask.wrongly_refused");
});
