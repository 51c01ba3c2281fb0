// Tables and figures as docs/quality.md shows them.

/** The first `words` columns are text, the rest figures. */
export function toMarkdownTable([header, ...rows], words = 1) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = header.map((_, column) => (column < words ? "---" : "---:"));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}

/** ".732": what stands before the point is 0 nearly always. */
export function formatShare(value) {
  return value.toFixed(3).replace(/^0/, "");
}

export function formatInterval({ mean, low, high }) {
  return `${formatShare(mean)} [${formatShare(low)}, ${formatShare(high)}]`;
}

export function formatSigned(value) {
  const shown = formatShare(Math.abs(value));
  return shown === ".000" ? shown : `${value < 0 ? "−" : "+"}${shown}`;
}

const MARKS = { below: " ▼", above: " ▲", same: "" };

export function formatMark(verdict) {
  return MARKS[verdict];
}

export function formatDifference({ difference, low, high, verdict = "same" }) {
  return `${formatSigned(difference)} [${formatSigned(low)}, ${formatSigned(high)}]${formatMark(verdict)}`;
}
