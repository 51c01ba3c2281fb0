import { FUSION_POLICIES, type FusionName } from "../core/fusion/policies.ts";
import { type FusedChunk, toRrfScore } from "../core/fusion/policy.ts";
import type { RankedChunk, SearchFilter, SearchMode } from "../core/search.ts";
import type { RetrievedList, Retriever } from "../ports/retriever.ts";
import type { LeaveToMeaning } from "./leave-to-meaning.ts";

export interface RankRequest {
  readonly query: string;
  readonly mode: SearchMode;
  /** How many hits a page has: the candidates of a hybrid search go by it, on every page alike. */
  readonly top: number;
  /** How far down the list must reach. */
  readonly wanted: number;
  readonly filter: SearchFilter;
}

/** How two lists become one. */
export interface Fusion {
  readonly policy: FusionName;
  readonly rrfK: number;
  readonly candidateMultiplier: number;
  /** The lexical side's, the vector side's. */
  readonly weights: readonly [number, number];
}

export interface Retrievers {
  readonly lexical: Retriever;
  readonly vector: Retriever;
  /** Asked in a hybrid search. */
  readonly leaveToMeaning: LeaveToMeaning;
}

export interface HitScores {
  readonly lexicalRank: number | null;
  readonly lexicalScore: number | null;
  /** −bm25, before it is brought into [0, 1]. */
  readonly lexicalRaw: number | null;
  readonly vectorRank: number | null;
  readonly vectorScore: number | null;
  /** The cosine. */
  readonly vectorRaw: number | null;
  readonly fusionScore: number;
  readonly rrfScore: number;
  /** What each side gave to the fused score, lexical first; null in a single mode. */
  readonly parts: FusedChunk["parts"] | null;
}

export interface RankedHit {
  readonly chunkId: string;
  readonly score: number;
  readonly scores: HitScores;
}

/** What one side was asked, and gave. */
export interface AskedSide {
  readonly side: Side;
  readonly asked: number;
  readonly list: RetrievedList;
}

export interface Ranking {
  readonly hits: readonly RankedHit[];
  /** In a single mode one, in a hybrid search both, lexical first. */
  readonly sides: readonly AskedSide[];
  readonly indexVersion: string;
  readonly warnings: readonly string[];
}

export type Side = "lexical" | "vector";

const MIN_CANDIDATES = 50;
const SIDE_NAMES: Readonly<Record<Side, string>> = { lexical: "keyword search", vector: "meaning search" };

/** Ids and ranks alone: no text is read. */
export async function rankChunks(
  request: RankRequest,
  retrievers: Retrievers,
  fusion: Fusion,
): Promise<Ranking> {
  return fuseSides(request.mode, await askSides(request, retrievers, fusion), fusion);
}

/** In a single mode one, in a hybrid search both, lexical first: the same lists whatever the policy. */
export async function askSides(
  { query, mode, filter, top, wanted }: RankRequest,
  retrievers: Retrievers,
  { candidateMultiplier }: Pick<Fusion, "candidateMultiplier">,
): Promise<readonly AskedSide[]> {
  if (mode !== "hybrid") {
    const list = await retrievers[mode].retrieve({ query, filter, limit: wanted });
    return [{ side: mode, asked: wanted, list }];
  }
  const asked = Math.max(candidateMultiplier * top, MIN_CANDIDATES);
  const request = { query, filter, limit: asked, besideWords: true };
  const [words, meaning] = await Promise.all([
    retrievers.lexical.retrieve(request),
    retrievers.vector.retrieve(request),
  ]);
  const reason = await retrievers.leaveToMeaning(query, { words: words.ranked, meaning: meaning.ranked });
  const lexical = reason === null ? words : { ...words, ranked: [], abstained: reason };
  // Where words have nothing, meaning need not leave them anything.
  const vector =
    lexical.ranked.length > 0 ? meaning : { ...meaning, ranked: meaning.whole ?? meaning.ranked };
  return [
    { side: "lexical", asked, list: lexical },
    { side: "vector", asked, list: vector },
  ];
}

export function fuseSides(mode: SearchMode, sides: readonly AskedSide[], fusion: Fusion): Ranking {
  const versions = sides.map(({ list }) => list.indexVersion);
  return {
    hits: mode === "hybrid" ? rankHybrid(sides, fusion) : rankSingle(mode, sides, fusion.rrfK),
    sides,
    indexVersion: mode === "hybrid" ? `hybrid:${versions.join("+")}` : (versions[0] ?? ""),
    warnings: sides.flatMap(({ side, list }) => [
      ...list.warnings,
      ...(list.abstained === null ? [] : [`${SIDE_NAMES[side]} has nothing to say: ${list.abstained}`]),
    ]),
  };
}

function rankSingle(side: Side, sides: readonly AskedSide[], rrfK: number): RankedHit[] {
  const ranked = sides[0]?.list.ranked ?? [];
  return ranked.map(({ chunkId, score: raw }, index) => {
    const rank = index + 1;
    const score = toUnit(side, raw);
    const own = { rank, score, raw };
    const scores = side === "lexical" ? toSides(own, null) : toSides(null, own);
    return {
      chunkId,
      score,
      scores: { ...scores, fusionScore: score, rrfScore: toRrfScore([rank], rrfK), parts: null },
    };
  });
}

function rankHybrid(sides: readonly AskedSide[], { policy, rrfK, weights }: Fusion): RankedHit[] {
  const lists = sides.map(({ list }) => list.ranked);
  const raws = lists.map((list) => new Map(list.map(({ chunkId, score }: RankedChunk) => [chunkId, score])));
  const at = (position: number, side: Side, chunk: FusedChunk): SideScore | null => {
    const rank = chunk.ranks[position] ?? null;
    const raw = raws[position]?.get(chunk.chunkId);
    return rank === null || raw === undefined ? null : { rank, raw, score: toUnit(side, raw) };
  };
  // A keyword list shorter than asked has come to its end: every other chunk would score 0.
  const isWhole = sides.map(({ asked, list }) => list.ranked.length < asked);
  const floors = [isWhole[0] === true ? 0 : null, null];
  return FUSION_POLICIES[policy](lists, { rrfK, weights, floors }).map((chunk) => {
    const { chunkId, score, rrfScore, parts } = chunk;
    const scores = toSides(at(0, "lexical", chunk), at(1, "vector", chunk));
    return { chunkId, score, scores: { ...scores, fusionScore: score, rrfScore, parts } };
  });
}

interface SideScore {
  readonly rank: number;
  readonly score: number;
  readonly raw: number;
}

function toSides(lexical: SideScore | null, vector: SideScore | null) {
  return {
    lexicalRank: lexical?.rank ?? null,
    lexicalScore: lexical?.score ?? null,
    lexicalRaw: lexical?.raw ?? null,
    vectorRank: vector?.rank ?? null,
    vectorScore: vector?.score ?? null,
    vectorRaw: vector?.raw ?? null,
  };
}

/** s/(1+s) for BM25, (1+c)/2 for a cosine, which rounding may carry a hair past 1. */
function toUnit(side: Side, raw: number): number {
  return side === "lexical" ? raw / (1 + raw) : Math.min(1, Math.max(0, (1 + raw) / 2));
}
