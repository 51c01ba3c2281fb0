import { expect, test } from "vitest";
import { METRIC_NAMES } from "../core/metric-names.ts";
import { type ComparedRun, compareRuns } from "./compare-runs.ts";
import type { MetricValues, QueryRecord, RunRecord } from "./run-record.ts";

type Figures = Readonly<Record<string, number>>;

const values = (ndcg: number): MetricValues => ({
  ...(Object.fromEntries(METRIC_NAMES.map((name) => [name, 0])) as MetricValues),
  "ndcg@10": ndcg,
});

const toQueries = (figures: Figures, mode: QueryRecord["mode"], fusion: string | null): QueryRecord[] =>
  Object.entries(figures).map(([id, ndcg]) => ({
    query_id: id,
    query: `질문 ${id}`,
    kind: null,
    group: null,
    mode,
    fusion,
    metrics: values(ndcg),
    latency_ms: 1,
    ranking: ["d1", "d2", "d3", "d4"],
  }));

const toRun = (
  id: string,
  variants: readonly { mode: QueryRecord["mode"]; fusion: string | null; figures: Figures; p50?: number }[],
  more: Partial<RunRecord> = {},
): ComparedRun => ({
  variant: null,
  record: {
    schema_version: "eval_record.v1",
    run_id: id,
    kind: "beir",
    set: "notes",
    set_hash: "same",
    started_at: "2026-11-16T03:45:01.000Z",
    documents: 4,
    queries: 2,
    versions: { chunker: "window-1" },
    config: { "search.rrf_k": 60 },
    git: null,
    runs: variants.map(({ mode, fusion, p50 = 2 }) => ({
      mode,
      fusion,
      metrics: values(0),
      empty_rate: 0,
      latency_ms: { p50, p95: 2 * p50 },
    })),
    ask: null,
    ...more,
  },
  queries: variants.flatMap(({ figures, mode, fusion }) => toQueries(figures, mode, fusion)),
});

const lexical = (figures: Figures, p50?: number) =>
  ({ mode: "lexical", fusion: null, figures, ...(p50 === undefined ? {} : { p50 }) }) as const;
const hybrid = (fusion: string, figures: Figures) => ({ mode: "hybrid", fusion, figures }) as const;

test("compareRuns() gives means, difference, wins, losses and ties by query id, whatever the order", () => {
  const a = toRun("a", [lexical({ q1: 0.5, q2: 1, q3: 0.25 })]);
  const b = toRun("b", [lexical({ q3: 0.25, q2: 0.75, q1: 1 })]);
  const { comparison, points } = compareRuns(a, b);
  // Means (0.5 + 1 + 0.25) / 3 and (1 + 0.75 + 0.25) / 3: they differ by 0.25 / 3.
  const { a: before, b: after, ...rest } = comparison.variants[0]?.metrics["ndcg@10"] ?? { a: 0, b: 0 };
  expect(before).toBeCloseTo(1.75 / 3, 12);
  expect(after).toBeCloseTo(2 / 3, 12);
  expect(rest).toMatchObject({ wins: 1, losses: 1, ties: 1, significant: false });
  expect(points).toEqual([
    [
      { a: 0.5, b: 1 },
      { a: 1, b: 0.75 },
      { a: 0.25, b: 0.25 },
    ],
  ]);
});

test("compareRuns() calls B worse only where the loss is significant", () => {
  const ids = Array.from({ length: 12 }, (_, index) => `q${index}`);
  const all = (ndcg: number): Figures => Object.fromEntries(ids.map((id) => [id, ndcg]));
  const a = toRun("a", [lexical(all(0.6))]);
  const b = toRun("b", [lexical(all(0.5))]);
  expect(compareRuns(a, b).comparison.variants[0]?.verdict).toBe("worse");
  expect(compareRuns(b, a).comparison.variants[0]?.verdict).toBe("better");
  const mixed = { ...all(0.6), q0: 0.1, q1: 0.9 };
  expect(compareRuns(a, toRun("c", [lexical(mixed)])).comparison.variants[0]?.verdict).toBe("undecided");
});

test("compareRuns() names the queries that changed most, greatest first, with ranks and first hits", () => {
  const a = toRun("a", [lexical({ q1: 0, q2: 1, q3: 0.5, q4: 0.3 })]);
  const b = toRun("b", [lexical({ q1: 1, q2: 0, q3: 0.75, q4: 0.3 })]);
  const withRank = (run: ComparedRun, metrics: Partial<MetricValues>, rank?: number): ComparedRun => ({
    ...run,
    queries: run.queries.map((query) => ({
      ...query,
      metrics: { ...query.metrics, ...metrics },
      ...(rank === undefined ? {} : { rank }),
    })),
  });
  const { gained, lost } = compareRuns(withRank(a, { "mrr@10": 1 / 3 }), withRank(b, {}, 37)).comparison
    .variants[0] ?? { gained: [], lost: [] };
  expect(gained.map(({ query_id }) => query_id)).toEqual(["q1", "q3"]);
  expect(lost.map(({ query_id }) => query_id)).toEqual(["q2"]);
  expect(gained[0]).toEqual({
    query_id: "q1",
    query: "질문 q1",
    kind: null,
    a: { value: 0, first_relevant: 3, top: ["d1", "d2", "d3"] },
    b: { value: 1, first_relevant: 37, top: ["d1", "d2", "d3"] },
    difference: 1,
  });
});

test("compareRuns() compares only the queries both runs have, and says so", () => {
  const a = toRun("a", [lexical({ q1: 0.5, q2: 0.5, only: 1 })]);
  const b = toRun("b", [lexical({ q1: 0.5, q2: 1 })]);
  const { variants, warnings } = compareRuns(a, b).comparison;
  expect(variants[0]?.queries).toBe(2);
  expect(variants[0]?.metrics["ndcg@10"].a).toBe(0.5);
  expect(warnings).toEqual(["A measured 3 queries and B 2: only the 2 in both are compared"]);
  expect(() => compareRuns(a, toRun("b", [lexical({ other: 1 })]))).toThrow("no query in common");
});

test("compareRuns() refuses runs of different sets, and a run against itself", () => {
  const a = toRun("a", [lexical({ q1: 1 }), hybrid("rrf", { q1: 0.5 })]);
  const other = toRun("b", [lexical({ q1: 1 })], { set: "others", set_hash: "other" });
  expect(() => compareRuns(a, other)).toThrow('Cannot compare a and b: "notes" is not "others"');
  const changed = toRun("b", [lexical({ q1: 1 })], { set_hash: "other" });
  expect(() => compareRuns(a, changed)).toThrow('set "notes" has changed between them');
  expect(() => compareRuns(a, a)).toThrow("Cannot compare run a with itself");
  const named = { ...a, variant: { mode: "hybrid", fusion: "rrf" } } as const;
  expect(() => compareRuns({ ...a, variant: { mode: "hybrid", fusion: null } }, named)).toThrow("itself");
  const within = compareRuns({ ...a, variant: { mode: "lexical", fusion: null } }, named).comparison;
  expect(within.variants.map((variant) => [variant.a.mode, variant.b.mode])).toEqual([["lexical", "hybrid"]]);
});

test("compareRuns() tells which settings, versions and commits differ, and nothing else", () => {
  const a = toRun("a", [lexical({ q1: 1 }, 2)], {
    config: { "search.rrf_k": 60, "search.default_top": 10, "ingest.exclude": ["a", "b"] },
    git: { commit: "abc", dirty: false },
  });
  const b = toRun("b", [lexical({ q1: 1 }, 5)], {
    config: { "search.rrf_k": 20, "search.default_top": 10, "ingest.exclude": ["a", "b"], "new.key": true },
    versions: { chunker: "window-2" },
    git: { commit: "abc", dirty: true },
  });
  const { differs, variants } = compareRuns(a, b).comparison;
  expect(differs).toEqual({
    config: [
      { key: "new.key", a: null, b: true },
      { key: "search.rrf_k", a: 60, b: 20 },
    ],
    versions: [{ key: "chunker", a: "window-1", b: "window-2" }],
    git: { a: { commit: "abc", dirty: false }, b: { commit: "abc", dirty: true } },
  });
  expect(variants[0]?.latency_ms.ratio).toEqual({ p50: 2.5, p95: 2.5 });
  expect(
    compareRuns(toRun("a", [lexical({ q1: 1 }, 0)]), b).comparison.variants[0]?.latency_ms.ratio,
  ).toEqual({
    p50: null,
    p95: null,
  });
});

test("compareRuns() breaks the primary metric down by kind where there are two", () => {
  const kinds = (run: ComparedRun): ComparedRun => ({
    ...run,
    queries: run.queries.map((query) => ({ ...query, kind: query.query_id.startsWith("k") ? "ko" : "en" })),
  });
  const a = kinds(toRun("a", [lexical({ k1: 0, k2: 0.5, e1: 1 })]));
  const b = kinds(toRun("b", [lexical({ k1: 1, k2: 0.5, e1: 0.5 })]));
  const rows = compareRuns(a, b).comparison.variants[0]?.kinds ?? [];
  expect(rows.map(({ kind, queries, difference }) => [kind, queries, difference])).toEqual([
    ["ko", 2, 0.5],
    ["en", 1, -0.5],
  ]);
});
