import { KebabError } from "../core/errors.ts";
import type { SearchFilter, SearchMode } from "../core/search.ts";
import type { StoredDocument } from "../ports/document-store.ts";
import { type SearchHit, type SearchResult, search } from "../retrieval/search.ts";
import type { SearchHitWire, SearchResponse } from "../wire/search.ts";
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
  checkQuery(query);
  const { config, index } = environment;
  const mode = options.mode ?? config.search.defaultMode;
  const limit = checkTop(options.top ?? config.search.defaultTop);
  const { filter = {}, threshold, minScore, explain = false } = options;
  const version = index.lexicalIndex.version;
  const key = toCursorKey([query, mode, limit, filter, version, toFusion(config), threshold, minScore]);
  const offset = options.cursor === undefined ? 0 : parseCursor(options.cursor, key);
  const { result, toWire } = await retrieve(query, { ...options, mode, top: limit, offset }, environment);
  const hits = result.hits.map(toWire);
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

export type RetrieveOptions = Omit<SearchOptions, "cursor"> & {
  readonly mode: SearchMode;
  /** Checked. */
  readonly top: number;
  readonly offset?: number;
};

export interface Retrieval {
  readonly result: SearchResult;
  readonly toWire: (hit: SearchHit) => SearchHitWire;
  readonly isStale: (document: StoredDocument) => boolean;
}

/** What search and ask share: hits with their text, and how they are told. */
export async function retrieve(
  query: string,
  options: RetrieveOptions,
  environment: SearchEnvironment,
): Promise<Retrieval> {
  const { config, index } = environment;
  const { mode, explain = false } = options;
  const fusion = toFusion(config);
  const retrievers = await openRetrievers(mode, environment);
  const result = await search(
    {
      query,
      mode,
      limit: options.top,
      offset: options.offset ?? 0,
      filter: options.filter ?? {},
      snippetCharacters: options.snippetChars ?? config.search.snippetChars,
      threshold: options.threshold ?? null,
      minScore: options.minScore ?? null,
      maxTokens: options.maxTokens ?? null,
    },
    { retrievers, fusion, reader: index.reader },
  );
  const isStale = await createStalenessCheck(index.reader);
  const { indexVersion } = result;
  const embeddingModel = result.sides.find(({ list }) => list.model !== null)?.list.model ?? null;
  return {
    result,
    isStale,
    toWire: (hit) => {
      const stale = isStale(hit.chunk.document);
      return toHitWire(hit, { mode, fusion, indexVersion, embeddingModel, stale, explain });
    },
  };
}

/** The types forbid anything but a text, and a script in JavaScript has none. */
export function checkQuery(query: unknown): void {
  if (typeof query === "string") return;
  throw new KebabError("usage", `Cannot search: the query is of type ${typeof query}, not a text`, {
    hint: "The query comes first and the options after it: search(query, { top: 5 })",
  });
}

export function checkTop(top: number): number {
  if (Number.isInteger(top) && top >= 1 && top <= MAX_TOP) return top;
  throw new KebabError("usage", `Cannot show ${top} hits: --top is a whole number from 1 to ${MAX_TOP}`);
}
