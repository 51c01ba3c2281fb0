import type { Command } from "commander";
import { KebabError } from "../../core/errors.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { renderSearch } from "../output/search-text.ts";
import { type FilterFlags, type ModeFlags, parseFilter, parseMode, parseNumber } from "../parse-flags.ts";

export interface SearchFlags extends FilterFlags, ModeFlags {
  readonly top?: string;
  readonly threshold?: string;
  readonly minScore?: string;
  readonly explain?: boolean;
  readonly cursor?: string;
  readonly maxTokens?: string;
  readonly snippetChars?: string;
  readonly bulk?: boolean;
}

/** The filters that search, list and later ask share. */
export function addFilterOptions(command: Command): Command {
  return command
    .option("--tags <a,b>", "documents that have ALL these tags")
    .option("--tags-any <a,b>", "documents that have ANY of these tags")
    .option("--type <types>", "pdf, markdown, code, note; comma-separated = any of them")
    .option("--path <glob>", "path within its source, as in 'ops/**'")
    .option("--source <id>", "only these sources")
    .option("--lang <ko|en>", "main language of the document")
    .option("--code-lang <ts,rust>", "programming language")
    .option("--repo <name>", "repository the file lies in")
    .option("--doc <id>", "only these documents")
    .option("--after <date>", "updated on or after this date")
    .option("--before <date>", "updated on or before this date")
    .option("--trust-min <level>", "generated, secondary or primary, and above");
}

export function addSearchOptions(command: Command): Command {
  return addFilterOptions(
    command
      .option("--mode <mode>", "lexical, vector or hybrid")
      .option("--fts-only", "same as --mode lexical")
      .option("--vec-only", "same as --mode vector")
      .option("-k, --top <n>", "at most n hits, 1 to 1000"),
  )
    .option("--threshold <x>", "drop hits whose raw RRF score is below x")
    .option("--min-score <x>", "drop hits whose score in [0, 1] is below x")
    .option("--explain", "show how each score came about")
    .option("--cursor <c>", "continue an earlier search where it stopped")
    .option("--max-tokens <n>", "stop before the snippets pass n tokens")
    .option("--snippet-chars <n>", "length of a snippet")
    .option("--bulk", "up to 100 queries from stdin, one JSON value a line; one answer a line");
}

export async function runSearch(
  context: Context,
  flags: SearchFlags,
  words: readonly string[],
): Promise<number> {
  if (words.length === 0) {
    throw new KebabError("usage", "Cannot search: there is no query", {
      hint: "Name some words, as in `kebab search install git`; put -- before words that begin with a dash",
    });
  }
  const query = words.join(" ");
  const options = await parseSearchOptions(flags);
  await using kebab = await context.openKebab();
  const response = await kebab.search(query, options);
  if (context.flags.json === true) context.printJson(response);
  else context.terminal.out(renderSearch(response, context.style));
  for (const warning of response.warnings) context.say(context.errorStyle.yellow(`warning: ${warning}`));
  return response.returned > 0 ? EXIT.done : EXIT.nothing;
}

export async function parseSearchOptions(flags: SearchFlags) {
  const top = parseNumber("--top", flags.top, { min: 1, max: 1000, whole: true });
  const threshold = parseNumber("--threshold", flags.threshold, { min: 0, max: 1 });
  const minScore = parseNumber("--min-score", flags.minScore, { min: 0, max: 1 });
  const maxTokens = parseNumber("--max-tokens", flags.maxTokens, { min: 1, max: 10_000_000, whole: true });
  const snippetChars = parseNumber("--snippet-chars", flags.snippetChars, {
    min: 40,
    max: 2000,
    whole: true,
  });
  const mode = parseMode(flags);
  return {
    filter: await parseFilterFlags(flags),
    ...(mode === undefined ? {} : { mode }),
    ...(top === undefined ? {} : { top }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(minScore === undefined ? {} : { minScore }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(snippetChars === undefined ? {} : { snippetChars }),
    ...(flags.cursor === undefined ? {} : { cursor: flags.cursor }),
    explain: flags.explain ?? false,
  };
}

/** The language table is loaded only when it is asked for. */
export async function parseFilterFlags(flags: FilterFlags) {
  const table = flags.codeLang === undefined ? null : await import("../../app/code-language.ts");
  return parseFilter(flags, (text) => table?.parseCodeLanguage(text) ?? null);
}
