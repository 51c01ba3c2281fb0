import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { windowChunker } from "../chunkers/window/window-chunker.ts";
import { FUSION_NAMES, type FusionName } from "../core/fusion/policies.ts";
import { toId } from "../core/ids.ts";
import type { SearchMode } from "../core/search.ts";
import { toQueryRecords, toRankedLines, toVariantRecord } from "../evaluation/eval-run.ts";
import { type ChunkSearch, type EvalProgress, runBeir, toSetHash } from "../evaluation/run-beir.ts";
import type { RunRecord } from "../evaluation/run-record.ts";
import { type Format, prepareDocument, toPipeline } from "../ingest/prepare.ts";
import { createNoteParser } from "../parsers/note/note-parser.ts";
import type { PreparedDocument } from "../ports/document-store.ts";
import type { Embedder } from "../ports/embedder.ts";
import { askSides, fuseSides, type Retrievers } from "../retrieval/rank.ts";
import { type BeirSet, readBeirSet } from "../sources/beir/read-beir.ts";
import { openForWriting } from "../stores/sqlite/open-sqlite.ts";
import { SqliteDocumentWriter } from "../stores/sqlite/sqlite-document-writer.ts";
import type { EvalRunWire } from "../wire/evaluation.ts";
import { type DataPaths, toDataPaths } from "./data-paths.ts";
import { embed } from "./embed.ts";
import { describeRun, type RunSurroundings, toEvalRunWire } from "./evaluate-record.ts";
import { openEmbedder } from "./open-embedder.ts";
import { openIndex } from "./open-index.ts";
import { createQuestionEmbedder } from "./question-embedder.ts";
import { openRetrievers, type SearchEnvironment, toFusion } from "./retrievers.ts";
import { openRunStore } from "./run-store.ts";
import { toVectorKey } from "./vector-access.ts";
import { openWriter } from "./writing.ts";

export interface EvaluateOptions extends RunSurroundings {
  readonly modes: readonly SearchMode[];
  /** The policies to measure in hybrid mode; the configured one unless told. */
  readonly fusions?: readonly FusionName[];
  readonly signal?: AbortSignal;
  readonly onMessage?: (text: string) => void;
  readonly onProgress?: (event: EvalProgress) => void;
}

export interface Evaluation {
  /** As it is stored. */
  readonly record: RunRecord;
  readonly json: EvalRunWire;
  /** One line a ranked document, for checking the figures elsewhere. */
  rankedLines(): string;
}

const SOURCE = { id: "beir", tags: [], trustLevel: "primary" } as const;

export async function evaluateBeir(folder: string, options: EvaluateOptions): Promise<Evaluation> {
  const { config, modes, signal, onProgress } = options;
  const startedAt = new Date();
  const set = await readBeirSet(folder);
  const paths = await buildIndex(set, options);
  const needsVectors = modes.some((mode) => mode !== "lexical");
  await using model = needsVectors ? await openEmbedder(config.embeddings) : null;
  // A question that is asked again for more chunks is not embedded again; the next one is new.
  const embedder = model === null ? null : createQuestionEmbedder(model, 1);
  if (embedder !== null) await embedSet(set, embedder, paths, options);
  await using index = openIndex(config, paths);
  const environment: SearchEnvironment = { config, index, openEmbedder: async () => embedder };
  const retrievers = await openRetrievers(modes.includes("vector") ? "vector" : "hybrid", environment);
  const run = await runBeir({
    set,
    search: createSearch(set, environment, retrievers),
    modes,
    fusions: options.fusions ?? [config.search.hybridFusion],
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const versions = {
    lexical: index.lexicalIndex.version,
    chunker: windowChunker.version,
    ...(embedder === null
      ? {}
      : { embedder: `${embedder.modelId}@${toVectorKey(embedder, config).version}` }),
  };
  const texts = new Map(set.queries.map(({ id, text }) => [id, text]));
  const record = openRunStore(toDataPaths(config.storage.dataDir).runs).write(
    {
      ...(await describeRun(options, startedAt, versions)),
      kind: "beir",
      set: run.set,
      set_hash: toSetHash(set),
      documents: run.documents,
      queries: run.queries,
      runs: run.runs.map(toVariantRecord),
      ask: null,
    },
    toQueryRecords(run, (id) => texts.get(id) ?? ""),
  );
  return {
    record,
    json: toEvalRunWire(record),
    rankedLines: () => [...toRankedLines(run), ""].join("\n"),
  };
}

function createSearch(
  set: BeirSet,
  { config, index }: SearchEnvironment,
  retrievers: Retrievers,
): ChunkSearch {
  const fusion = toFusion(config);
  return async (query, mode, limit) => {
    const request = { query: toProse(query), mode, top: limit, wanted: limit, filter: {} };
    const sides = await askSides(request, retrievers, fusion);
    return async (fusionName) => {
      const policy = FUSION_NAMES.find((name) => name === fusionName) ?? fusion.policy;
      const hits = fuseSides(mode, sides, { ...fusion, policy }).hits.slice(0, limit);
      const paths = await index.reader.pathsOf(hits.map((hit) => hit.chunkId));
      return hits.map(({ chunkId, score }) => {
        const position = Number(paths.get(chunkId));
        return { documentId: set.documents[position]?.id ?? "", score };
      });
    };
  };
}

type BuildOptions = Pick<EvaluateOptions, "config" | "signal" | "onMessage">;

/** The vectors stay with the set's index: a second run embeds nothing. */
export async function embedSet(
  set: BeirSet,
  embedder: Embedder,
  paths: DataPaths,
  { config, signal, onMessage }: BuildOptions,
): Promise<void> {
  await using open = await openWriter(config, paths, "kebab eval");
  let told = 0;
  await embed(open, embedder, {
    config,
    request: {
      ...(signal === undefined ? {} : { signal }),
      onProgress: ({ done, total }) => {
        const isDue = done === 0 || performance.now() - told > MESSAGE_EVERY_MS;
        if (isDue) onMessage?.(`embedding ${set.name}: ${done} of ${total} chunks`);
        if (isDue) told = performance.now();
      },
    },
  });
  signal?.throwIfAborted();
}

const MESSAGE_EVERY_MS = 5000;

/** A set's queries are prose, not typed for kebab: a quotation in one is no phrase that must occur, a dash no exclusion. */
export function toProse(query: string): string {
  return query.replace(/"|(?<!\S)-+/g, " ");
}

/** One index a corpus and pipeline, built aside and moved into place, so that a broken build is never used. */
export async function buildIndex(
  set: BeirSet,
  { config, onMessage, signal }: BuildOptions,
): Promise<DataPaths> {
  const chunkOptions = { targetTokens: config.chunk.targetTokens, overlapTokens: config.chunk.overlapTokens };
  const format: Format = { parser: createNoteParser(), chunker: windowChunker };
  const pipeline = toPipeline(format, chunkOptions, SOURCE);
  const { evaluation } = toDataPaths(config.storage.dataDir);
  // By the corpus alone: sets that ask other questions of the same documents share an index.
  const name = toId([set.contentHash, pipeline]).slice(0, 12);
  const path = join(evaluation, `${name}.sqlite`);
  const paths = {
    ...toDataPaths(config.storage.dataDir),
    database: path,
    lock: join(evaluation, `${name}.lock`),
    vectors: join(evaluation, `${name}.lance`),
  };
  if (existsSync(path)) return paths;
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
        documentId: toId([set.contentHash, document.id]),
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
  return paths;
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
