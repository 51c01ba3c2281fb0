import type { RetrieverReport, SearchHitWire, SearchResponse } from "../../wire/search.ts";
import { type Style, toPrintable } from "./style.ts";

/** Four lines a hit (rank and score; citation; headings; snippet), then one footer line. */
export function renderSearch(response: SearchResponse, style: Style): string {
  const hits = response.hits.map((hit) => renderHit(hit, style)).join("");
  const more = response.next_cursor === null ? "" : `, more with --cursor ${response.next_cursor}`;
  const count =
    response.returned === 0 ? "no hits" : response.returned === 1 ? "1 hit" : `${response.returned} hits`;
  const timing = response.timing === undefined ? "" : ` in ${response.timing.total_ms.toFixed(1)} ms`;
  const versions = response.timing === undefined ? "" : ` · ${response.index_version}`;
  const footer = style.dim(`${count}${timing} · ${response.mode}${versions}${more}`);
  const sides = (response.retrievers ?? []).map((side) => `${style.dim(renderSide(side))}\n`).join("");
  return `${hits}${sides}${footer}\n`;
}

function renderSide({ retriever, asked, found, abstained, index_version }: RetrieverReport): string {
  const outcome =
    abstained === null
      ? `asked for ${asked} candidates, found ${found}${found < asked ? ": no more match the query and the filters" : ""}`
      : `nothing to say: ${abstained}`;
  return `${retriever}: ${outcome} · ${index_version}`;
}

function renderHit(hit: SearchHitWire, style: Style): string {
  const stale = hit.stale ? style.yellow(" (changed since it was indexed)") : "";
  const headings = hit.heading_path.length > 0 ? hit.heading_path.join(" › ") : hit.title;
  const lines = [
    `${style.bold(`${hit.rank}.`)} ${style.green(hit.score.toFixed(3))} ${style.dim(hit.source_id)}`,
    `   ${style.cyan(toPrintable(hit.citation.uri))}${stale}`,
    `   ${style.bold(toPrintable(headings).replace(/\s+/g, " "))}`,
    `   ${renderSnippet(hit.snippet, style)}`,
  ];
  if (hit.explain !== undefined) {
    lines.push(
      style.dim(`   ${hit.explain.arithmetic}; matched ${hit.explain.matched_terms.join(", ") || "nothing"}`),
    );
  }
  return `${lines.join("\n")}\n`;
}

function renderSnippet(snippet: string, style: Style): string {
  const flat = toPrintable(snippet).replace(/\s+/g, " ").trim();
  return flat
    .split(/(<mark>.*?<\/mark>)/)
    .map((part) => (part.startsWith("<mark>") ? style.yellow(part.slice(6, -7)) : part))
    .join("");
}
