// One line a measure, columns aligned; the last column may be as long as it likes.

export function toTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const last = widths.length - 1;
  const line = (row) =>
    row.map((cell, column) => (column === last ? cell : cell.padEnd(widths[column]))).join("  ");
  const [header, ...body] = rows.map(line);
  return [header, header.replace(/./g, "-"), ...body].map((text) => text.trimEnd()).join("\n");
}

export function formatMs(value) {
  if (value === null || value === undefined) return "-";
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`;
  return `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)} ms`;
}

export function formatRatio(value) {
  return value === null || value === undefined ? "-" : `${value.toFixed(2)} x`;
}
