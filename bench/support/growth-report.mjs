// docs/performance.md: what it costs at which size, how that grows, and what bounds it.
import { ratioOf, SERIES } from "./growth-series.mjs";
import { toMarkdownTable } from "./markdown.mjs";
import { formatMs } from "./table.mjs";

const BEND = 0.1;

export function renderGrowth(results) {
  const { sizes, embedding } = results;
  const parts = [
    "# Performance",
    renderOrigin(results),
    "![Time, memory and disk against the number of chunks](performance.svg)",
    "## What it costs you",
    "A chunk is a passage that search can find. A note of two pages makes five or six of them. To build the index:",
    renderBuilding(sizes, embedding),
    renderEmbeddingNote(embedding),
    "To use it:",
    renderUse(sizes),
    "Searches are warm: one process, its caches filled, 200 queries in English, Korean and both. A command starts node, opens the index and, where it needs them, loads the model and the codes of the vectors; `kebab serve` spares it that. Memory is what the process holds for itself after all three kinds of search; on top of it the system keeps as much of the index's file in memory as it has room for.",
    "## How it grows",
    "Each figure is fitted by *value = factor × chunks ^ exponent*: 1 is twice the cost for twice the chunks, 0 the same cost at any size. The fit is by least squares on the logarithms, with its 95 % interval. The last step is the exponent between the two largest sizes alone, where fixed costs weigh least. The limit's own exponents stand beside ours.",
    renderFits(results),
    renderBends(results),
    "## What bounds it",
    "Every limit was measured here, in the same run: in turns with kebab, query by query or run by run; for storing vectors, right after it. A ratio of 1 would be the limit itself.",
    renderBounds(sizes),
    renderEmbeddingBound(embedding),
    "## How it was measured",
    renderMethod(results),
  ];
  return `${parts.join("\n\n")}\n`;
}

function renderOrigin({ machine, date, commit, changed, sizes, seconds }) {
  const where = `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.system}, Node ${machine.node}`;
  const state = `${commit ?? "no commit"}${changed ? " with changes" : ""}`;
  const lines = [
    `Made by \`npm run bench:growth\` on ${date.slice(0, 10)} from commit ${state}, in ${Math.round(seconds / 60)} minutes. Nothing here is typed by hand.`,
    `Machine: ${where}. Load before: ${machine.load_before.join(", ")}.`,
  ];
  if (machine.load_before[0] > machine.cores / 2)
    lines.push("**The machine was not quiet: times are too long, ratios are nearer the truth.**");
  const kept = sizes.filter((size) => size.kept);
  if (kept.length > 0) {
    const which = kept.map(({ wanted, at }) => `${count(wanted)} (${at.slice(0, 16).replace("T", " ")})`);
    lines.push(
      `Indexes kept from an earlier run of the same build, with what making them cost then: ${which.join(", ")}.`,
    );
  }
  return lines.join("\n\n");
}

function renderBuilding(sizes, embedding) {
  const header = [
    ...["chunks", "files", "text", "first ingest", "chunks a second", "peak memory"],
    ...["making vectors ¹", "storing vectors", "index on disk", "with vectors", "nothing new"],
  ];
  const rows = sizes.map(({ chunks, files, text_mb: text, first, stored, again }) => [
    ...[count(chunks), count(files), formatMb(text), formatMs(first.wall_ms.kebab.p50)],
    ...[count(Math.round(first.chunks_per_second)), formatMb(first.peak_mb.kebab)],
    ...[formatDuration(chunks / embedding.per_second.all), formatMs(stored.wall_ms.kebab)],
    ...[formatMb(first.disk_mb.kebab), formatMb(stored.disk_mb.kebab), formatMs(again.wall_ms.kebab.p50)],
  ]);
  return toMarkdownTable([header, ...rows], 0);
}

function renderEmbeddingNote({ passages, per_second: rate }) {
  const hangul =
    rate.hangul === null
      ? ""
      : ` The ${passages.hangul} with Hangul went over the bridge, ${rate.hangul.toFixed(1)} a second: where such a passage holds many Latin words, the model reads those too.`;
  return `¹ Calculated: chunks divided by ${rate.all.toFixed(1)} a second, which is what the default model made of ${passages.all} of them here; it is the same at every size, and each text is embedded once.${hangul} The searches below ran over made-up vectors, stored through the real store.`;
}

function renderUse(sizes) {
  const header = [
    ...["chunks", "lexical p50", "p95", "vector p50", "p95", "hybrid p50", "p95", "embedding in it"],
    ...["command, lexical", "vector", "hybrid", "memory"],
  ];
  const rows = sizes.map(({ chunks, warm, cold }) => [
    count(chunks),
    ...["lexical", "vector", "hybrid"].flatMap((mode) =>
      [warm.wall_ms[mode].p50, warm.wall_ms[mode].p95].map(formatMs),
    ),
    formatMs(warm.wall_ms.embed.p50),
    ...["lexical", "vector", "hybrid"].map((mode) => formatMs(cold.wall_ms[mode].p50)),
    formatMb(warm.memory_mb.hybrid.own ?? warm.memory_mb.hybrid.resident),
  ]);
  return toMarkdownTable([header, ...rows], 0);
}

function renderFits({ fits }) {
  const header = ["figure", "exponent", "r²", "last step", "limit's exponent", "its last step"];
  const rows = SERIES.filter(({ id }) => fits[id].kebab !== null).map(({ id, name }) => {
    const { kebab, limit } = fits[id];
    return [
      ...[name, formatExponent(kebab), kebab.r_squared.toFixed(3), kebab.end.toFixed(2)],
      ...[limit === null ? "-" : formatExponent(limit), limit === null ? "-" : limit.end.toFixed(2)],
    ];
  });
  return toMarkdownTable([header, ...rows]);
}

function formatExponent({ exponent, interval }) {
  return `${exponent.toFixed(2)} ± ${interval.toFixed(2)}`;
}

/** Steeper than the work itself can explain: more than linear, and more than its limit. */
function renderBends({ fits }) {
  const bent = SERIES.filter(({ id }) => {
    const { kebab, limit } = fits[id];
    return kebab !== null && kebab.end > 1 + BEND && kebab.end > (limit?.end ?? 1) + BEND;
  });
  if (bent.length === 0)
    return `No figure's last step is steeper than ${(1 + BEND).toFixed(1)} and than its limit's by ${BEND}: nothing bends upward.`;
  return `Bending upward, steeper in the last step than ${(1 + BEND).toFixed(1)} and than their limits by ${BEND}: ${bent.map(({ name }) => name).join("; ")}.`;
}

function renderBounds(sizes) {
  const last = sizes.at(-1);
  const header = [
    ...["figure", "bound by", `kebab at ${count(last.chunks)}`, "limit"],
    ...sizes.map(({ wanted }) => `ratio at ${count(wanted)}`),
  ];
  const rows = SERIES.map((series) => {
    const format = series.unit === "MB" ? formatMb : formatMs;
    return [
      ...[series.name, series.bound, format(series.of(last)), format(series.limit(last))],
      ...sizes.map((size) => ratioOf(series, size).toFixed(2)),
    ];
  });
  return toMarkdownTable([header, ...rows], 2);
}

function renderEmbeddingBound({ gops, gops_best: best, ratio, passages }) {
  return `Embedding is bound by the model's arithmetic. Over ${passages.model} passages it did ${gops.model.toFixed(0)} of the ${gops.limit.toFixed(0)} thousand million operations a second that onnxruntime's bare int8 matrix multiplication reached between them, ${(100 * ratio).toFixed(0)} % turn by turn; at their best ${best.model.toFixed(0)} and ${best.limit.toFixed(0)}. Counted are the model's matrices alone, not its softmax, norms and quantisation.`;
}

function renderMethod({ sizes }) {
  const { warm } = sizes.at(-1);
  return [
    "- Texts come from a seed, words by Zipf's law, a quarter of the notes Korean or mixed; a small corpus is the beginning of a large one.",
    "- First ingest is `kebab ingest --no-embeddings` on files on disk, a command with its start; the files have been read once before. Peak memory is told by the process itself.",
    "- Vectors are made up, in 200 clusters from a seed, and stored by the same step that stores a model's, cache of embeddings included; the time to make them is taken out.",
    "- Kebab and its limit take turns; figures are medians. Up to 3,000 chunks three ingests, up to 30,000 two, above that one.",
    `- Memory bandwidth is a WebAssembly loop of 16-byte loads over as many bytes as the codes have: ${warm.read_gb_per_second.toFixed(1)} GB a second at ${count(sizes.at(-1).chunks)}. Small ones fit the processor's cache.`,
    "- As a command: a new process each time, the disk's cache warm.",
    "- `bench/results/growth.json` has every figure.",
  ].join("\n");
}

function count(value) {
  return value.toLocaleString("en-US");
}

function formatMb(value) {
  if (value === null) return "-";
  return value >= 1000 ? `${(value / 1000).toFixed(2)} GB` : `${value.toFixed(value < 10 ? 1 : 0)} MB`;
}

function formatDuration(seconds) {
  if (seconds < 100) return `${seconds.toFixed(0)} s`;
  return seconds < 6000 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
