// One picture, a panel for each question, all on logarithmic axes: a straight line is a power law.
import { seriesOf } from "./growth-series.mjs";
import { decadesOf, dots, formatTick, frame, legend, logScale, polyline, svgDocument, text } from "./svg.mjs";

const PANEL = { width: 350, height: 300, columns: 3, top: 54 };
const MARGIN = { left: 58, right: 16, top: 62, bottom: 44 };
const LINE_STEP = 14;

const kebab = (id, name) => ({ name, id, side: "of" });
const limit = (id, name) => ({ name, id, side: "limit", dashed: true });
const PANELS = [
  { title: "First ingest", unit: "ms", lines: [kebab("first", "kebab"), limit("first", "raw FTS5")] },
  { title: "Storing vectors", unit: "ms", lines: [kebab("store", "kebab"), limit("store", "plain blobs")] },
  {
    title: "Ingest of nothing new",
    unit: "ms",
    lines: [kebab("again", "kebab"), limit("again", "walk, stat")],
  },
  {
    ...{ title: "Lexical search", unit: "ms" },
    lines: [kebab("lexical", "p50"), kebab("lexical-p95", "p95"), limit("lexical", "bare p50")],
  },
  {
    ...{ title: "Vector search", unit: "ms" },
    lines: [kebab("vector", "p50"), kebab("scan", "store"), limit("scan", "memory")],
  },
  {
    ...{ title: "Hybrid search", unit: "ms" },
    lines: [kebab("hybrid", "p50"), kebab("hybrid-p95", "p95"), limit("hybrid", "limit p50")],
  },
  {
    ...{ title: "As a command", unit: "ms" },
    lines: [
      kebab("command-lexical", "lexical"),
      kebab("command-hybrid", "hybrid"),
      limit("command-hybrid", "node -e 0"),
    ],
  },
  {
    ...{ title: "Memory", unit: "MB" },
    lines: [
      kebab("first-memory", "ingest"),
      kebab("search-memory", "search"),
      limit("search-memory", "node, codes"),
    ],
  },
  {
    ...{ title: "Disk", unit: "MB" },
    lines: [
      kebab("disk", "index"),
      kebab("disk-vectors", "+ vectors"),
      limit("disk-vectors", "text, vectors"),
    ],
  },
];

export function drawGrowth({ sizes, machine, date, commit }) {
  const rows = Math.ceil(PANELS.length / PANEL.columns);
  const [width, height] = [PANEL.width * PANEL.columns, PANEL.height * rows + PANEL.top];
  const about = `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; ${date.slice(0, 10)}, ${commit ?? "no commit"}`;
  const parts = [
    text(MARGIN.left, 24, "What kebab costs as an index grows", { kind: "title" }),
    text(MARGIN.left, 42, `${about}. Dashed: the limit measured in the same run.`, { kind: "faint" }),
    ...PANELS.map((panel, position) => drawPanel(panel, boxOf(position), sizes)),
  ];
  const label = `Nine plots of time, memory and disk against the number of chunks, ${sizes[0].chunks} to ${sizes.at(-1).chunks}`;
  return svgDocument({ width, height, label, parts });
}

function boxOf(position) {
  const left = (position % PANEL.columns) * PANEL.width;
  const top = Math.floor(position / PANEL.columns) * PANEL.height + PANEL.top;
  return {
    left: left + MARGIN.left,
    right: left + PANEL.width - MARGIN.right,
    top: top + MARGIN.top,
    bottom: top + PANEL.height - MARGIN.bottom,
  };
}

function drawPanel({ title, unit, lines }, box, sizes) {
  const chunks = sizes.map((size) => size.chunks);
  const values = lines.map(({ id, side }) => sizes.map(seriesOf(id)[side]));
  const x = logScale(decadesOf(sizes.map(({ wanted }) => wanted)), [box.left, box.right]);
  const y = logScale(decadesOf(values.flat()), [box.bottom, box.top]);
  const drawn = lines.map(({ name, dashed = false }, series) => {
    const points = chunks.map((count, at) => [x(count), y(values[series][at])]);
    const titles = chunks.map((count, at) => `${name}, ${count} chunks: ${values[series][at]} ${unit}`);
    return [polyline(points, { series, dashed }), dots(points, { series, titles })].join("\n");
  });
  const names = lines.map(({ name }) => name);
  return [
    frame({ box, x, y, xTitle: "chunks", yTitle: unit, xFormat: formatDecade }),
    text(box.left, box.top - 2 * LINE_STEP - 2, title, { kind: "title" }),
    legend(box.left, box.top - LINE_STEP + 4, names, { step: 88 }),
    ...drawn,
  ].join("\n");
}

/** The ticks between them have lines only: their words would touch. */
function formatDecade(tick) {
  return /^10*$/.test(String(tick)) ? formatTick(tick) : "";
}
