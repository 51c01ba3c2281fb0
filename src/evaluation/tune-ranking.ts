import { FUSION_POLICIES } from "../core/fusion/policies.ts";
import type { RankedChunk } from "../core/search.ts";
import type { SearchSettings } from "./tune-space.ts";

/**
 * Two lists of one query, joined once and fused in many ways. The policies of core/fusion build an object a
 * chunk, for readers who want to know why; a thousand settings want the order alone. A test holds the two
 * against each other, order by order.
 */
export interface JoinedLists {
  /** Every chunk of either list, by code unit: equal scores fall back to this order. */
  readonly chunkIds: readonly string[];
  readonly lexical: JoinedList;
  readonly vector: JoinedList;
}

interface JoinedList {
  readonly list: readonly RankedChunk[];
  /** By position in `chunkIds`: 1-based, 0 where the list lacks the chunk. */
  readonly ranks: Int32Array;
  readonly scores: Float64Array;
}

export function joinLists(lexical: readonly RankedChunk[], vector: readonly RankedChunk[]): JoinedLists {
  const chunkIds = [...new Set([...lexical, ...vector].map(({ chunkId }) => chunkId))].sort();
  const positions = new Map(chunkIds.map((chunkId, position) => [chunkId, position]));
  const join = (list: readonly RankedChunk[]): JoinedList => {
    const ranks = new Int32Array(chunkIds.length);
    const scores = new Float64Array(chunkIds.length);
    list.forEach(({ chunkId, score }, index) => {
      const position = positions.get(chunkId) ?? 0;
      ranks[position] = index + 1;
      scores[position] = score;
    });
    return { list, ranks, scores };
  };
  return { chunkIds, lexical: join(lexical), vector: join(vector) };
}

/** The fused order of what stands among the first `asked` of either list, as positions in `chunkIds`. */
export function rankJoined(joined: JoinedLists, settings: SearchSettings, asked: number): number[] {
  const { lexical, vector } = joined;
  const weigh = toWeighing(joined, settings, asked);
  const scores = new Float64Array(joined.chunkIds.length);
  const found: number[] = [];
  for (let position = 0; position < scores.length; position++) {
    const lexicalRank = within(lexical.ranks[position], asked);
    const vectorRank = within(vector.ranks[position], asked);
    if (lexicalRank === 0 && vectorRank === 0) continue;
    scores[position] = Math.min(1, weigh(position, lexicalRank, vectorRank));
    found.push(position);
  }
  const lexicalRank = (position: number): number =>
    within(lexical.ranks[position], asked) || Number.POSITIVE_INFINITY;
  return found.sort((a, b) => {
    const difference = (scores[b] ?? 0) - (scores[a] ?? 0);
    if (difference !== 0) return difference;
    const [first, second] = [lexicalRank(a), lexicalRank(b)];
    return first === second ? a - b : first - second;
  });
}

type Weighing = (position: number, lexicalRank: number, vectorRank: number) => number;

function toWeighing(joined: JoinedLists, settings: SearchSettings, asked: number): Weighing {
  const { policy, rrfK, weights } = settings;
  if (policy === "rrf") {
    const part = (rank: number): number => (rank === 0 ? 0 : 1 / (rrfK + rank));
    return (_, lexical, vector) =>
      (part(Math.min(lexical, vector)) + part(Math.max(lexical, vector))) / (2 / (rrfK + 1));
  }
  if (policy === "weighted_rrf") {
    const [lexicalShare, vectorShare] = toShares(weights);
    const part = (rank: number, share: number): number =>
      rank === 0 ? 0 : share * ((rrfK + 1) / (rrfK + rank));
    return (_, lexical, vector) => part(lexical, lexicalShare) + part(vector, vectorShare);
  }
  const ends = toEnds(joined, asked);
  const [lexicalShare, vectorShare] = policy === "linear" ? toShares(weights) : toEvidence(ends, rrfK);
  const toValue = ({ scores }: JoinedList, { top, range }: Ends, position: number): number =>
    range > 0 ? 1 - (top - (scores[position] ?? 0)) / range : 1;
  return (position, lexical, vector) =>
    (lexical === 0 ? 0 : lexicalShare * toValue(joined.lexical, ends.lexical, position)) +
    (vector === 0 ? 0 : vectorShare * toValue(joined.vector, ends.vector, position));
}

interface Ends {
  readonly top: number;
  readonly range: number;
  /** First and last, all that the weights of `adaptive` go by. */
  readonly list: readonly RankedChunk[];
  readonly floor: number | null;
}

function toEnds({ lexical, vector }: JoinedLists, asked: number): { lexical: Ends; vector: Ends } {
  const toEnd = (list: readonly RankedChunk[], floor: number | null): Ends => {
    const first = list[0];
    const last = list[Math.min(asked, list.length) - 1];
    const top = first?.score ?? 0;
    const range = top - (floor ?? last?.score ?? 0);
    return { top, range, floor, list: first === undefined || last === undefined ? [] : [first, last] };
  };
  // As in a search: a keyword list shorter than asked has come to its end.
  return {
    lexical: toEnd(lexical.list, lexical.list.length < asked ? 0 : null),
    vector: toEnd(vector.list, null),
  };
}

/** Asked of the policy itself, with the two ends of each list: nothing else enters its weights. */
function toEvidence({ lexical, vector }: { lexical: Ends; vector: Ends }, rrfK: number): [number, number] {
  const fused = FUSION_POLICIES.adaptive([lexical.list, vector.list], {
    rrfK,
    weights: [],
    floors: [lexical.floor, vector.floor],
  });
  const share = (side: 0 | 1): number =>
    fused.find(({ parts }) => parts[side] != null)?.parts[side]?.weight ?? 0;
  return [share(0), share(1)];
}

function toShares([lexical, vector]: readonly [number, number]): [number, number] {
  const total = lexical + vector;
  return total > 0 ? [lexical / total, vector / total] : [0.5, 0.5];
}

function within(rank: number | undefined, asked: number): number {
  return rank === undefined || rank > asked ? 0 : rank;
}
