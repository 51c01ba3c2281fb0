// A row of the table: what each peer took, by repeat, and its ratio to kebab.
import { median, round } from "../support/statistics.mjs";

/**
 * `lists` maps peers to their figures, one a repeat; repeat by repeat they ran beside each other, so that each is
 * divided by kebab's of the same repeat. A ratio above 1 always says that kebab is ahead. `reasons` says of those
 * that are not in `lists` why.
 */
export function toMeasure({ id, label, unit, better = "less", lists, reasons = {} }) {
  const peers = {};
  for (const [name, list] of Object.entries(lists)) {
    const ratios = list.map((value, repeat) =>
      better === "less" ? value / lists.kebab[repeat] : lists.kebab[repeat] / value,
    );
    const bestOf = (figures) => (better === "less" ? Math.min(...figures) : Math.max(...figures));
    const [own, best] = [bestOf(lists.kebab), bestOf(list)];
    peers[name] = {
      median: round(median(list)),
      best: round(best),
      repeats: list.length,
      ratio: toRatio(median(ratios)),
      // The best of many is what it costs when nothing else runs.
      ratio_of_best: toRatio(better === "less" ? best / own : own / best),
    };
  }
  return { id, label, unit, better, peers, reasons };
}

/** Nothing found divides by nothing. */
function toRatio(value) {
  return Number.isFinite(value) ? round(value) : null;
}

/** Why these peers have no figure: for one they lack it, another could not be installed. */
export function reasonsFor(peers, installed, capability) {
  const entries = peers
    .map((peer) => [peer.name, installed[peer.name].reason ?? peer.lacks[capability]])
    .filter(([, reason]) => reason !== undefined);
  return Object.fromEntries(entries);
}

/** Those with a reason of neither kind. */
export function ableTo(peers, installed, capability) {
  const reasons = reasonsFor(peers, installed, capability);
  return peers.filter(({ name }) => reasons[name] === undefined);
}
