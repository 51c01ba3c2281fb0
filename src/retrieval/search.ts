import type { QueryTerm } from "../core/analyse.ts";
import type { SearchFilter, SearchMode } from "../core/search.ts";
import { cutSnippet, findMatches, type Match, type Snippet } from "../core/snippet.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { DocumentReader, StoredChunk } from "../ports/document-store.ts";
import {
  type AskedSide,
  type Fusion,
  type HitScores,
  type RankedHit,
  type Retrievers,
  rankChunks,
} from "./rank.ts";

export interface SearchRequest {
  readonly query: string;
  readonly mode: SearchMode;
  readonly limit: number;
  /** How many hits of the whole ranking came on earlier pages. */
  readonly offset: number;
  readonly filter: SearchFilter;
  readonly snippetCharacters: number;
  /** Drops hits whose raw RRF score is below. */
  readonly threshold: number | null;
  /** Drops hits whose score in [0, 1] is below. */
  readonly minScore: number | null;
  /** Stops before the snippets pass this many tokens; at least one hit is always given. */
  readonly maxTokens: number | null;
}

export interface SearchHit {
  readonly rank: number;
  readonly score: number;
  readonly chunk: StoredChunk;
  readonly snippet: Snippet;
  readonly matchedTerms: readonly string[];
  readonly scores: HitScores;
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly sides: readonly AskedSide[];
  readonly indexVersion: string;
  readonly warnings: readonly string[];
  readonly hasMore: boolean;
  readonly truncated: boolean;
  readonly timing: { readonly retrieveMs: number; readonly hydrateMs: number };
}

export async function search(
  request: SearchRequest,
  { retrievers, fusion, reader }: { retrievers: Retrievers; fusion: Fusion; reader: DocumentReader },
): Promise<SearchResult> {
  const started = performance.now();
  const { query, mode, filter, limit, offset } = request;
  const ranking = await rankChunks(
    { query, mode, filter, top: limit, wanted: offset + limit + 1 },
    retrievers,
    fusion,
  );
  const ranked = ranking.hits
    .filter((hit) => request.threshold === null || hit.scores.rrfScore >= request.threshold)
    .filter((hit) => request.minScore === null || hit.score >= request.minScore);
  const page = ranked.slice(offset, offset + limit);
  const retrieved = performance.now();
  const terms = ranking.sides.flatMap(({ list }) => list.terms);
  const all = await hydrate(page, terms, request, reader);
  const hits = withinTokens(all, request.maxTokens);
  return {
    hits,
    sides: ranking.sides,
    indexVersion: ranking.indexVersion,
    warnings: ranking.warnings,
    hasMore: ranked.length > offset + hits.length,
    truncated: hits.length < all.length,
    timing: { retrieveMs: retrieved - started, hydrateMs: performance.now() - retrieved },
  };
}

async function hydrate(
  page: readonly RankedHit[],
  terms: readonly QueryTerm[],
  request: SearchRequest,
  reader: DocumentReader,
): Promise<SearchHit[]> {
  const chunks = new Map(
    (await reader.chunks(page.map((hit) => hit.chunkId))).map((chunk) => [chunk.id, chunk]),
  );
  return page.flatMap(({ chunkId, score, scores }, index) => {
    const chunk = chunks.get(chunkId);
    // Gone since it was ranked: a writer removed the document between the two reads.
    if (chunk === undefined) return [];
    const matches = findMatches(chunk.text, terms);
    const snippet = cutSnippet(chunk.text, matches, request.snippetCharacters);
    const { title, metadata } = chunk.document;
    const headings = [title, ...metadata.aliases, ...chunk.headingPath].join("\n");
    const matchedTerms = toTerms([...matches, ...findMatches(headings, terms)]);
    return [{ rank: request.offset + index + 1, score, chunk, snippet, matchedTerms, scores }];
  });
}

function toTerms(matches: readonly Match[]): string[] {
  return [...new Set(matches.map((match) => match.term))];
}

function withinTokens(hits: readonly SearchHit[], maxTokens: number | null): readonly SearchHit[] {
  if (maxTokens === null) return hits;
  let used = 0;
  const cut = hits.findIndex((hit, index) => {
    used += estimateTokens(hit.snippet.text);
    return index > 0 && used > maxTokens;
  });
  return cut === -1 ? hits : hits.slice(0, cut);
}
