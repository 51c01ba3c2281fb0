import type { RankedChunk } from "../search.ts";
import { type FusionPolicy, fuseByParts } from "./policy.ts";

/**
 * Scores, not ranks: each list is stretched to [0, 1] from its floor or last candidate to its first, and the
 * weighted mean is taken. It sees what ranks hide: a hit far ahead of the rest, or a list of near equals.
 */
export const fuseByScore: FusionPolicy = (lists, options) => {
  const values = lists.map((list, position) => stretch(list, options.floors[position] ?? null));
  return fuseByParts(lists, options, ({ chunkId, list }) => values[list]?.get(chunkId) ?? 0);
};

/** Chunk id → its score between the floor, or else the list's last, and the first; 1 for all where these are equal. */
function stretch(list: readonly RankedChunk[], floor: number | null): Map<string, number> {
  const top = list[0]?.score ?? 0;
  const range = top - (floor ?? list.at(-1)?.score ?? 0);
  const values = new Map<string, number>();
  for (const { chunkId, score } of list) {
    if (!values.has(chunkId)) values.set(chunkId, range > 0 ? 1 - (top - score) / range : 1);
  }
  return values;
}
