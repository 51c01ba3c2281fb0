// What the run found out about vectors, for people.
import { formatMs, formatRatio, toTable } from "./table.mjs";

const HEADER = ["vectors", "kebab", "yardstick", "ratio", "cpu", "target", "", "yardstick is"];
const FASTER = 0.2;
const MEMORY_MB = 1000;
const KOREAN_PER_SECOND = 5000;
const HYBRID_MS = 15;

/** The targets are for the full size: a quick run gives no verdict. */
export function renderVectors(vectors, { quick }) {
  const rows = [
    ...embeddingRows(vectors),
    ...bridgeRows(vectors),
    ...searchRows(vectors),
    ...hybridRows(vectors),
  ];
  const shown = quick ? rows.map((row) => row.with(HEADER.indexOf(""), "")) : rows;
  const load = `vectors: load ${vectors.load.before.join(" ")} before, ${vectors.load.after.join(" ")} after`;
  const parts = [toTable([HEADER, ...shown]), renderCold(vectors), renderCommands(vectors), load];
  return parts.filter((part) => part !== null).join("\n\n");
}

function embeddingRows({ embedding }) {
  if (embedding === undefined) return [];
  const { step, whole, passages, tokens, peak_mb: peak } = embedding;
  const perSecond = (value) => `${value.toFixed(1)}/s`;
  const name = `${passages} passages of ${tokens.p50.toFixed(0)} tokens`;
  return [
    [
      `embedding step, ${name}`,
      ...[perSecond(step.kebab_per_second), perSecond(step.bare_per_second)],
      ...[formatRatio(step.ratio), formatRatio(step.ratio_cpu), ">= 0.9", verdict(step.ratio >= 0.9)],
      "bare onnxruntime, the same tokens",
    ],
    [
      "index --embeddings, with the model's load",
      ...[formatMs(whole.kebab_ms), formatMs(whole.bare_ms), formatRatio(whole.ratio), "-"],
      ...[">= 0.9", verdict(whole.ratio >= 0.9), "the same, its session opened"],
    ],
    [
      "index --embeddings, peak memory",
      ...[`${peak.toFixed(0)} MB`, "-", "-", "-", `< ${MEMORY_MB} MB`, verdict(peak < MEMORY_MB), ""],
    ],
  ];
}

function bridgeRows({ bridge }) {
  if (bridge === undefined) return [];
  const { passages, characters, per_cpu_second: rate } = bridge;
  return [
    [
      `embedding, ${passages} Korean passages of ${characters.p50.toFixed(0)} characters`,
      ...[`${rate.toFixed(0)}/s`, "-", "-", "-"],
      ...[`>= ${KOREAN_PER_SECOND}/s`, verdict(rate >= KOREAN_PER_SECOND), "a second of one core"],
    ],
  ];
}

function searchRows({ search }) {
  if (search === undefined) return [];
  return search.variants.flatMap((variant) => {
    const { filter, k, wall_ms: wall, recall, passing } = variant;
    const share = `${((100 * passing) / search.rows).toFixed(0)} %`;
    const name = `search of ${search.rows}, k ${k}${filter === "none" ? "" : `, ${filter} filter, ${share}`}`;
    const target = `<= ${FASTER}, recall 1`;
    const isMet = variant.ratio <= FASTER && recall === 1;
    const row = [
      ...[name, formatMs(wall.kebab.p50), formatMs(wall.plain.p50)],
      ...[formatRatio(variant.ratio), formatRatio(variant.ratio_cpu), target, verdict(isMet)],
      `sqlite-vec's float32 scan; recall ${recall}`,
    ];
    if (wall.lancedb === undefined) return [row];
    const ratio = formatRatio(variant.ratio_to_lancedb);
    const times = [formatMs(wall.kebab.p50), formatMs(wall.lancedb.p50), ratio, "-"];
    return [row, [name, ...times, "-", "", "LanceDB's flat search"]];
  });
}

function hybridRows({ hybrid, rows }) {
  if (hybrid === undefined) return [];
  const { wall_ms: wall, beside_embedding_ms: beside } = hybrid;
  return [
    [
      `hybrid search of ${rows}, less embedding`,
      ...[formatMs(beside), "-", "-", "-", `<= ${HYBRID_MS} ms`, verdict(beside <= HYBRID_MS)],
      `p50 ${formatMs(wall.hybrid.p50)} less ${formatMs(wall.embed.p50)}; lexical ${formatMs(wall.lexical.p50)}, vector ${formatMs(wall.vector.p50)}; quiet ${formatMs(hybrid.beside_embedding_quiet_ms)}`,
    ],
  ];
}

function renderCold({ search }) {
  if (search === undefined) return null;
  const { cold, lancedb } = search;
  const lance =
    lancedb.reason === undefined
      ? `filled in ${formatMs(lancedb.build_ms)}`
      : `not compared: ${lancedb.reason}`;
  return [
    `first search of a process ${formatMs(cold.first_ms.p50)}, the second ${formatMs(cold.second_ms.p50)}`,
    `the first adds ${cold.memory_mb.toFixed(0)} MB to what the process holds, ${cold.rss_mb.toFixed(0)} MB in all`,
    `LanceDB ${lance}`,
  ].join("\n");
}

function renderCommands({ commands }) {
  if (commands === undefined) return null;
  const { wall_ms: wall, cpu_ms: cpu, ratio_to_node: ratios, steps_ms: steps } = commands;
  const rows = Object.entries(wall).map(([name, { min, p50 }]) => [
    name === "node" ? "node -e 0" : `kebab search --mode ${name}`,
    ...[formatMs(min), formatMs(p50), formatRatio(ratios[name])],
    cpu === null ? "-" : formatMs(cpu[name]),
  ]);
  const stepRows = Object.entries(steps).map(([name, ms]) => [name, formatMs(ms)]);
  const header = ["commands", "min", "p50", "to node", "mean cpu"];
  return `${toTable([header, ...rows])}\n\n${toTable([["steps of a hybrid search, one by one", "p50"], ...stepRows])}`;
}

function verdict(isMet) {
  return isMet ? "ok" : "MISSED";
}
