import { DOCUMENT_TYPES, TRUST_LEVELS } from "../core/document.ts";
import { KebabError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { parseDate, parseDateEnd } from "../core/parse-date.ts";
import { parseList } from "../core/parse-list.ts";
import { SEARCH_MODES, type SearchFilter, type SearchMode } from "../core/search.ts";

export interface FilterFlags {
  readonly tags?: string;
  readonly tagsAny?: string;
  readonly type?: string;
  readonly path?: string;
  readonly source?: string;
  readonly lang?: string;
  readonly codeLang?: string;
  readonly repo?: string;
  readonly doc?: string;
  readonly after?: string;
  readonly before?: string;
  readonly trustMin?: string;
}

/** The hint where there is nothing more to say than the message does. */
export const SEE_HELP = "Add --help to see what the command takes";

export function parseFilter(
  flags: FilterFlags,
  parseCodeLanguage: (text: string) => string | null,
): SearchFilter {
  return {
    ...part("tagsAll", flags.tags, list("--tags")),
    ...part("tagsAny", flags.tagsAny, list("--tags-any")),
    ...part("types", flags.type, (text) =>
      list("--type")(text).map((item) => parseChoice("--type", item, DOCUMENT_TYPES)),
    ),
    ...part("path", flags.path, (text) => text),
    ...part("sources", flags.source, list("--source")),
    ...part("langs", flags.lang, list("--lang")),
    ...part("codeLangs", flags.codeLang, (text) =>
      list("--code-lang")(text).map((item) => checkLanguage(item, parseCodeLanguage)),
    ),
    ...part("repos", flags.repo, list("--repo")),
    ...part("documents", flags.doc, list("--doc")),
    ...part("after", flags.after, (text) => parseTime("--after", text, parseDate)),
    ...part("before", flags.before, (text) => parseTime("--before", text, parseDateEnd)),
    ...part("trustMin", flags.trustMin, (text) => parseChoice("--trust-min", text, TRUST_LEVELS)),
  };
}

/** A filter that names nothing would either hide everything or do nothing; neither was meant. */
function list(flag: string): (text: string) => string[] {
  return (text) => {
    const items = parseList(text);
    if (items.length > 0) return items;
    throw new KebabError("usage", `Cannot use ${flag}: it names nothing`, { hint: SEE_HELP });
  };
}

function checkLanguage(text: string, parseCodeLanguage: (text: string) => string | null): string {
  const language = parseCodeLanguage(text);
  if (language !== null) return language;
  throw new KebabError("usage", `Cannot use --code-lang ${text}: no such language is known`, {
    hint: "Use names or extensions such as typescript, ts, python, rs, yaml",
  });
}

function part<Name extends string, Value>(
  name: Name,
  text: string | undefined,
  parse: (text: string) => Value,
): Partial<Record<Name, Value>> {
  return text === undefined ? {} : ({ [name]: parse(text) } as Record<Name, Value>);
}

export interface ModeFlags {
  readonly mode?: string;
  readonly ftsOnly?: boolean;
  readonly vecOnly?: boolean;
}

export function parseMode({ mode, ftsOnly, vecOnly }: ModeFlags): SearchMode | undefined {
  const asked = [
    ...(mode === undefined ? [] : [parseChoice("--mode", mode, SEARCH_MODES)]),
    ...(ftsOnly === true ? ["lexical" as const] : []),
    ...(vecOnly === true ? ["vector" as const] : []),
  ];
  if (new Set(asked).size > 1) {
    throw new KebabError("usage", `Cannot search in two modes at once: ${asked.join(" and ")}`, {
      hint: "Give one of --mode, --fts-only and --vec-only",
    });
  }
  return asked[0];
}

export function parseNumber(
  flag: string,
  text: string | undefined,
  range: { min: number; max: number; whole?: boolean },
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  const fits = text.trim() !== "" && value >= range.min && value <= range.max;
  if (fits && (range.whole !== true || Number.isInteger(value))) return value;
  const kind = range.whole === true ? "a whole number" : "a number";
  throw new KebabError(
    "usage",
    `Cannot use ${flag} ${text}: it takes ${kind} from ${range.min} to ${range.max}`,
    {
      hint: SEE_HELP,
    },
  );
}

export function parseChoice<Choice extends string>(
  flag: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  const close = nearest(text, choices);
  throw new KebabError("usage", `Cannot use ${flag} ${text}: it takes ${choices.join(", ")}`, {
    hint: close === null ? SEE_HELP : `Did you mean ${close}?`,
  });
}

function parseTime(flag: string, text: string, parse: (text: string) => number | null): number {
  const time = parse(text);
  if (time !== null) return time;
  throw new KebabError("usage", `Cannot use ${flag} ${text}: it is not a date`, {
    hint: "Write 2026-03-01 or 2026-03-01T09:30:00+09:00",
  });
}
