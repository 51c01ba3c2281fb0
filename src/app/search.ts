import { KebabError } from "../core/errors.ts";
import type { SearchFilter, SearchMode } from "../core/search.ts";
import { search } from "../retrieval/search.ts";
import type { SearchResponse } from "../wire/search.ts";
import { parseCursor, toCursor, toCursorKey } from "./cursor.ts";
import { toSideWire } from "./explain.ts";
import { openRetrievers, type SearchEnvironment, toFusion } from "./retrievers.ts";
import { createStalenessCheck } from "./staleness.ts";
import { toHitWire } from "./to-wire.ts";

export interface SearchOptions {
  readonly mode?: SearchMode;
  readonly top?: number;
  readonly filter?: SearchFilter;
  readonly threshold?: number;
  readonly minScore?: number;
  readonly cursor?: string;
  readonly maxTokens?: number;
  readonly snippetChars?: number;
  readonly explain?: boolean;
}

const MAX_TOP = 1000;

export async function searchIndex(
  query: string,
  options: SearchOptions,
  environment: SearchEnvironment,
): Promise<SearchResponse> {
  const started = performance.now();
  const { config, index } = environment;
  const mode = options.mode ?? config.search.defaultMode;
  const limit = checkTop(options.top ?? config.search.defaultTop);
  const filter = options.filter ?? {};
  const fusion = toFusion(config);
  const retrievers = await openRetrievers(mode, environment);
  const { threshold, minScore } = options;
  const key = toCursorKey([
    query,
    mode,
    limit,
    filter,
    index.lexicalIndex.version,
    fusion,
    threshold,
    minScore,
  ]);
  const offset = options.cursor === undefined ? 0 : parseCursor(options.cursor, key);
  const result = await search(
    {
      query,
      mode,
      limit,
      offset,
      filter,
      snippetCharacters: options.snippetChars ?? config.search.snippetChars,
      threshold: threshold ?? null,
      minScore: minScore ?? null,
      maxTokens: options.maxTokens ?? null,
    },
    { retrievers, fusion, reader: index.reader },
  );
  const isStale = await createStalenessCheck(index.reader);
  const explain = options.explain ?? false;
  const hits = result.hits.map((hit) =>
    toHitWire(hit, {
      mode,
      fusion,
      indexVersion: result.indexVersion,
      embeddingModel: result.sides.find(({ list }) => list.model !== null)?.list.model ?? null,
      stale: isStale(hit.chunk.document),
      explain,
    }),
  );
  const { retrieveMs, hydrateMs } = result.timing;
  const timing = { total_ms: performance.now() - started, retrieve_ms: retrieveMs, hydrate_ms: hydrateMs };
  return {
    schema_version: "search_response.v1",
    query,
    mode,
    returned: hits.length,
    hits,
    index_version: result.indexVersion,
    warnings: [...result.warnings],
    next_cursor: result.hasMore ? toCursor(offset + hits.length, key) : null,
    truncated: result.truncated,
    ...(explain ? { timing, retrievers: result.sides.map(toSideWire) } : {}),
  };
}

function checkTop(top: number): number {
  if (Number.isInteger(top) && top >= 1 && top <= MAX_TOP) return top;
  throw new KebabError("usage", `Cannot show ${top} hits: --top is a whole number from 1 to ${MAX_TOP}`);
}
