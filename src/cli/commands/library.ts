import { KebabError } from "../../core/errors.ts";
import { parseList } from "../../core/parse-list.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { toPrintable, toTable } from "../output/style.ts";
import { type FilterFlags, parseChoice, parseNumber } from "../parse-flags.ts";
import { parseFilterFlags } from "./search.ts";

export interface ListFlags extends FilterFlags {
  readonly top?: string;
  readonly offset?: string;
}

export async function runList(context: Context, flags: ListFlags, what: string): Promise<number> {
  const kind = parseChoice("list", what, ["docs", "tags", "sources"]);
  await using kebab = await context.openKebab();
  if (kind === "docs") return await listDocuments(context, flags, kebab);
  if (kind === "tags") {
    const list = await kebab.listTags();
    if (context.flags.json === true) context.printJson(list);
    else
      context.terminal.out(
        toTable(list.tags.map(({ tag, documents }) => [String(documents).padStart(5), toPrintable(tag)])),
      );
    if (list.tags.length === 0) context.say(context.errorStyle.dim("no document has a tag"));
    return list.tags.length > 0 ? EXIT.done : EXIT.nothing;
  }
  const list = await kebab.listSources();
  if (context.flags.json === true) context.printJson(list);
  else {
    const rows = list.sources.map((source) => [
      source.source_id,
      String(source.documents),
      source.origin,
      source.root,
    ]);
    context.terminal.out(toTable([["source", "documents", "from", "folder"], ...rows]));
  }
  return list.sources.length > 0 ? EXIT.done : EXIT.nothing;
}

async function listDocuments(
  context: Context,
  flags: ListFlags,
  kebab: Awaited<ReturnType<Context["openKebab"]>>,
): Promise<number> {
  const limit = parseNumber("--top", flags.top, { min: 1, max: 100_000, whole: true }) ?? 100;
  const offset = parseNumber("--offset", flags.offset, { min: 0, max: 10_000_000, whole: true }) ?? 0;
  const list = await kebab.listDocuments(await parseFilterFlags(flags), { limit, offset });
  if (context.flags.json === true) {
    context.printJson(list);
    return list.returned > 0 ? EXIT.done : EXIT.nothing;
  }
  const rows = list.documents.map((document) => [
    context.style.dim(document.doc_id),
    document.type,
    toPrintable(document.doc_path),
    toPrintable(document.title),
    toTagLine(document.tags),
  ]);
  context.terminal.out(toTable(rows));
  const rest = list.total - offset - list.returned;
  context.say(
    context.errorStyle.dim(
      `${list.returned} of ${list.total}${rest > 0 ? `; more with --offset ${offset + list.returned}` : ""}`,
    ),
  );
  return list.returned > 0 ? EXIT.done : EXIT.nothing;
}

export async function runInspect(
  context: Context,
  flags: { source?: string },
  what: string,
  reference: string,
): Promise<number> {
  const kind = parseChoice("inspect", what, ["doc", "chunk"]);
  await using kebab = await context.openKebab();
  if (kind === "chunk") {
    const chunk = await kebab.inspectChunk(reference);
    if (context.flags.json === true) context.printJson(chunk);
    else {
      const { text, document, citation, ...rest } = chunk;
      const rows = Object.entries({ ...rest, citation: citation.uri, title: document.title }).map(toRow);
      context.terminal.out(`${toTable(rows)}\n${toPrintable(text)}\n`);
    }
    return EXIT.done;
  }
  const detail = await kebab.inspectDocument(reference, flags.source);
  if (context.flags.json === true) {
    context.printJson(detail);
    return EXIT.done;
  }
  const { chunks, ...rest } = detail;
  const list = chunks.map((chunk) => [
    `  ${chunk.chunk_id}`,
    toPrintable(chunk.uri),
    `${chunk.tokens} tokens`,
    toPrintable(chunk.heading_path.join(" › ")),
  ]);
  context.terminal.out(`${toTable(Object.entries(rest).map(toRow))}\n${toTable(list)}`);
  return EXIT.done;
}

function toTagLine(tags: readonly string[]): string {
  return toPrintable(tags.map((tag) => `#${tag}`).join(" "));
}

function toRow([name, value]: [string, unknown]): string[] {
  return [name, toPrintable(typeof value === "string" ? value : JSON.stringify(value))];
}

export interface FetchFlags {
  readonly source?: string;
  readonly context?: string;
}

/** The text itself and nothing around it, so that it can be piped. */
export async function runFetch(
  context: Context,
  flags: FetchFlags,
  what: string,
  reference: string,
): Promise<number> {
  const kind = parseChoice("fetch", what, ["chunk", "doc", "span"]);
  const around = parseNumber("--context", flags.context, { min: 0, max: 1000, whole: true }) ?? 0;
  await using kebab = await context.openKebab();
  const result =
    kind === "chunk"
      ? await kebab.fetchChunk(reference, around)
      : kind === "doc"
        ? await kebab.fetchDocument(reference, flags.source)
        : await kebab.fetchSpan(reference, flags.source);
  if (context.flags.json === true) context.printJson(result);
  else {
    const text = context.terminal.stdoutIsTerminal ? toPrintable(result.text) : result.text;
    context.terminal.out(text.endsWith("\n") ? text : `${text}\n`);
  }
  if (result.stale)
    context.say(context.errorStyle.yellow("warning: the file has changed since it was indexed"));
  return EXIT.done;
}

export interface TagFlags {
  readonly source?: string;
  readonly add?: string;
  readonly remove?: string;
}

export async function runTag(
  context: Context,
  flags: TagFlags,
  reference: string,
  tags: readonly string[],
): Promise<number> {
  const signed = (sign: string) => tags.filter((tag) => tag.startsWith(sign)).map((tag) => tag.slice(1));
  const plain = tags.filter((tag) => !/^[+-]/.test(tag));
  const add = [...parseList(flags.add ?? ""), ...signed("+"), ...plain].flatMap(parseList);
  const remove = [...parseList(flags.remove ?? ""), ...signed("-")].flatMap(parseList);
  if (add.length === 0 && remove.length === 0) {
    throw new KebabError("usage", "Cannot tag: no tag was given", {
      hint: "`kebab tag DOC ops +urgent`, `kebab tag DOC --remove old`",
    });
  }
  await using kebab = await context.openKebab();
  const detail = await kebab.tag(reference, {
    add,
    remove,
    ...(flags.source === undefined ? {} : { source: flags.source }),
  });
  const kept = remove.filter((tag) => detail.tags.includes(tag));
  if (context.flags.json === true) context.printJson(detail);
  else context.terminal.out(`${toPrintable(detail.doc_path)}  ${toTagLine(detail.tags)}\n`);
  if (kept.length > 0)
    context.say(
      context.errorStyle.yellow(
        `warning: ${kept.join(", ")} comes from the document or its source, and stays`,
      ),
    );
  return EXIT.done;
}
