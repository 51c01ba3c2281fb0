import type { z } from "zod";
import { KebabError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { parseDate, parseDateEnd } from "../core/parse-date.ts";
import type { SearchFilter } from "../core/search.ts";
import type { AskRequest, FilterRequest, SearchRequest } from "../wire/search-request.ts";
import type { AskOptions } from "./ask.ts";
import type { SearchOptions } from "./search.ts";

/** What came over a wire, held against its schema; one error names the first problem and lists all. */
export function parseRequest<Schema extends z.ZodObject>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // A misspelt key first: that another one is missing is only what follows from it.
  const issues = parsed.error.issues.toSorted(
    (one, other) => Number(isUnknownKey(other)) - Number(isUnknownKey(one)),
  );
  const problems = issues.flatMap((issue) => toProblems(issue, schema));
  const [first] = problems;
  throw new KebabError("usage", `Cannot read the request: ${first?.message ?? "it is not as described"}`, {
    hint: first?.hint ?? `It takes ${Object.keys(schema.shape).join(", ")}`,
    details: { problems: problems.map(({ message }) => ({ message })) },
  });
}

function isUnknownKey({ code }: z.core.$ZodIssue): boolean {
  return code === "unrecognized_keys";
}

interface Problem {
  readonly message: string;
  readonly hint: string | null;
}

function toProblems(issue: z.core.$ZodIssue, schema: z.ZodObject): Problem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const close = nearest(key, Object.keys(schema.shape));
      return {
        message: `it has an unknown key ${quote(key)}`,
        hint: close === null ? null : `Did you mean ${close}?`,
      };
    });
  }
  const place = issue.path.map(String).join(".");
  return [{ message: place === "" ? issue.message : `${quote(place)}: ${issue.message}`, hint: null }];
}

const SHOWN_CHARACTERS = 80;

function quote(key: string): string {
  const characters = [...key];
  return JSON.stringify(
    characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join("")}…` : key,
  );
}

export async function toSearchOptions(request: Omit<SearchRequest, "query">): Promise<SearchOptions> {
  return {
    ...(await toRankingOptions(request)),
    ...(request.cursor === undefined ? {} : { cursor: request.cursor }),
    ...(request.max_tokens === undefined ? {} : { maxTokens: request.max_tokens }),
    ...(request.snippet_chars === undefined ? {} : { snippetChars: request.snippet_chars }),
  };
}

export async function toAskOptions(request: Omit<AskRequest, "question">): Promise<AskOptions> {
  return {
    ...(await toRankingOptions(request)),
    ...(request.multi_hop === undefined ? {} : { multiHop: request.multi_hop }),
    ...(request.provider === undefined ? {} : { provider: request.provider }),
    ...(request.model === undefined ? {} : { model: request.model }),
  };
}

type RankingRequest = FilterRequest &
  Pick<SearchRequest, "mode" | "top" | "threshold" | "min_score" | "explain">;

async function toRankingOptions(request: RankingRequest) {
  const { mode, top, threshold, min_score: minScore, explain } = request;
  return {
    filter: await toSearchFilter(request),
    ...(mode === undefined ? {} : { mode }),
    ...(top === undefined ? {} : { top }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(minScore === undefined ? {} : { minScore }),
    ...(explain === undefined ? {} : { explain }),
  };
}

export async function toSearchFilter(request: FilterRequest): Promise<SearchFilter> {
  const { tags, tags_any, type, path, source, lang, code_lang, repo, doc, after, before, trust_min } =
    request;
  return {
    ...(tags === undefined ? {} : { tagsAll: tags }),
    ...(tags_any === undefined ? {} : { tagsAny: tags_any }),
    ...(type === undefined ? {} : { types: type }),
    ...(path === undefined ? {} : { path }),
    ...(source === undefined ? {} : { sources: source }),
    ...(lang === undefined ? {} : { langs: lang }),
    ...(code_lang === undefined ? {} : { codeLangs: await toCodeLanguages(code_lang) }),
    ...(repo === undefined ? {} : { repos: repo }),
    ...(doc === undefined ? {} : { documents: doc }),
    ...(after === undefined ? {} : { after: toTime(after, parseDate) }),
    ...(before === undefined ? {} : { before: toTime(before, parseDateEnd) }),
    ...(trust_min === undefined ? {} : { trustMin: trust_min }),
  };
}

/** The schema has seen that it is a date. */
function toTime(text: string, parse: (text: string) => number | null): number {
  const time = parse(text);
  if (time === null) throw new KebabError("usage", `Cannot read the request: "${text}" is not a date`);
  return time;
}

/** The language table is loaded only when it is asked for. */
async function toCodeLanguages(names: readonly string[]): Promise<string[]> {
  const { parseCodeLanguage } = await import("./code-language.ts");
  return names.map((name) => {
    const language = parseCodeLanguage(name);
    if (language !== null) return language;
    throw new KebabError(
      "usage",
      `Cannot read the request: "code_lang": no language ${quote(name)} is known`,
      {
        hint: "Use names or extensions such as typescript, ts, python, rs, yaml",
      },
    );
  });
}
