// Small pure functions that draw: strings in, one SVG document out. Colours follow the reader's light or dark theme.

/** Series colours that keep apart on white and on near-black, also for most colour-blind readers. */
const SERIES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8c6bb1", "#7f7f7f"];
const STYLE = `
  :root { color-scheme: light dark; --ink: #1f2328; --faint: #59636e; --grid: #d1d9e0; --paper: #ffffff }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #f0f6fc; --faint: #9198a1; --grid: #3d444d; --paper: #0d1117 }
  }
  .paper { fill: var(--paper) }
  text { fill: var(--ink); font: 12px system-ui, -apple-system, "Segoe UI", sans-serif }
  .title { font-size: 15px; font-weight: 600 }
  .faint { fill: var(--faint); font-size: 11px }
  .grid { stroke: var(--grid); stroke-width: 1; fill: none }
  .axis { stroke: var(--faint); stroke-width: 1; fill: none }
  .line { stroke-width: 2; fill: none; stroke-linejoin: round; stroke-linecap: round }
  .dashed { stroke-dasharray: 5 4 }
  .dot { stroke: var(--paper); stroke-width: 1 }
${SERIES.map((colour, series) => `  .fill-${series} { fill: ${colour} } .stroke-${series} { stroke: ${colour} }`).join("\n")}
`;

/** How many series have a colour of their own; later ones begin again. */
export const SERIES_COUNT = SERIES.length;

/**
 * A value's place: `scale(value)`, with `scale.ticks`, the round values to label. `domain` is [least, most] in values
 * and `range` the two places in the drawing, for a vertical axis the lower edge first. Values must be above zero; ticks
 * are powers of ten, or also their doubles and fives over few decades.
 */
export function logScale(domain, range) {
  const [least, most] = domain;
  if (!(least > 0 && most > 0))
    throw new Error(`Cannot draw on a logarithmic scale: ${least} to ${most} is not above zero`);
  const [low, high] = widened([Math.log10(least), Math.log10(most)]);
  const marks = high - low > 3 ? [1] : [1, 2, 5];
  const ticks = [];
  for (let power = Math.floor(low); power <= Math.ceil(high); power++) {
    for (const mark of marks) {
      const tick = power < 0 ? mark / 10 ** -power : mark * 10 ** power;
      if (Math.log10(tick) >= low - 1e-9 && Math.log10(tick) <= high + 1e-9) ticks.push(tick);
    }
  }
  return withTicks((value) => placeBetween(range, (Math.log10(value) - low) / (high - low)), ticks);
}

/** The least power of ten range that holds the values, for a logarithmic scale; [1, 10] of none. */
export function decadesOf(values) {
  const known = values.filter((value) => value > 0 && Number.isFinite(value));
  if (known.length === 0) return [1, 10];
  const low = Math.floor(Math.log10(Math.min(...known)) + 1e-9);
  const high = Math.ceil(Math.log10(Math.max(...known)) - 1e-9);
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

/** Points are [x, y] in the drawing; those that are not numbers break the line. */
export function polyline(points, { series = 0, dashed = false } = {}) {
  const runs = [[]];
  for (const point of points) {
    if (point.every(Number.isFinite)) runs.at(-1).push(point);
    else runs.push([]);
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run) => {
      const places = run.map(([x, y]) => `${short(x)},${short(y)}`).join(" ");
      return `<polyline class="line stroke-${series % SERIES_COUNT}${dashed ? " dashed" : ""}" points="${places}"/>`;
    })
    .join("\n");
}

/** A mark on every point, with its words when the reader points at it. */
export function dots(points, { series = 0, titles = [] } = {}) {
  return points
    .map(([x, y], position) => {
      if (!Number.isFinite(x) || !Number.isFinite(y)) return "";
      const title = titles[position] === undefined ? "" : `<title>${escapeText(titles[position])}</title>`;
      return `<circle class="dot fill-${series % SERIES_COUNT}" cx="${short(x)}" cy="${short(y)}" r="3.5">${title}</circle>`;
    })
    .filter((dot) => dot !== "")
    .join("\n");
}

/** A bar from one place to another; which of `from` and `to` is greater does not matter. */
export function bar({ from, to, y, height, series = 0, title }) {
  const x = Math.min(from, to);
  const width = Math.max(Math.abs(to - from), 1);
  const inside = title === undefined ? "" : `<title>${escapeText(title)}</title>`;
  return `<rect class="fill-${series % SERIES_COUNT}" x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="1.5">${inside}</rect>`;
}

/** `kind` is "", "title" or "faint"; `anchor` "start", "middle" or "end". */
export function text(x, y, words, { anchor = "start", kind = "", turned = false } = {}) {
  const turn = turned ? ` transform="rotate(-90 ${short(x)} ${short(y)})"` : "";
  const name = kind === "" ? "" : ` class="${kind}"`;
  return `<text${name} x="${short(x)}" y="${short(y)}" text-anchor="${anchor}"${turn}>${escapeText(words)}</text>`;
}

/** `kind` is "grid" or "axis". */
export function line(from, to, { kind = "grid", dashed = false } = {}) {
  const name = dashed ? `${kind} dashed` : kind;
  return `<line class="${name}" x1="${short(from[0])}" y1="${short(from[1])}" x2="${short(to[0])}" y2="${short(to[1])}"/>`;
}

/**
 * The box a plot stands in: grid lines and labels at the ticks of the scales that are given, axis titles, a title.
 * `box` is { left, right, top, bottom } in the drawing.
 */
export function frame({ box, x, y, title, xTitle, yTitle, xFormat = formatTick, yFormat = formatTick }) {
  const { left, right, top, bottom } = box;
  const parts = [];
  for (const tick of x?.ticks ?? []) {
    const place = x(tick);
    parts.push(line([place, top], [place, bottom]));
    parts.push(text(place, bottom + 16, xFormat(tick), { anchor: "middle", kind: "faint" }));
  }
  for (const tick of y?.ticks ?? []) {
    const place = y(tick);
    parts.push(line([left, place], [right, place]));
    parts.push(text(left - 6, place + 4, yFormat(tick), { anchor: "end", kind: "faint" }));
  }
  parts.push(line([left, bottom], [right, bottom], { kind: "axis" }));
  parts.push(line([left, top], [left, bottom], { kind: "axis" }));
  if (title !== undefined) parts.push(text(left, top - 10, title, { kind: "title" }));
  if (xTitle !== undefined)
    parts.push(text((left + right) / 2, bottom + 34, xTitle, { anchor: "middle", kind: "faint" }));
  if (yTitle !== undefined)
    parts.push(
      text(left - 46, (top + bottom) / 2, yTitle, { anchor: "middle", kind: "faint", turned: true }),
    );
  return parts.join("\n");
}

/** A swatch and its words for each name, from left to right, in the colours of series 0, 1, 2 … or those named. */
export function legend(x, y, names, { series = names.map((_, position) => position), step = 110 } = {}) {
  return names
    .map((name, position) => {
      const left = x + position * step;
      const swatch = `<rect class="fill-${series[position] % SERIES_COUNT}" x="${short(left)}" y="${short(y - 9)}" width="10" height="10" rx="2"/>`;
      return `${swatch}\n${text(left + 15, y, name)}`;
    })
    .join("\n");
}

/** The whole file. `label` says what the picture shows to those who cannot see it. */
export function svgDocument({ width, height, label, parts }) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(label)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...parts.filter((part) => part !== ""),
    "</svg>\n",
  ].join("\n");
}

/** 1,000 as "1k", 500,000 as "500k", 0.01 as "0.01". */
export function formatTick(value) {
  const size = Math.abs(value);
  if (size >= 1e9) return `${short(value / 1e9)}G`;
  if (size >= 1e6) return `${short(value / 1e6)}M`;
  if (size >= 1e3) return `${short(value / 1e3)}k`;
  return String(Number(value.toPrecision(6)));
}

function withTicks(scale, ticks) {
  return Object.assign(scale, { ticks });
}

function placeBetween([from, to], share) {
  return from + (to - from) * share;
}

/** A scale over a single value would divide by zero. */
function widened([least, most]) {
  return least === most ? [least - 0.5, most + 0.5] : [least, most];
}

function short(value) {
  return String(Number(value.toFixed(2)));
}

function escapeText(words) {
  return String(words).replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign],
  );
}
