import { KebabError } from "../core/errors.ts";
import { toContentHash } from "../core/ids.ts";
import type { SearchMode } from "../core/search.ts";
import type { EvalRun, ModeRun, QueryRun, ScoredDocument } from "./eval-run.ts";
import { toLatency } from "./latency.ts";
import { averageMetrics, hasRelevant, type Judgments, measureRanking } from "./metrics.ts";
import { rankDocuments } from "./rank-documents.ts";
import { pause, toVariants, type Variant } from "./variants.ts";

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

export type EvalProgress =
  | { readonly kind: "mode-started"; readonly mode: SearchMode; readonly queries: number }
  | {
      readonly kind: "query-answered";
      readonly mode: SearchMode;
      readonly answered: number;
      readonly queries: number;
    }
  | { readonly kind: "mode-finished"; readonly run: ModeRun }
  | { readonly kind: "asking-started"; readonly questions: number }
  | { readonly kind: "question-answered"; readonly answered: number; readonly questions: number };

export interface RunBeirOptions {
  readonly set: JudgedSet;
  readonly search: ChunkSearch;
  readonly modes: readonly SearchMode[];
  /** The policies to measure behind mode "hybrid". */
  readonly fusions: readonly string[];
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
  for (const variant of toVariants(options.modes, options.fusions)) {
    runs.push(await runVariant(variant, queries, options));
  }
  return {
    set: set.name,
    documents: set.documents.length,
    queries: queries.length,
    runs,
  };
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
    await pause(set.name, options.signal);
    await rankTimed(query, variant, options);
  }
  const perQuery: QueryRun[] = [];
  for (const query of queries) {
    await pause(set.name, options.signal);
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

function judgmentsOf(set: JudgedSet, queryId: string): Judgments {
  return set.qrels.get(queryId) ?? new Map();
}

/** Of the questions that count, their judgments and the documents, whatever their order in the files. */
export function toSetHash(set: JudgedSet): string {
  const judged = set.queries
    .filter(({ id }) => hasRelevant(judgmentsOf(set, id)))
    .map(({ id, text }) => [id, [text, toSortedEntries(judgmentsOf(set, id))]] as const);
  return toContentHash(JSON.stringify([set.contentHash, toSortedEntries(judged)]));
}

/** By code unit, never by locale: hashes are the same on every machine. */
function toSortedEntries<Value>(entries: Iterable<readonly [string, Value]>): (readonly [string, Value])[] {
  return [...entries].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}
