import { realpathSync } from "node:fs";
import type { GoldenQuery } from "../evaluation/golden.ts";
import { type JudgedPassages, judgePassages, toUnits } from "../evaluation/judge-passages.ts";
import { toMetricValues } from "../evaluation/metric-values.ts";
import { measureRanking } from "../evaluation/metrics.ts";
import type { MetricValues } from "../evaluation/run-record.ts";
import { rankJoined } from "../evaluation/tune-ranking.ts";
import { countCandidates, type SearchSettings } from "../evaluation/tune-space.ts";
import { toDataPaths } from "./data-paths.ts";
import { indexCorpus, readGolden, setAside, toCorpus } from "./evaluate-golden.ts";
import { type EvaluatedIndex, readEvaluatedIndex } from "./evaluate-index.ts";
import type { TunableSet, TuneFusionOptions } from "./tunable-set.ts";
import type { TuneLists } from "./tune-lists.ts";

/** How far down a ranking is looked, as `eval run` does. */
const DEPTH = 100;

/** Measured as `eval run` measures: passages, with as many candidates as a user's search has. */
export async function openGoldenForTuning(file: string, options: TuneFusionOptions): Promise<TunableSet> {
  const path = realpathSync(file);
  const set = readGolden(path);
  const corpus = set.corpus === null ? null : toCorpus(path, set.corpus);
  const loaded = corpus === null ? options.loaded : setAside(options.loaded, corpus);
  if (corpus !== null) await indexCorpus(corpus, { ...options, loaded });
  const { config } = loaded;
  const top = set.defaults.top ?? config.search.defaultTop;
  return {
    name: set.name,
    config,
    paths: toDataPaths(config.storage.dataDir),
    queries: set.queries.length,
    judge: async (lists) => {
      const index = await readEvaluatedIndex(lists.reader);
      const queries = set.queries.filter(({ expect }) => expect.length > 0);
      const judged = await judgePassages(queries, index);
      const documentsOf = createDocumentFinder(index);
      return queries.map((query) => {
        const { id, kind, group } = query;
        const expected = judged.get(id) ?? { judgments: new Map(), documents: new Set(), passages: [] };
        const measure = (settings: SearchSettings): Promise<MetricValues> =>
          measureQuery(query, settings, { lists, expected, documentsOf, top });
        return { id, kind, group, measure };
      });
    },
  };
}

type DocumentFinder = (chunkIds: readonly string[]) => Promise<{ chunkId: string; documentId: string }[]>;

async function measureQuery(
  { query, filter }: GoldenQuery,
  settings: SearchSettings,
  from: { lists: TuneLists; expected: JudgedPassages; documentsOf: DocumentFinder; top: number },
): Promise<MetricValues> {
  const { lists, expected, documentsOf, top } = from;
  const asked = lists.sides === "both" ? countCandidates(settings, top) : DEPTH;
  const joined = await lists.join({ query, filter }, settings.columns, asked);
  const order = rankJoined(joined, settings, asked).slice(0, DEPTH);
  const hits = await documentsOf(order.map((position) => joined.chunkIds[position] ?? ""));
  return toMetricValues(measureRanking(toUnits(hits, expected), expected.judgments));
}

function createDocumentFinder(index: EvaluatedIndex): DocumentFinder {
  const known = new Map<string, string>();
  return async (chunkIds) => {
    const unknown = chunkIds.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      for (const [id, { documentId }] of await index.placesOf(unknown)) known.set(id, documentId);
    }
    return chunkIds.flatMap((chunkId) => {
      const documentId = known.get(chunkId);
      return documentId === undefined ? [] : [{ chunkId, documentId }];
    });
  };
}
