/** The same seed gives the same sequence on every machine: a failure can be had again. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(next() * limit);
  const pick = (items) => items[below(items.length)];
  const between = (low, high) => low + below(high - low + 1);
  return {
    next,
    below,
    between,
    pick,
    chance: (share) => next() < share,
    /** As many as asked, each drawn anew. */
    several: (low, high, draw) => Array.from({ length: between(low, high) }, () => draw()),
    shuffled: (items) => {
      const result = [...items];
      for (let at = result.length - 1; at > 0; at--) {
        const other = below(at + 1);
        [result[at], result[other]] = [result[other], result[at]];
      }
      return result;
    },
    /** An independent sequence for one part of the work. */
    fork: (label) => createRandom((seed ^ toNumber(String(label))) >>> 0),
  };
}

function toNumber(text) {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  return hash >>> 0;
}
