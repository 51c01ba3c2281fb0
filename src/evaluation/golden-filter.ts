import { parseDate } from "../core/parse-date.ts";
import type { SearchFilter } from "../core/search.ts";
import type { RawFilters } from "./golden-schema.ts";

const DAY_MS = 86_400_000;
const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** The filters of `kebab search`, under the names of its flags. */
export function toFilter(
  raw: RawFilters,
  {
    parseCodeLanguage,
    onProblem,
  }: {
    parseCodeLanguage: (text: string) => string | null;
    onProblem: (name: keyof RawFilters, reason: string) => void;
  },
): SearchFilter {
  const toDay = (name: "after" | "before", text: string): number => {
    const time = parseDate(text);
    if (time === null) onProblem(name, `"${text}" is not a date, such as 2026-03-01`);
    return time ?? 0;
  };
  const toLanguage = (text: string): string => {
    const language = parseCodeLanguage(text);
    if (language === null) onProblem("code_lang", `"${text}" is no language that is known`);
    return language ?? text;
  };
  return {
    ...(raw.tags === undefined ? {} : { tagsAll: raw.tags }),
    ...(raw.tags_any === undefined ? {} : { tagsAny: raw.tags_any }),
    ...(raw.type === undefined ? {} : { types: raw.type }),
    ...(raw.path === undefined ? {} : { path: raw.path }),
    ...(raw.source === undefined ? {} : { sources: raw.source }),
    ...(raw.lang === undefined ? {} : { langs: raw.lang }),
    ...(raw.code_lang === undefined ? {} : { codeLangs: raw.code_lang.map(toLanguage) }),
    ...(raw.repo === undefined ? {} : { repos: raw.repo }),
    ...(raw.after === undefined ? {} : { after: toDay("after", raw.after) }),
    ...(raw.before === undefined ? {} : { before: toDay("before", raw.before) + toRest(raw.before) }),
    ...(raw.trust_min === undefined ? {} : { trustMin: raw.trust_min }),
  };
}

/** A day given as an end means all of it. */
function toRest(text: string): number {
  return DAY_ALONE.test(text.trim()) ? DAY_MS - 1 : 0;
}
