import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { windowChunker } from "../chunkers/window/window-chunker.ts";
import type { Config } from "../config/keys.ts";
import { KebabError } from "../core/errors.ts";
import { toId } from "../core/ids.ts";
import type { SearchMode } from "../core/search.ts";
import { type EvalRunJson, toEvalRunJson, toRankedLines } from "../evaluation/eval-run.ts";
import { type ChunkSearch, runBeir } from "../evaluation/run-beir.ts";
import { type Format, prepareDocument, toPipeline } from "../ingest/prepare.ts";
import { createNoteParser } from "../parsers/note/note-parser.ts";
import type { PreparedDocument } from "../ports/document-store.ts";
import { createLexicalRetriever } from "../retrieval/lexical-retriever.ts";
import { rankChunks } from "../retrieval/rank.ts";
import { type BeirSet, readBeirSet } from "../sources/beir/read-beir.ts";
import { openForWriting } from "../stores/sqlite/open-sqlite.ts";
import { SqliteDocumentWriter } from "../stores/sqlite/sqlite-document-writer.ts";
import { toDataPaths } from "./data-paths.ts";
import { type OpenIndex, openIndex } from "./open-index.ts";

export interface EvaluateOptions {
  readonly config: Config;
  readonly modes: readonly SearchMode[];
  readonly signal?: AbortSignal;
  readonly onMessage?: (text: string) => void;
}

export interface Evaluation {
  readonly json: EvalRunJson;
  /** One line a ranked document, for checking the figures elsewhere. */
  rankedLines(): string;
}

const SOURCE = { id: "beir", tags: [], trustLevel: "primary" } as const;

export async function evaluateBeir(folder: string, options: EvaluateOptions): Promise<Evaluation> {
  if (options.modes.includes("vector")) {
    throw new KebabError("usage", "Cannot evaluate vector search: there are no vectors yet", {
      hint: "Use --mode lexical",
    });
  }
  const set = await readBeirSet(folder);
  const path = await buildIndex(set, options);
  await using index = openIndex(options.config, {
    ...toDataPaths(options.config.storage.dataDir),
    database: path,
  });
  const run = await runBeir({
    set,
    search: createSearch(set, index),
    modes: options.modes,
    fusion: "rrf",
    versions: { lexical: index.lexicalIndex.version, chunker: windowChunker.version },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return { json: toEvalRunJson(run), rankedLines: () => [...toRankedLines(run), ""].join("\n") };
}

function createSearch(set: BeirSet, { lexicalIndex, reader }: OpenIndex): ChunkSearch {
  const lexical = createLexicalRetriever(lexicalIndex);
  return async (query, mode, limit) => {
    const { hits } = await rankChunks(
      { query: toProse(query), mode, wanted: limit, filter: {} },
      { lexical },
    );
    const paths = await reader.pathsOf(hits.map((hit) => hit.chunkId));
    return hits.slice(0, limit).map(({ chunkId, score }) => {
      const position = Number(paths.get(chunkId));
      return { documentId: set.documents[position]?.id ?? "", score };
    });
  };
}

/** A set's queries are prose, not typed for kebab: a quotation in one is no phrase that must occur, a dash no exclusion. */
function toProse(query: string): string {
  return query.replace(/"|(?<!\S)-+/g, " ");
}

/** One index a corpus and pipeline, built aside and moved into place, so that a broken build is never used. */
async function buildIndex(set: BeirSet, { config, onMessage, signal }: EvaluateOptions): Promise<string> {
  const chunkOptions = { targetTokens: config.chunk.targetTokens, overlapTokens: config.chunk.overlapTokens };
  const format: Format = { parser: createNoteParser(), chunker: windowChunker };
  const pipeline = toPipeline(format, chunkOptions, SOURCE);
  const { evaluation } = toDataPaths(config.storage.dataDir);
  const path = join(evaluation, `${set.name}-${toId([set.contentHash, pipeline]).slice(0, 12)}.sqlite`);
  if (existsSync(path)) return path;
  onMessage?.(`indexing ${set.documents.length} documents of ${set.name}`);
  mkdirSync(evaluation, { recursive: true });
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  {
    await using writer = new SqliteDocumentWriter(openForWriting(draft));
    const documents: PreparedDocument[] = [];
    for (const [position, document] of set.documents.entries()) {
      signal?.throwIfAborted();
      // The position is the path: an id would put its words, often the answer, into the index.
      const bytes = Buffer.from(document.text);
      const file = { path: String(position), size: bytes.length, modifiedMs: 0, repo: null };
      const task = {
        source: SOURCE,
        file,
        documentId: toId([set.name, document.id]),
        pipeline,
        storedHash: null,
      };
      const outcome = await prepareDocument(task, bytes, {
        format: withTitle(format, document.title),
        options: chunkOptions,
      });
      if (outcome.kind === "prepared") documents.push(outcome.document);
    }
    await writer.putAll(documents);
    await writer.merge("all");
  }
  renameSync(draft, path);
  for (const rest of ["-wal", "-shm"]) rmSync(draft + rest, { force: true });
  return path;
}

function withTitle(format: Format, title: string): Format {
  const { parser, chunker } = format;
  const parse: Format["parser"]["parse"] = async (path, bytes) => {
    const parsed = await parser.parse(path, bytes);
    return "kind" in parsed
      ? parsed
      : { ...parsed, metadata: { ...parsed.metadata, title: title === "" ? null : title } };
  };
  return { parser: { ...parser, parse }, chunker };
}
