// The ratios as bars: to the right kebab is ahead, to the left behind.
import { bar, frame, legend, line, logScale, svgDocument, text } from "../support/svg.mjs";
import { PEERS } from "./contestants.mjs";

const BAR = 8;
const GAP = 12;
const BOX = { left: 330, right: 860, top: 84 };
const WIDTH = 900;

export function drawPeers({ groups, date, commit, machine }) {
  const others = PEERS.filter(({ name }) => name !== "kebab");
  const rows = groups.flatMap(toRows).map((row) => ({
    label: row.label,
    bars: others.flatMap((peer, series) => {
      const ratio = row.ratios[peer.name];
      return ratio === undefined || ratio === null ? [] : [{ peer, series, ratio }];
    }),
  }));
  const height = rows.reduce((sum, { bars }) => sum + bars.length * BAR + GAP, 0);
  const box = { ...BOX, bottom: BOX.top + height };
  const ratios = rows.flatMap(({ bars }) => bars.map(({ ratio }) => ratio));
  const x = logScale([Math.min(0.5, ...ratios), Math.max(2, ...ratios)], [box.left, box.right]);
  const parts = [
    text(20, 26, "How many times kebab is ahead of each peer", { kind: "title" }),
    text(
      20,
      44,
      `Right of 1 ahead, left of 1 behind. ${date.slice(0, 10)}, commit ${commit}, ${machine.cpu}`,
      { kind: "faint" },
    ),
    legend(
      20,
      66,
      others.map(({ title }) => title),
    ),
    frame({ box, x, xFormat: (tick) => `${tick}x` }),
  ];
  let y = box.top + GAP / 2;
  for (const { label, bars } of rows) {
    parts.push(text(box.left - 12, y + (bars.length * BAR) / 2 + 4, label, { anchor: "end" }));
    for (const { peer, series, ratio } of bars) {
      const title = `${label}: ${peer.title} ${ratio}x`;
      parts.push(bar({ from: x(1), to: x(ratio), y, height: BAR - 1, series, title }));
      y += BAR;
    }
    y += GAP;
  }
  parts.push(line([x(1), box.top], [x(1), box.bottom], { kind: "axis" }));
  return svgDocument({ width: WIDTH, height: box.bottom + 40, label: "Ratios of each peer to kebab", parts });
}

/** A row a measure; of the judged sets the geometric mean over them, a row a metric. */
function toRows({ title, isMean, measures }) {
  if (!isMean) return measures.map(({ label, peers }) => ({ label, ratios: ratiosOf(peers) }));
  const metrics = [...new Set(measures.map(({ label }) => label.split(", ").at(-1)))];
  return metrics.map((metric) => {
    const own = measures.filter(({ label }) => label.endsWith(metric));
    const means = PEERS.map(({ name }) => [name, geometricMean(own.map(({ peers }) => peers[name]?.ratio))]);
    return { label: `${title}, ${metric}`, ratios: Object.fromEntries(means) };
  });
}

function ratiosOf(peers) {
  return Object.fromEntries(Object.entries(peers).map(([name, { ratio }]) => [name, ratio]));
}

/** Null when one of them is missing: a peer that finds nothing in a set has no ratio there. */
function geometricMean(ratios) {
  if (ratios.length === 0 || ratios.some((ratio) => !(ratio > 0))) return null;
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  return Number(mean.toPrecision(4));
}
