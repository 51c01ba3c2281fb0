// The tables: for the terminal, and as a page.
import { formatMs, toTable } from "../support/table.mjs";
import { PEERS } from "./contestants.mjs";

/** Below this, kebab is behind and the page says why; within three in a hundred of each other they are level. */
const LEVEL = 0.97;
const UNKNOWN = "no reason is known yet";
const DIRECTION =
  "Each cell: how many times kebab is ahead, and the peer's own median in brackets. Above 1 kebab is ahead, below 1 " +
  "behind, in every row: where less is better the peer's figure is divided by kebab's, where more is better kebab's " +
  "by the peer's. Ratios are medians over repeats in which all took turns.";

export function renderText(results) {
  const parts = results.groups.map(({ title, measures }) => {
    const rows = [["", ...PEERS.map((peer) => peer.title)], ...measures.map((measure) => toCells(measure))];
    return [title, toTable(rows), ...listReasons(measures)].join("\n");
  });
  const behind = listBehind(results).map((line) => `  ${line}`);
  return [DIRECTION, ...parts, ["Where kebab is behind", ...behind].join("\n")].join("\n\n");
}

export function renderPage(results) {
  const { date, commit, changed, machine, corpus, installed } = results;
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = line(["---", ...PEERS.map(() => "---:")]);
  const tables = results.groups.flatMap(({ title, about, measures }) => [
    ...[`## ${title}`, "", about, ""],
    ...[line(["", ...PEERS.map((peer) => peer.title)]), rule],
    ...measures.map((measure) => line(toCells(measure, "**"))),
    "",
    ...listReasons(measures).map((reason) => `- ${reason}`),
    "",
  ]);
  const contestants = PEERS.map(({ name, title, note }) => {
    const { version, reason } = installed[name];
    return `- **${title}** ${version ?? ""}: ${note}${reason === undefined ? "" : `. Not measured: ${reason}`}`;
  });
  return [
    "# Beside the peers",
    "",
    "Made by `npm run bench:peers`; no figure here is typed by hand.",
    "",
    `${date.slice(0, 10)}, commit ${commit}${changed ? " with changes" : ""}, ${machine.cpu}, ${machine.cores} cores, ` +
      `${machine.memory_gib} GiB, ${machine.system}, Node ${machine.node}, load ${machine.load_before.join(" ")} before. ` +
      `Corpus: ${corpus.files} Markdown files, ${(corpus.bytes / 1e6).toFixed(1)} MB, a quarter of them Korean or mixed, from a seed.`,
    "",
    `${DIRECTION} Bold: kebab is behind.`,
    "",
    "![How many times kebab is ahead of each peer, on a logarithmic scale](peers.svg)",
    "",
    ...contestants,
    "",
    ...tables,
    "## Where kebab is behind",
    "",
    "Beside each stands what the peer leaves out or does otherwise. How much of the gap that is has not been measured here.",
    "",
    ...listBehind(results).map((behind) => `- ${behind}`),
    "",
  ].join("\n");
}

function toCells({ label, unit, better, peers, reasons }, mark = "") {
  const cells = PEERS.map(({ name }) => {
    const figure = peers[name];
    if (figure === undefined) return reasons[name] === undefined ? "" : "-";
    const raw = formatFigure(figure.median, unit);
    if (name === "kebab") return raw;
    const told = `${formatTimes(figure.ratio)} (${raw})`;
    return isBehind(figure) ? `${mark}${told}${mark}` : told;
  });
  return [`${label} (${better} is better)`, ...cells];
}

/** Each peer that has no figure somewhere in the group, once for each reason. */
function listReasons(measures) {
  const lines = PEERS.flatMap(({ name, title }) =>
    measures.flatMap(({ reasons }) => (reasons[name] === undefined ? [] : `${title} ${reasons[name]}`)),
  );
  return [...new Set(lines)];
}

function listBehind({ groups }) {
  const lines = groups.flatMap(({ title, measures }) =>
    measures.flatMap((measure) =>
      PEERS.flatMap((peer) => {
        const figure = measure.peers[peer.name];
        if (figure === undefined || peer.name === "kebab" || !isBehind(figure)) return [];
        const kebab = formatFigure(measure.peers.kebab.median, measure.unit);
        const theirs = formatFigure(figure.median, measure.unit);
        const reason = reasonOf(peer, measure.id);
        return `${title}: ${measure.label}: ${peer.title} ${theirs}, kebab ${kebab} (${formatTimes(figure.ratio)}): ${reason}`;
      }),
    ),
  );
  return lines.length === 0 ? ["nowhere"] : lines;
}

/** By the measure's name, or by how it begins: what is said of "quality" holds for every kind of it. */
function reasonOf({ behind }, id) {
  const parts = id.split("_");
  const names = parts.map((_, dropped) => parts.slice(0, parts.length - dropped).join("_"));
  return behind[names.find((name) => behind[name] !== undefined)] ?? UNKNOWN;
}

function isBehind({ ratio }) {
  return ratio !== null && ratio < LEVEL;
}

function formatTimes(ratio) {
  if (ratio === null) return "-";
  if (ratio < 0.1) return `${Number(ratio.toPrecision(1))}x`;
  return `${ratio.toFixed(ratio >= 100 ? 0 : ratio >= 10 ? 1 : 2)}x`;
}

function formatFigure(value, unit) {
  if (unit === "ms") return formatMs(value);
  if (unit === "bytes") return `${(value / 1e6).toFixed(value < 1e7 ? 1 : 0)} MB`;
  if (unit === "share") return value.toFixed(3);
  return value.toFixed(0);
}
