import { toMetricValues } from "../evaluation/metric-values.ts";
import { hasRelevant, type Judgments, measureRanking } from "../evaluation/metrics.ts";
import { rankDocuments } from "../evaluation/rank-documents.ts";
import type { MetricValues } from "../evaluation/run-record.ts";
import { rankJoined } from "../evaluation/tune-ranking.ts";
import { countCandidates, type SearchSettings } from "../evaluation/tune-space.ts";
import { type BeirSet, readBeirSet } from "../sources/beir/read-beir.ts";
import { buildIndex, embedSet, toProse } from "./evaluate-beir.ts";
import { openEmbedder } from "./open-embedder.ts";
import type { TunableSet, TuneFusionOptions } from "./tunable-set.ts";
import type { TuneLists } from "./tune-lists.ts";

/** Measured as `eval beir` measures: documents by their best chunk, a hundred of them. */
export async function openBeirForTuning(folder: string, options: TuneFusionOptions): Promise<TunableSet> {
  const { config } = options.loaded;
  const set = await readBeirSet(folder);
  const paths = await buildIndex(set, { ...options, config });
  {
    await using embedder = await openEmbedder(config.embeddings);
    if (embedder !== null) await embedSet(set, embedder, paths, { ...options, config });
  }
  return {
    name: set.name,
    config,
    paths,
    queries: set.queries.length,
    judge: async (lists) => {
      const documentOf = createDocumentFinder(set, lists);
      return set.queries
        .map(({ id, text }) => ({ id, text, judgments: set.qrels.get(id) ?? new Map<string, number>() }))
        .filter(({ judgments }) => hasRelevant(judgments))
        .map(({ id, text, judgments }) => ({
          id,
          kind: null,
          group: null,
          measure: (settings) => measureQuery(toProse(text), settings, { lists, judgments, documentOf }),
        }));
    },
  };
}

type DocumentFinder = (chunkIds: readonly string[]) => Promise<string[]>;

async function measureQuery(
  query: string,
  settings: SearchSettings,
  { lists, judgments, documentOf }: { lists: TuneLists; judgments: Judgments; documentOf: DocumentFinder },
): Promise<MetricValues> {
  const ranking = await rankDocuments(async (limit) => {
    const asked = lists.sides === "both" ? countCandidates(settings, limit) : limit;
    const joined = await lists.join({ query, filter: {} }, settings.columns, asked);
    const order = rankJoined(joined, settings, asked).slice(0, limit);
    const documents = await documentOf(order.map((position) => joined.chunkIds[position] ?? ""));
    return documents.map((documentId) => ({ documentId, score: 0 }));
  });
  const ids = ranking.map(({ documentId }) => documentId);
  return toMetricValues(measureRanking(ids, judgments));
}

/** A chunk's path in such an index is its document's position in the set. */
function createDocumentFinder({ documents }: BeirSet, lists: TuneLists): DocumentFinder {
  const known = new Map<string, string>();
  return async (chunkIds) => {
    const unknown = chunkIds.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      for (const [id, path] of await lists.reader.pathsOf(unknown)) {
        known.set(id, documents[Number(path)]?.id ?? "");
      }
    }
    return chunkIds.map((id) => known.get(id) ?? "");
  };
}
