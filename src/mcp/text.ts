import type { Answer } from "../wire/answer.ts";
import type { DocumentDetail, DocumentList, FetchResult, SourceList, TagList } from "../wire/documents.ts";
import type { SearchHitWire, SearchResponse } from "../wire/search.ts";
import type { Status } from "../wire/system.ts";

const STALE = " (the file has changed since it was indexed)";

/** Two lines a hit: where it stands, and what it says. */
export function renderSearch(response: SearchResponse): string {
  const { hits, returned, mode, next_cursor } = response;
  const hasSources = new Set(hits.map(({ source_id }) => source_id)).size > 1;
  const more = next_cursor === null ? "" : `; more with cursor ${next_cursor}`;
  const footer =
    returned === 0
      ? `no hits (${mode}): try other words, another mode or fewer filters`
      : `${returned} ${returned === 1 ? "hit" : "hits"} (${mode})${more}`;
  return [...hits.map((hit) => renderHit(hit, hasSources)), footer, ...toWarnings(response.warnings)].join(
    "\n",
  );
}

function renderHit(hit: SearchHitWire, hasSources: boolean): string {
  const source = hasSources ? ` [source ${hit.source_id}]` : "";
  const place = `${hit.rank}. ${toLine(hit.citation.uri)}${source} · ${toPlace(hit)}`;
  return `${place} · ${hit.score.toFixed(3)}${hit.stale ? STALE : ""}\n   ${toLine(hit.snippet)}`;
}

/** The answer and what its numbers mean, or why there is none and what came nearest. */
export function renderAnswer(answer: Answer): string {
  const lines = [answer.answer ?? answer.message ?? "There is no answer", ""];
  if (answer.answer !== null && answer.message !== null) lines.push(answer.message);
  for (const source of answer.sources.filter(({ cited }) => cited)) {
    lines.push(`[${source.number}] ${toLine(source.uri)} · ${toPlace(source)}${source.stale ? STALE : ""}`);
  }
  if (answer.answer === null && answer.candidates.length > 0) {
    lines.push("nearest passages, which do not answer it:");
    lines.push(...answer.candidates.map((hit) => `- ${toLine(hit.citation.uri)} · ${toPlace(hit)}`));
  }
  const unsupported = answer.sentences.filter(({ supported }) => !supported);
  lines.push(...unsupported.map(({ text }) => `not supported by what it cites: ${toLine(text)}`));
  return [...lines, ...toWarnings(answer.warnings)].join("\n").trimEnd();
}

/** Where the text is from, then the text as it stands. */
export function renderFetch({ uri, title, source_id, text, stale }: FetchResult): string[] {
  return [`${toLine(uri)} · ${toLine(title)} [source ${source_id}]${stale ? STALE : ""}`, text];
}

export function renderDocuments({ documents, returned, total }: DocumentList, offset: number): string {
  const hasSources = new Set(documents.map(({ source_id }) => source_id)).size > 1;
  const lines = documents.map(({ doc_path, title, type, tags, source_id, stale }) => {
    const source = hasSources ? ` [source ${source_id}]` : "";
    const tagged = tags.map((tag) => ` #${toLine(tag)}`).join("");
    return `${toLine(doc_path)}${source} · ${toLine(title)} · ${type}${tagged}${stale ? STALE : ""}`;
  });
  const rest = total - offset - returned;
  return [
    ...lines,
    `${returned} of ${total}${rest > 0 ? `; more with offset ${offset + returned}` : ""}`,
  ].join("\n");
}

export function renderTags({ tags }: TagList): string {
  if (tags.length === 0) return "no document has a tag";
  return tags.map(({ tag, documents }) => `${toLine(tag)} (${documents})`).join(", ");
}

export function renderSources({ sources }: SourceList): string {
  if (sources.length === 0) return "nothing has been indexed";
  return sources
    .map(
      ({ source_id, documents, origin, root }) =>
        `${source_id} · ${documents} documents · ${origin} · ${root}`,
    )
    .join("\n");
}

export function renderStatus(status: Status): string {
  const counts = (record: Readonly<Record<string, number>>): string =>
    Object.entries(record)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  return [
    `${status.documents} documents, ${status.chunks} chunks, ${status.tags} tags`,
    `types: ${counts(status.by_type) || "none"}`,
    `sources: ${counts(status.by_source) || "none"}`,
    ...status.vectors.map(
      ({ model, committed, pending, uncovered }) =>
        `vectors of ${model}: ${committed} ready, ${pending} waiting, ${uncovered} in a script it does not know`,
    ),
    `files that failed: ${status.failed}, skipped: ${status.skipped}`,
    `last ingest: ${status.last_ingest_at ?? "never"}`,
  ].join("\n");
}

/** `file`: where it is kept; null where that is not to be told. */
export function renderStored(
  { doc_path, doc_id, title, chunks }: DocumentDetail,
  file: string | null,
): string {
  const place = `stored "${toLine(title)}" as ${toLine(doc_path)} (${toChunks(chunks.length)}, kebab://doc/${doc_id})`;
  return file === null
    ? place
    : `${place}
file: ${file}`;
}

export function toChunks(count: number): string {
  return count === 1 ? "1 chunk" : `${count} chunks`;
}

/** Title › Heading; a document whose first heading is its title says it once. */
function toPlace({ title, heading_path }: { title: string; heading_path: readonly string[] }): string {
  const headings = heading_path[0] === title ? heading_path : [title, ...heading_path];
  return toLine(headings.join(" › "));
}

/** Text of a document on one line, without marks and control characters. */
export function toLine(text: string): string {
  return text
    .replaceAll(/<\/?mark>/g, "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

function toWarnings(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `warning: ${warning}`);
}
