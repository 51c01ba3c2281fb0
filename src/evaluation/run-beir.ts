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

/** What was retrieved once, joined by one policy or another: one entry a chunk, best first, under the set's own id. */
export type Retrieved = (fusion: Variant["fusion"]) => Promise<readonly ScoredDocument[]>;

export type ChunkSearch = (query: string, mode: SearchMode, limit: number) => Promise<Retrieved>;

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
  for (const mode of options.modes) runs.push(...(await runMode(mode, queries, options)));
  return {
    set: set.name,
    documents: set.documents.length,
    queries: queries.length,
    runs,
  };
}

async function runMode(
  mode: SearchMode,
  queries: readonly JudgedQuery[],
  options: RunBeirOptions,
): Promise<ModeRun[]> {
  const { set, onProgress, warmUpQueries = 3 } = options;
  const variants = toVariants([mode], options.fusions);
  onProgress?.({ kind: "mode-started", mode, queries: queries.length });
  for (const query of queries.slice(0, warmUpQueries)) {
    await pause(set.name, options.signal);
    await rankTimed(query, variants, options);
  }
  const perVariant = variants.map((): QueryRun[] => []);
  for (const [position, query] of queries.entries()) {
    await pause(set.name, options.signal);
    const timed = await rankTimed(query, variants, options);
    for (const [variant, { ranking, latencyMs }] of timed.entries()) {
      const ids = ranking.map(({ documentId }) => documentId);
      const metrics = measureRanking(ids, judgmentsOf(set, query.id));
      perVariant[variant]?.push({ queryId: query.id, ranking, metrics, latencyMs });
    }
    onProgress?.({ kind: "query-answered", mode, answered: position + 1, queries: queries.length });
  }
  const runs = variants.map((variant, position) => toModeRun(variant, perVariant[position] ?? []));
  for (const run of runs) onProgress?.({ kind: "mode-finished", run });
  return runs;
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

interface TimedRanking {
  readonly ranking: readonly ScoredDocument[];
  readonly latencyMs: number;
}

/**
 * What a user waits for: the retrieval, which the policies share, and the joining by one. Asking again for more chunks
 * is the evaluation's need, not a user's, and does not count.
 */
async function rankTimed(
  query: JudgedQuery,
  variants: readonly Variant[],
  { search, now = () => performance.now() }: RunBeirOptions,
): Promise<TimedRanking[]> {
  const time = async <Value>(work: () => Promise<Value>) => {
    const startedAt = now();
    const value = await work();
    return { value, ms: now() - startedAt };
  };
  const byLimit = new Map<number, { readonly value: Retrieved; readonly ms: number }>();
  const timed: TimedRanking[] = [];
  for (const { mode, fusion } of variants) {
    const durationsMs: number[] = [];
    const ranking = await rankDocuments(async (limit) => {
      const retrieved = byLimit.get(limit) ?? (await time(() => search(query.text, mode, limit)));
      byLimit.set(limit, retrieved);
      const joined = await time(() => retrieved.value(fusion));
      durationsMs.push(retrieved.ms + joined.ms);
      return joined.value;
    });
    timed.push({ ranking, latencyMs: durationsMs[0] ?? 0 });
  }
  return timed;
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
