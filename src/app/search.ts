import type { Config } from "../config/keys.ts";
import { KebabError } from "../core/errors.ts";
import type { SearchFilter, SearchMode } from "../core/search.ts";
import { createLexicalRetriever } from "../retrieval/lexical-retriever.ts";
import { search } from "../retrieval/search.ts";
import type { SearchResponse } from "../wire/search.ts";
import { parseCursor, toCursor, toCursorKey } from "./cursor.ts";
import type { OpenIndex } from "./open-index.ts";
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
  { config, index }: { config: Config; index: OpenIndex },
): Promise<SearchResponse> {
  const started = performance.now();
  const mode = options.mode ?? config.search.defaultMode;
  const limit = checkTop(options.top ?? config.search.defaultTop);
  if (mode === "vector") {
    throw new KebabError("index-missing", "Cannot search by meaning: this index has no vectors", {
      hint: "Use --mode lexical, or hybrid, which takes what there is",
    });
  }
  const filter = options.filter ?? {};
  const { lexicalIndex, reader } = index;
  const key = toCursorKey([query, mode, filter, lexicalIndex.version, options.threshold, options.minScore]);
  const offset = options.cursor === undefined ? 0 : parseCursor(options.cursor, key);
  const result = await search(
    {
      query,
      mode,
      limit,
      offset,
      filter,
      snippetCharacters: options.snippetChars ?? config.search.snippetChars,
      threshold: options.threshold ?? null,
      minScore: options.minScore ?? null,
      maxTokens: options.maxTokens ?? null,
    },
    { lexical: createLexicalRetriever(lexicalIndex), reader },
  );
  const isStale = await createStalenessCheck(reader);
  const explain = options.explain ?? false;
  const hits = result.hits.map((hit) =>
    toHitWire(hit, { mode, indexVersion: result.indexVersion, stale: isStale(hit.chunk.document), explain }),
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
    ...(explain ? { timing } : {}),
  };
}

function checkTop(top: number): number {
  if (Number.isInteger(top) && top >= 1 && top <= MAX_TOP) return top;
  throw new KebabError("usage", `Cannot show ${top} hits: --top is a whole number from 1 to ${MAX_TOP}`);
}
