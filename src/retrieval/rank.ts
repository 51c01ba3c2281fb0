import { fuse, RRF_K } from "../core/fuse.ts";
import type { SearchFilter, SearchMode } from "../core/search.ts";
import type { RetrievedList, Retriever } from "../ports/retriever.ts";

export interface RankRequest {
  readonly query: string;
  readonly mode: SearchMode;
  /** How far down the list must reach. */
  readonly wanted: number;
  readonly filter: SearchFilter;
}

export interface HitScores {
  readonly lexicalRank: number | null;
  readonly lexicalScore: number | null;
  /** −bm25, before it is brought into [0, 1]. */
  readonly lexicalRaw: number | null;
  readonly vectorRank: number | null;
  readonly vectorScore: number | null;
  readonly fusionScore: number;
  readonly rrfScore: number;
}

export interface RankedHit {
  readonly chunkId: string;
  readonly score: number;
  readonly scores: HitScores;
}

export interface Ranking {
  readonly hits: readonly RankedHit[];
  readonly lexical: RetrievedList;
  readonly warnings: readonly string[];
}

/** Each side of a hybrid search is asked for more than will be shown, so that fusion has something to choose from. */
const CANDIDATE_MULTIPLIER = 3;
const MIN_CANDIDATES = 50;
const NO_VECTORS = "lexical only: this index has no vectors yet";

/** Ids and ranks alone: no text is read. */
export async function rankChunks(
  request: RankRequest,
  { lexical }: { lexical: Retriever },
): Promise<Ranking> {
  const { query, mode, filter, wanted } = request;
  const limit = mode === "hybrid" ? Math.max(CANDIDATE_MULTIPLIER * wanted, MIN_CANDIDATES) : wanted;
  const list = await lexical.retrieve({ query, filter, limit });
  return {
    hits: mode === "hybrid" ? rankHybrid(list) : rankLexical(list),
    lexical: list,
    warnings: [
      ...list.warnings,
      ...(list.abstained === null ? [] : [`keyword search had nothing to do: ${list.abstained}`]),
      ...(mode === "hybrid" ? [NO_VECTORS] : []),
    ],
  };
}

function rankLexical(list: RetrievedList): RankedHit[] {
  return list.ranked.map(({ chunkId, score: raw }, index) => {
    const score = toUnit(raw);
    const sides = {
      lexicalRank: index + 1,
      lexicalScore: score,
      lexicalRaw: raw,
      vectorRank: null,
      vectorScore: null,
    };
    return { chunkId, score, scores: { ...sides, fusionScore: score, rrfScore: 1 / (RRF_K + index + 1) } };
  });
}

function rankHybrid(list: RetrievedList): RankedHit[] {
  const raw = new Map(list.ranked.map(({ chunkId, score }) => [chunkId, score]));
  return fuse([list.ranked.map((chunk) => chunk.chunkId), []]).map(
    ({ chunkId, rrfScore, fusionScore, ranks }) => {
      const lexicalRaw = raw.get(chunkId) ?? null;
      const lexicalScore = lexicalRaw === null ? null : toUnit(lexicalRaw);
      const sides = {
        lexicalRank: ranks[0] ?? null,
        lexicalScore,
        lexicalRaw,
        vectorRank: null,
        vectorScore: null,
      };
      return { chunkId, score: fusionScore, scores: { ...sides, fusionScore, rrfScore } };
    },
  );
}

function toUnit(raw: number): number {
  return raw / (1 + raw);
}
