import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { KebabError, toMessage } from "../../core/errors.ts";
import {
  type BeirDocument,
  type BeirQuery,
  isJudgmentHeader,
  MalformedLine,
  parseDocumentLine,
  parseJudgmentLine,
  parseQueryLine,
} from "./parse-beir.ts";
import { readLines } from "./read-lines.ts";

export interface BeirSet {
  /** The folder's own name. */
  readonly name: string;
  readonly documents: readonly BeirDocument[];
  readonly queries: readonly BeirQuery[];
  /** Grades by document id, by query id. */
  readonly qrels: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** sha256 of corpus.jsonl: an index built from the same bytes can be used again. */
  readonly contentHash: string;
}

const LAYOUT_HINT = "A BEIR folder holds corpus.jsonl, queries.jsonl, and qrels.tsv or qrels/test.tsv";

export async function readBeirSet(directory: string): Promise<BeirSet> {
  const folder = resolve(directory);
  // The two small files first: what is missing is said before the corpus is read.
  const qrels = await readQrels(folder);
  const queries = await readRecords(folder, "queries.jsonl", parseQueryLine);
  const hash = createHash("sha256");
  const documents = await readRecords(folder, "corpus.jsonl", parseDocumentLine, hash);
  return { name: basename(folder), documents, queries, qrels, contentHash: hash.digest("hex") };
}

async function readRecords<Item extends { readonly id: string }>(
  folder: string,
  name: string,
  parse: (line: string) => Item,
  hash?: Hash,
): Promise<Item[]> {
  const items = new Map<string, Item>();
  const file = await openFirst(folder, [name]);
  await readEach(file, hash, (line) => {
    const item = parse(line);
    if (items.has(item.id)) throw new MalformedLine(`"_id" ${JSON.stringify(item.id)} occurs a second time`);
    items.set(item.id, item);
  });
  if (items.size === 0) {
    throw new KebabError("config-invalid", `Cannot use ${file.path}: it holds no records`, {
      hint: LAYOUT_HINT,
    });
  }
  return [...items.values()];
}

async function readQrels(folder: string): Promise<Map<string, Map<string, number>>> {
  const qrels = new Map<string, Map<string, number>>();
  const file = await openFirst(folder, ["qrels.tsv", join("qrels", "test.tsv")]);
  await readEach(file, undefined, (line, isFirst) => {
    if (isFirst && isJudgmentHeader(line)) return;
    const { queryId, documentId, grade } = parseJudgmentLine(line);
    const judgments = qrels.get(queryId) ?? new Map<string, number>();
    qrels.set(queryId, judgments.set(documentId, grade));
  });
  return qrels;
}

interface OpenFile {
  readonly path: string;
  readonly handle: FileHandle;
}

async function openFirst(folder: string, names: readonly string[]): Promise<OpenFile> {
  for (const name of names) {
    const path = join(folder, name);
    try {
      return { path, handle: await open(path) };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "ENOTDIR") throw toUnreadable(path, error);
    }
  }
  throw new KebabError("config-invalid", `Cannot read BEIR set ${folder}: ${names.join(" or ")} is missing`, {
    hint: LAYOUT_HINT,
    details: { folder, missing: names },
  });
}

/** Blank lines are passed over, but counted. Closes the file. */
async function readEach(
  { path, handle }: OpenFile,
  hash: Hash | undefined,
  take: (line: string, isFirst: boolean) => void,
): Promise<void> {
  let number = 0;
  let isFirst = true;
  try {
    for await (const line of readLines(hashed(handle.createReadStream(), hash))) {
      number++;
      if (line.trim() === "") continue;
      take(line, isFirst);
      isFirst = false;
    }
  } catch (error) {
    throw error instanceof MalformedLine ? toMalformed(path, number, error) : toUnreadable(path, error);
  } finally {
    await handle.close();
  }
}

async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  hash: Hash | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash?.update(chunk);
    yield chunk;
  }
}

function toMalformed(path: string, line: number, error: MalformedLine): KebabError {
  return new KebabError("config-invalid", `Cannot parse ${path} line ${line}: ${error.message}`, {
    hint: LAYOUT_HINT,
    details: { path, line },
    cause: error,
  });
}

function toUnreadable(path: string, error: unknown): KebabError {
  return new KebabError("source-unreadable", `Cannot read ${path}: ${toMessage(error)}`, { cause: error });
}
