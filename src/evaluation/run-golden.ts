import type { SearchFilter } from "../core/search.ts";
import type { ModeRun, QueryRun } from "./eval-run.ts";
import type { GoldenQuery, GoldenSet } from "./golden.ts";
import { type JudgedPassages, judgePassages, type PassageIndex, toUnits } from "./judge-passages.ts";
import { toLatency } from "./latency.ts";
import { toMetricValues } from "./metric-values.ts";
import { averageMetrics, measureRanking } from "./metrics.ts";
import { findMissingWords } from "./missing-words.ts";
import type { EvalProgress } from "./run-beir.ts";
import type { GroupRecord, KindRecord, MissProblem } from "./run-record.ts";
import { pause, toVariants, type Variant } from "./variants.ts";

/** How far down a ranking is looked. */
const DEPTH = 100;
/** A passage below this is a miss. */
const FIRST_PAGE = 10;
/** The label of queries without a kind. */
const NO_KIND = "none given";

export interface ScoredChunk {
  readonly chunkId: string;
  readonly score: number;
}

export interface ChunkPlace {
  readonly documentId: string;
  readonly path: string;
  readonly uri: string;
}

/** Chunks, best first, at most `depth`. */
export type PassageSearch = (
  query: string,
  request: { readonly variant: Variant; readonly filter: SearchFilter; readonly depth: number },
) => Promise<readonly ScoredChunk[]>;

export interface GoldenQueryRun extends QueryRun {
  readonly query: GoldenQuery;
  /** Of the first relevant passage. */
  readonly rank: number | null;
  readonly miss: { readonly problem: MissProblem; readonly missingWords: readonly string[] } | null;
  /** Forbidden documents among the first hits. */
  readonly forbidden: readonly string[];
}

export interface GoldenModeRun extends ModeRun {
  readonly perQuery: readonly GoldenQueryRun[];
  readonly kinds: readonly KindRecord[];
  readonly groups: readonly GroupRecord[];
  readonly misses: Readonly<Record<MissProblem, number>>;
  readonly forbidden: number;
}

export interface RunGoldenOptions {
  readonly set: GoldenSet;
  readonly index: PassageIndex & {
    /** Where chunks stand; one that is gone is left out. */
    placesOf(chunkIds: readonly string[]): Promise<ReadonlyMap<string, ChunkPlace>>;
  };
  readonly search: PassageSearch;
  readonly modes: readonly Variant["mode"][];
  readonly fusions: readonly string[];
  /** How many hits a user would see: where nothing forbidden may stand. */
  readonly top: number;
  /** Searches a variant makes before the clock counts; 3 unless told. */
  readonly warmUpQueries?: number;
  readonly onProgress?: (event: EvalProgress) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds, rising. */
  readonly now?: () => number;
}

/** One run a variant, over the queries that expect something; none when all are to be refused. */
export async function runGolden(options: RunGoldenOptions): Promise<GoldenModeRun[]> {
  const queries = options.set.queries.filter(({ expect }) => expect.length > 0);
  const judged = await judgePassages(queries, options.index);
  if (queries.length === 0) return [];
  const runs: GoldenModeRun[] = [];
  for (const variant of toVariants(options.modes, options.fusions)) {
    runs.push(await runVariant(variant, queries, { ...options, judged }));
  }
  return runs;
}

type VariantOptions = RunGoldenOptions & { readonly judged: ReadonlyMap<string, JudgedPassages> };

async function runVariant(
  variant: Variant,
  queries: readonly GoldenQuery[],
  options: VariantOptions,
): Promise<GoldenModeRun> {
  const { set, signal, onProgress, warmUpQueries = 3 } = options;
  const { mode } = variant;
  onProgress?.({ kind: "mode-started", mode, queries: queries.length });
  for (const query of queries.slice(0, warmUpQueries)) {
    await pause(set.name, signal);
    await options.search(query.query, { variant, filter: query.filter, depth: DEPTH });
  }
  const perQuery: GoldenQueryRun[] = [];
  for (const query of queries) {
    await pause(set.name, signal);
    perQuery.push(await runQuery(query, variant, options));
    onProgress?.({ kind: "query-answered", mode, answered: perQuery.length, queries: queries.length });
  }
  const run = toModeRun(variant, perQuery);
  onProgress?.({ kind: "mode-finished", run });
  return run;
}

async function runQuery(
  query: GoldenQuery,
  variant: Variant,
  { search, index, judged, top, now = () => performance.now() }: VariantOptions,
): Promise<GoldenQueryRun> {
  const startedAt = now();
  const found = await search(query.query, { variant, filter: query.filter, depth: DEPTH });
  const latencyMs = now() - startedAt;
  const places = await index.placesOf(found.map(({ chunkId }) => chunkId));
  const hits = found.slice(0, DEPTH).flatMap(({ chunkId, score }) => {
    const place = places.get(chunkId);
    return place === undefined ? [] : [{ chunkId, score, ...place }];
  });
  const expected = judged.get(query.id) ?? { judgments: new Map(), documents: new Set(), passages: [] };
  const units = toUnits(hits, expected);
  const first = units.findIndex((unit) => (expected.judgments.get(unit) ?? 0) > 0);
  const rank = first === -1 ? null : first + 1;
  const shown = new Set(hits.slice(0, top).map(({ path }) => path));
  return {
    queryId: query.id,
    query,
    ranking: hits.map(({ uri, score }) => ({ documentId: uri, score })),
    metrics: measureRanking(units, expected.judgments),
    latencyMs,
    rank,
    miss: rank !== null && rank <= FIRST_PAGE ? null : toMiss(query, rank, expected),
    forbidden: query.forbidden.flatMap((entry) =>
      entry.kind === "path" && shown.has(entry.path) ? [entry.path] : [],
    ),
  };
}

function toMiss(query: GoldenQuery, rank: number | null, { passages }: JudgedPassages) {
  const problem: MissProblem = rank === null ? "vocabulary" : "ranking";
  return { problem, missingWords: findMissingWords(query.query, passages) };
}

function toModeRun(variant: Variant, perQuery: readonly GoldenQueryRun[]): GoldenModeRun {
  const misses = (problem: MissProblem): number =>
    perQuery.filter(({ miss }) => miss?.problem === problem).length;
  return {
    ...variant,
    metrics: averageMetrics(perQuery.map(({ metrics }) => metrics)),
    emptyRate: perQuery.filter(({ ranking }) => ranking.length === 0).length / perQuery.length,
    latencyMs: toLatency(perQuery.map(({ latencyMs }) => latencyMs)),
    perQuery,
    kinds: toKinds(perQuery),
    groups: toGroups(perQuery),
    misses: { ranking: misses("ranking"), vocabulary: misses("vocabulary") },
    forbidden: perQuery.filter(({ forbidden }) => forbidden.length > 0).length,
  };
}

/** In the order of the file. */
function toKinds(perQuery: readonly GoldenQueryRun[]): KindRecord[] {
  return [...gather(perQuery, ({ query }) => query.kind ?? NO_KIND)].map(([kind, runs]) => ({
    kind,
    queries: runs.length,
    metrics: toMetricValues(averageMetrics(runs.map(({ metrics }) => metrics))),
  }));
}

function toGroups(perQuery: readonly GoldenQueryRun[]): GroupRecord[] {
  return [...gather(perQuery, ({ query }) => query.group)].map(([group, runs]) => {
    const gains = runs.map(({ metrics }) => metrics.ndcgAt10);
    return {
      group,
      queries: runs.map(({ queryId }) => queryId),
      ranks: runs.map(({ rank }) => rank),
      ndcg_spread: Math.max(...gains) - Math.min(...gains),
    };
  });
}

function gather(
  perQuery: readonly GoldenQueryRun[],
  toLabel: (run: GoldenQueryRun) => string | null,
): Map<string, GoldenQueryRun[]> {
  const labelled = new Map<string, GoldenQueryRun[]>();
  for (const run of perQuery) {
    const label = toLabel(run);
    if (label === null) continue;
    const others = labelled.get(label);
    if (others === undefined) labelled.set(label, [run]);
    else others.push(run);
  }
  return labelled;
}
