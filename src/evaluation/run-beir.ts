import { KebabError } from "../core/errors.ts";
import { toContentHash, toId } from "../core/ids.ts";
import type { SearchMode } from "../core/search.ts";
import type { EvalRun, ModeRun, QueryRun, ScoredDocument } from "./eval-run.ts";
import { toLatency } from "./latency.ts";
import { averageMetrics, hasRelevant, type Judgments, measureRanking } from "./metrics.ts";
import { rankDocuments } from "./rank-documents.ts";

/** The part of a BEIR set that a run needs; `BeirSet` of sources/beir is one. */
export interface JudgedSet {
  readonly name: string;
  readonly contentHash: string;
  readonly documents: readonly { readonly id: string }[];
  readonly queries: readonly JudgedQuery[];
  readonly qrels: ReadonlyMap<string, Judgments>;
}

interface JudgedQuery {
  readonly id: string;
  readonly text: string;
}

/** One entry a chunk, best first, under the set's own document id. */
export type ChunkSearch = (
  query: string,
  variant: Variant,
  limit: number,
) => Promise<readonly ScoredDocument[]>;

/** What is measured: a mode, and with "hybrid" the policy that joins the lists. */
export interface Variant {
  readonly mode: SearchMode;
  readonly fusion: string | null;
}

export type EvalProgress =
  | { readonly kind: "mode-started"; readonly mode: SearchMode; readonly queries: number }
  | {
      readonly kind: "query-answered";
      readonly mode: SearchMode;
      readonly answered: number;
      readonly queries: number;
    }
  | { readonly kind: "mode-finished"; readonly run: ModeRun };

export interface RunBeirOptions {
  readonly set: JudgedSet;
  readonly search: ChunkSearch;
  readonly modes: readonly SearchMode[];
  /** The policies to measure behind mode "hybrid". */
  readonly fusions: readonly string[];
  /** Enters the run id: the same set, modes and versions are the same run. */
  readonly versions: Readonly<Record<string, string>>;
  /** Searches a mode makes before the clock counts; 3 unless told. */
  readonly warmUpQueries?: number;
  readonly onProgress?: (event: EvalProgress) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds, rising. */
  readonly now?: () => number;
}

export async function runBeir(options: RunBeirOptions): Promise<EvalRun> {
  const { set } = options;
  const queries = set.queries.filter(({ id }) => hasRelevant(judgmentsOf(set, id)));
  if (queries.length === 0) {
    throw new KebabError(
      "config-invalid",
      `Cannot evaluate set "${set.name}": no query has a relevant document`,
      {
        hint: "Check that the query ids in the qrels are those of queries.jsonl, with a grade above 0",
      },
    );
  }
  const runs: ModeRun[] = [];
  for (const variant of toVariants(options)) runs.push(await runVariant(variant, queries, options));
  return {
    runId: toRunId(queries, options),
    set: set.name,
    documents: set.documents.length,
    queries: queries.length,
    versions: options.versions,
    runs,
  };
}

function toVariants({ modes, fusions }: RunBeirOptions): Variant[] {
  return modes.flatMap<Variant>((mode) =>
    mode === "hybrid" ? fusions.map((fusion) => ({ mode, fusion })) : [{ mode, fusion: null }],
  );
}

async function runVariant(
  variant: Variant,
  queries: readonly JudgedQuery[],
  options: RunBeirOptions,
): Promise<ModeRun> {
  const { set, onProgress, warmUpQueries = 3 } = options;
  const { mode } = variant;
  onProgress?.({ kind: "mode-started", mode, queries: queries.length });
  for (const query of queries.slice(0, warmUpQueries)) {
    await pause(options);
    await rankTimed(query, variant, options);
  }
  const perQuery: QueryRun[] = [];
  for (const query of queries) {
    await pause(options);
    const { ranking, latencyMs } = await rankTimed(query, variant, options);
    const ids = ranking.map(({ documentId }) => documentId);
    perQuery.push({
      queryId: query.id,
      ranking,
      metrics: measureRanking(ids, judgmentsOf(set, query.id)),
      latencyMs,
    });
    onProgress?.({ kind: "query-answered", mode, answered: perQuery.length, queries: queries.length });
  }
  const run = toModeRun(variant, perQuery);
  onProgress?.({ kind: "mode-finished", run });
  return run;
}

function toModeRun(variant: Variant, perQuery: readonly QueryRun[]): ModeRun {
  return {
    ...variant,
    metrics: averageMetrics(perQuery.map(({ metrics }) => metrics)),
    emptyRate: perQuery.filter(({ ranking }) => ranking.length === 0).length / perQuery.length,
    latencyMs: toLatency(perQuery.map(({ latencyMs }) => latencyMs)),
    perQuery,
  };
}

/** Only the first search counts in the latency: asking again for more chunks is the evaluation's need, not a user's. */
async function rankTimed(
  query: JudgedQuery,
  variant: Variant,
  { search, now = () => performance.now() }: RunBeirOptions,
): Promise<{ ranking: readonly ScoredDocument[]; latencyMs: number }> {
  const durationsMs: number[] = [];
  const ranking = await rankDocuments(async (limit) => {
    const startedAt = now();
    const chunks = await search(query.text, variant, limit);
    durationsMs.push(now() - startedAt);
    return chunks;
  });
  return { ranking, latencyMs: durationsMs[0] ?? 0 };
}

/**
 * A search that never waits for the system (SQLite in process) would hold the event loop from
 * the first query to the last; Ctrl-C could not reach the signal.
 */
async function pause({ set, signal }: RunBeirOptions): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (signal?.aborted) {
    throw new KebabError("interrupted", `Stopped evaluating set "${set.name}" before its last query`, {
      cause: signal.reason,
    });
  }
}

function judgmentsOf(set: JudgedSet, queryId: string): Judgments {
  return set.qrels.get(queryId) ?? new Map();
}

function toRunId(queries: readonly JudgedQuery[], { set, modes, fusions, versions }: RunBeirOptions): string {
  const judged = queries.map(({ id, text }) => [id, text, toSortedEntries(judgmentsOf(set, id))]);
  return toId([
    "eval-run",
    set.name,
    set.contentHash,
    toContentHash(JSON.stringify(judged)),
    JSON.stringify([...modes].sort()),
    modes.includes("hybrid") ? JSON.stringify([...fusions].sort()) : "",
    JSON.stringify(toSortedEntries(Object.entries(versions))),
  ]);
}

/** By code unit, never by locale: ids are the same on every machine. */
function toSortedEntries<Value>(entries: Iterable<readonly [string, Value]>): (readonly [string, Value])[] {
  return [...entries].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}
