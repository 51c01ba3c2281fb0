import type { Json } from "../core/document.ts";
import { KebabError } from "../core/errors.ts";
import { METRIC_NAMES, type MetricName } from "../core/metric-names.ts";
import { pairVariants, toVariantLabel } from "./compare-reference.ts";
import type {
  ChangedQuery,
  Difference,
  MetricComparison,
  QueryPoint,
  QuerySide,
  RunComparison,
  RunSummary,
  VariantComparison,
} from "./comparison.ts";
import { comparePaired } from "./paired.ts";
import type { QueryRecord, RunRecord, VariantRecord } from "./run-record.ts";
import type { Variant } from "./variants.ts";

/** What decides whether a run is better than another. */
export const PRIMARY_METRIC = "ndcg@10" satisfies MetricName;
const MOST_CHANGED = 10;
const SHOWN_HITS = 3;

/** A stored run, and the one of its variants that was named. */
export interface ComparedRun {
  readonly record: RunRecord;
  readonly queries: readonly QueryRecord[];
  readonly variant: Variant | null;
}

export interface Compared {
  readonly comparison: RunComparison;
  /** In the order of the comparison's variants. */
  readonly points: readonly (readonly QueryPoint[])[];
}

export function compareRuns(a: ComparedRun, b: ComparedRun): Compared {
  refuseOtherSet(a, b);
  const toSide = ({ record, variant }: ComparedRun) => ({
    run: record.run_id,
    variants: record.runs,
    wanted: variant,
  });
  const { pairs, onlyA, onlyB } = pairVariants(toSide(a), toSide(b));
  refuseSelf(a.record, b.record, pairs);
  const warnings = new Set<string>();
  const matched = pairs.map(([left, right]) => ({
    left,
    right,
    rows: pairQueries(queriesOf(a, left), queriesOf(b, right), warnings),
  }));
  return {
    comparison: {
      schema_version: "eval_comparison.v1",
      set: b.record.set,
      a: toSummary(a.record),
      b: toSummary(b.record),
      variants: matched.map(({ left, right, rows }) => compareVariant(left, right, rows)),
      unmatched: { a: onlyA.map(toVariantLabel), b: onlyB.map(toVariantLabel) },
      ask: a.record.ask !== null && b.record.ask !== null ? { a: a.record.ask, b: b.record.ask } : null,
      differs: {
        config: listDifferences(a.record.config, b.record.config),
        versions: listDifferences(a.record.versions, b.record.versions),
        git: isSame(a.record.git, b.record.git) ? null : { a: a.record.git, b: b.record.git },
      },
      warnings: [...warnings],
    },
    points: matched.map(({ rows }) =>
      rows.map((row) => ({ a: row.a.metrics[PRIMARY_METRIC], b: row.b.metrics[PRIMARY_METRIC] })),
    ),
  };
}

function refuseOtherSet({ record: a }: ComparedRun, { record: b }: ComparedRun): void {
  if (a.set_hash === b.set_hash) return;
  const reason = a.set === b.set ? `set "${a.set}" has changed between them` : `"${a.set}" is not "${b.set}"`;
  throw new KebabError("usage", `Cannot compare ${a.run_id} and ${b.run_id}: ${reason}`, {
    hint: "A comparison needs the same questions, judgments and documents: run the older one again",
  });
}

function refuseSelf(a: RunRecord, b: RunRecord, pairs: readonly (readonly [Variant, Variant])[]): void {
  const isSelf = ([left, right]: readonly [Variant, Variant]): boolean =>
    toVariantLabel(left) === toVariantLabel(right);
  if (a.run_id !== b.run_id || !pairs.every(isSelf)) return;
  throw new KebabError("usage", `Cannot compare run ${a.run_id} with itself`, {
    hint: "Name another run, or two variants of this one, such as last:lexical last:hybrid",
  });
}

interface Row {
  readonly a: QueryRecord;
  readonly b: QueryRecord;
}

function queriesOf({ queries }: ComparedRun, { mode, fusion }: Variant): Map<string, QueryRecord> {
  const own = queries.filter((query) => query.mode === mode && query.fusion === fusion);
  return new Map(own.map((query) => [query.query_id, query]));
}

/** In the order of A, which is the set's. */
function pairQueries(
  a: ReadonlyMap<string, QueryRecord>,
  b: ReadonlyMap<string, QueryRecord>,
  warnings: Set<string>,
): Row[] {
  const rows = [...a].flatMap(([id, left]) => {
    const right = b.get(id);
    return right === undefined ? [] : [{ a: left, b: right }];
  });
  if (rows.length === 0) {
    throw new KebabError("usage", "Cannot compare the two runs: they have no query in common", {
      hint: "Run both over the same queries",
    });
  }
  if (rows.length < a.size || rows.length < b.size) {
    warnings.add(
      `A measured ${a.size} queries and B ${b.size}: only the ${rows.length} in both are compared`,
    );
  }
  return rows;
}

function compareVariant(a: VariantRecord, b: VariantRecord, rows: readonly Row[]): VariantComparison {
  const entries = METRIC_NAMES.map((name) => [name, compareMetric(rows, name)] as const);
  const metrics = Object.fromEntries(entries) as Record<MetricName, MetricComparison>;
  const { significant, difference } = metrics[PRIMARY_METRIC];
  return {
    a: { mode: a.mode, fusion: a.fusion },
    b: { mode: b.mode, fusion: b.fusion },
    queries: rows.length,
    verdict: significant ? (difference > 0 ? "better" : "worse") : "undecided",
    metrics,
    kinds: compareKinds(rows),
    empty_rate: { a: toEmptyRate(rows.map((row) => row.a)), b: toEmptyRate(rows.map((row) => row.b)) },
    latency_ms: {
      a: a.latency_ms,
      b: b.latency_ms,
      ratio: {
        p50: toRatio(a.latency_ms.p50, b.latency_ms.p50),
        p95: toRatio(a.latency_ms.p95, b.latency_ms.p95),
      },
    },
    gained: pickMost(rows, (query) => query.difference),
    lost: pickMost(rows, (query) => -query.difference),
  };
}

function compareMetric(rows: readonly Row[], name: MetricName): MetricComparison {
  const a = rows.map((row) => row.a.metrics[name]);
  const b = rows.map((row) => row.b.metrics[name]);
  return { a: mean(a), b: mean(b), ...comparePaired(a, b) };
}

function compareKinds(rows: readonly Row[]): VariantComparison["kinds"] {
  const kinds = new Map<string, Row[]>();
  for (const row of rows) {
    const kind = row.b.kind ?? "other";
    const own = kinds.get(kind);
    if (own === undefined) kinds.set(kind, [row]);
    else own.push(row);
  }
  if (kinds.size < 2) return [];
  return [...kinds].map(([kind, own]) => ({
    kind,
    queries: own.length,
    ...compareMetric(own, PRIMARY_METRIC),
  }));
}

/** Those above zero, the greatest first; equal ones by id. */
function pickMost(rows: readonly Row[], toAmount: (query: ChangedQuery) => number): ChangedQuery[] {
  return rows
    .map(({ a, b }) => ({
      query_id: b.query_id,
      query: b.query,
      kind: b.kind,
      a: toQuerySide(a),
      b: toQuerySide(b),
      difference: b.metrics[PRIMARY_METRIC] - a.metrics[PRIMARY_METRIC],
    }))
    .filter((query) => toAmount(query) > 0)
    .sort((left, right) => toAmount(right) - toAmount(left) || (left.query_id < right.query_id ? -1 : 1))
    .slice(0, MOST_CHANGED);
}

function toQuerySide(query: QueryRecord): QuerySide {
  return {
    value: query.metrics[PRIMARY_METRIC],
    first_relevant: toFirstRelevant(query),
    top: query.ranking.slice(0, SHOWN_HITS),
  };
}

/** A record without the rank still tells it within the first ten: mrr@10 is one over it. */
function toFirstRelevant({ rank, metrics }: QueryRecord): number | null {
  if (rank !== undefined) return rank;
  return metrics["mrr@10"] > 0 ? Math.round(1 / metrics["mrr@10"]) : null;
}

function toEmptyRate(queries: readonly QueryRecord[]): number {
  return queries.filter(({ ranking }) => ranking.length === 0).length / queries.length;
}

function listDifferences(a: Readonly<Record<string, Json>>, b: Readonly<Record<string, Json>>): Difference[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .sort()
    .filter((key) => !isSame(a[key] ?? null, b[key] ?? null))
    .map((key) => ({ key, a: a[key] ?? null, b: b[key] ?? null }));
}

/** Both were written by kebab, keys in the same order. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function toSummary({ run_id, kind, started_at, documents, queries, git }: RunRecord): RunSummary {
  return { run_id, kind, started_at, documents, queries, git };
}

function toRatio(a: number, b: number): number | null {
  return a > 0 ? b / a : null;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
