import { SECTIONS } from "../config/keys.ts";
import type { MetricName } from "../core/metric-names.ts";
import type { Tuned } from "../evaluation/tune.ts";
import type { SearchSettings } from "../evaluation/tune-space.ts";
import type { EvalTune } from "../wire/comparison.ts";

type SearchKeys = EvalTune["current"];

/** Under the names users write. */
export function toConfigSettings({ policy, weights, columns, ...rest }: SearchSettings): SearchKeys {
  return {
    hybrid_fusion: policy,
    rrf_k: rest.rrfK,
    candidate_multiplier: rest.candidateMultiplier,
    lexical_weight: weights[0],
    vector_weight: weights[1],
    heading_weight: columns.heading,
    text_weight: columns.text,
    cjk_weight: columns.cjk,
    identifier_weight: columns.identifiers,
  };
}

/**
 * A block for the config file: the keys that differ from kebab's defaults or from what holds now, so that
 * it means the same wherever it is put. A gain that is not proven leaves them as comments.
 */
export function toSuggestedBlock({
  set,
  metric,
  current,
  tuned,
}: {
  readonly set: string;
  readonly metric: MetricName;
  readonly current: SearchSettings;
  readonly tuned: Tuned;
}): string {
  const { adopt, heldOut, tried } = tuned;
  const { a, b, low, high } = heldOut.metrics[metric];
  const now: Readonly<Record<string, string | number>> = toConfigSettings(current);
  const lines = Object.entries(toConfigSettings(tuned.best))
    .filter(([name, value]) => value !== now[name] || (adopt && value !== defaultOf(name)))
    .map(([name, value]) => `${name} = ${toToml(name, value)}`);
  const title = `# kebab eval tune on ${toOneLine(set)}, ${tried} settings tried`;
  if (lines.length === 0) return `${title}: none is better than what holds now\n`;
  const figures = `${metric} ${a.toFixed(4)} -> ${b.toFixed(4)}, difference ${toSigned(b - a)} [${toSigned(low)}, ${toSigned(high)}]`;
  return [
    title,
    `# ${figures}, on ${heldOut.queries} queries they were not chosen on`,
    ...(adopt
      ? ["[search]", ...lines]
      : ["# Not proven: keep the settings you have", "#[search]", ...lines.map((line) => `#${line}`)]),
    "",
  ].join("\n");
}

function defaultOf(name: string): unknown {
  const keys: Readonly<Record<string, { readonly default: unknown }>> = SECTIONS.search;
  return keys[name]?.default;
}

function toToml(name: string, value: string | number): string {
  const keys: Readonly<Record<string, { readonly kind: string }>> = SECTIONS.search;
  if (typeof value === "string") return JSON.stringify(value);
  return keys[name]?.kind === "number" && Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** A set is named after its folder, and a folder's name may hold a line break: the rest would be configuration. */
function toOneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
}

function toSigned(value: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(4)}`;
}
