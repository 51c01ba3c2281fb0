import { TRUST_LEVELS } from "../../core/document.ts";
import type { SearchFilter } from "../../core/search.ts";
import type { PreparedDocument } from "../../ports/document-store.ts";

/** `matchesPath` is made from the filter's glob, or lets everything pass. */
export function matchesFilter(
  document: PreparedDocument,
  filter: SearchFilter,
  matchesPath: (path: string) => boolean,
): boolean {
  const tags = new Set(document.tags.map(({ tag }) => tag));
  const isOneOf = (list: readonly string[] | undefined, value: string | null): boolean =>
    list === undefined || (value !== null && list.includes(value));
  return (
    (filter.tagsAll ?? []).every((tag) => tags.has(tag)) &&
    (filter.tagsAny === undefined || filter.tagsAny.some((tag) => tags.has(tag))) &&
    isOneOf(filter.types, document.type) &&
    isOneOf(filter.sources, document.sourceId) &&
    isOneOf(filter.langs, document.lang) &&
    isOneOf(filter.codeLangs, document.codeLang) &&
    isOneOf(filter.repos, document.repo) &&
    isOneOf(filter.documents, document.id) &&
    matchesPath(document.path) &&
    document.updatedAt >= (filter.after ?? Number.NEGATIVE_INFINITY) &&
    document.updatedAt <= (filter.before ?? Number.POSITIVE_INFINITY) &&
    (filter.trustMin === undefined ||
      TRUST_LEVELS.indexOf(document.trustLevel) >= TRUST_LEVELS.indexOf(filter.trustMin))
  );
}
