import { existsSync } from "node:fs";
import type { LoadedConfig } from "../config/load-config.ts";
import { KebabError } from "../core/errors.ts";
import type { SearchFilter } from "../core/search.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Answer, AnswerEvent } from "../wire/answer.ts";
import type { EvalComparison } from "../wire/comparison.ts";
import type {
  ChunkDetail,
  DocumentDetail,
  DocumentList,
  FetchResult,
  SourceList,
  TagList,
} from "../wire/documents.ts";
import type { IndexReportWire, IngestReportWire } from "../wire/ingest.ts";
import type { DocumentMap } from "../wire/map.ts";
import type { SearchResponse } from "../wire/search.ts";
import type { DoctorReport, Status } from "../wire/system.ts";
import type { AskEnvironment, AskOptions } from "./ask.ts";
import { CurrentIndex } from "./current-index.ts";
import { type DataPaths, toDataPaths } from "./data-paths.ts";
import type { EmbedRequest } from "./embed.ts";
import { fetchChunk, fetchDocument, fetchSpan, findDocument } from "./fetch.ts";
import type { IngestRequest } from "./ingest.ts";
import type { NoteRequest } from "./library.ts";
import type { createDocumentMap } from "./map.ts";
import { type OpenIndex, openIndex } from "./open-index.ts";
import type { OriginalFile } from "./original-file.ts";
import { createQuestionEmbedder } from "./question-embedder.ts";
import type { SearchEnvironment } from "./retrievers.ts";
import type { RunStore } from "./run-store.ts";
import { type SearchOptions, searchIndex } from "./search.ts";
import { readStatus } from "./status.ts";
import type { EvalList, EvalRecord } from "./stored-runs.ts";
import type { StoredFile, StoringEnvironment } from "./storing.ts";
import { toReportWire } from "./to-wire.ts";
import type { OpenWriter } from "./writing.ts";

export interface KebabOptions {
  readonly loaded: LoadedConfig;
  /** Refuse everything that writes. */
  readonly readonly: boolean;
  /** The thread script that belongs to this build. */
  readonly workerScript: URL;
}

/** Who wants to know how storing goes on. */
type Told = Pick<IngestRequest, "onProgress">;

/** Everything kebab does, for every front end. What a call does not need is not loaded. */
export class Kebab implements AsyncDisposable {
  readonly #options: KebabOptions;
  readonly paths: DataPaths;
  readonly #index: CurrentIndex;
  #map: ReturnType<typeof createDocumentMap> | null = null;
  #embedder: Promise<Embedder | null> | null = null;

  constructor(options: KebabOptions) {
    this.#options = options;
    const { config } = options.loaded;
    this.paths = toDataPaths(config.storage.dataDir);
    this.#index = new CurrentIndex(this.paths.database, () => openIndex(config, this.paths));
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchResponse> {
    return searchIndex(query, options, this.#searching);
  }

  /** The whole answer, or a refusal with its reason. A model's failure is thrown; `askStream` also tells what was said before it. */
  async ask(question: string, options: AskOptions = {}): Promise<Answer> {
    const { toWholeAnswer } = await import("./ask.ts");
    return toWholeAnswer(this.askStream(question, options));
  }

  /** Ends with one `final` event; a model's failure is thrown after it. */
  async *askStream(question: string, options: AskOptions = {}): AsyncGenerator<AnswerEvent, void, undefined> {
    const { askIndex } = await import("./ask.ts");
    yield* askIndex(question, options, this.#asking);
  }

  async ingest(request: IngestRequest = {}): Promise<IngestReportWire> {
    const { store } = await import("./storing.ts");
    return toReportWire(await store(request, this.#storing));
  }

  /** Stays until the signal aborts, and ingests what changes. The first run reports, too. */
  async watch(
    request: IngestRequest & { signal: AbortSignal },
    onReport: (report: IngestReportWire) => void,
  ): Promise<void> {
    const { watchSources } = await import("./watch.ts");
    const ingest = async (): Promise<void> => onReport(await this.ingest(request));
    await ingest();
    const { listSources } = await import("./sources.ts");
    const stored = await this.#open().reader.sources();
    const roots = listSources(this.#config, stored, this.paths.library).map((plan) => plan.options.root);
    await watchSources(
      roots.filter((root) => existsSync(root)),
      { signal: request.signal, onChange: ingest },
    );
  }

  /** A file inside a source is ingested where it is; any other is copied into the library. */
  async add(
    file: string,
    { tags = [], ...told }: { tags?: readonly string[] } & Told = {},
  ): Promise<StoredFile> {
    this.#refuseIfReadonly();
    const { placeFile } = await import("./storing.ts");
    return this.#storeOne(await placeFile(file, this.#storing), { tags, command: "kebab add", told });
  }

  async note({ onProgress, ...note }: NoteRequest & Told): Promise<StoredFile> {
    this.#refuseIfReadonly();
    const { writeNote } = await import("./library.ts");
    const told = onProgress === undefined ? {} : { onProgress };
    const path = writeNote(this.paths.library, note, new Date());
    return this.#storeOne(path, { tags: [], command: "kebab note", told });
  }

  /** A file that came as bytes is kept in the library; one that gives no document is not. */
  async upload(
    name: string,
    bytes: Uint8Array,
    request: { tags?: readonly string[] } = {},
  ): Promise<DocumentDetail> {
    this.#refuseIfReadonly();
    const { storeUpload } = await import("./storing.ts");
    const id = await storeUpload({ name, bytes }, this.#storing);
    if ((request.tags ?? []).length > 0) return this.tag(id, { add: request.tags ?? [], remove: [] });
    return this.inspectDocument(id);
  }

  /** Makes the vectors that are missing, of the configured model or another one. */
  async embed(request: EmbedRequest = {}): Promise<IndexReportWire> {
    const { indexEmbeddings } = await import("./index-embeddings.ts");
    return indexEmbeddings(request, this.#storing);
  }

  async listDocuments(filter: SearchFilter, page: { limit: number; offset: number }): Promise<DocumentList> {
    const { listDocuments } = await import("./catalogue.ts");
    return listDocuments(this.#open().reader, filter, page);
  }

  async listTags(): Promise<TagList> {
    return { schema_version: "tag_list.v1", tags: await this.#open().reader.tags() };
  }

  async listSources(): Promise<SourceList> {
    const { listSources } = await import("./catalogue.ts");
    return listSources(this.#open().reader);
  }

  /** Files that gave no document, with their reasons. */
  async listSetAside(): Promise<
    { sourceId: string; path: string; kind: "failed" | "skipped"; reason: string }[]
  > {
    return this.#open().reader.setAside();
  }

  async inspectDocument(reference: string, source?: string): Promise<DocumentDetail> {
    const { inspectDocument } = await import("./catalogue.ts");
    return inspectDocument(this.#open().reader, reference, source);
  }

  async inspectChunk(id: string): Promise<ChunkDetail> {
    const { inspectChunk } = await import("./catalogue.ts");
    return inspectChunk(this.#open().reader, id);
  }

  async fetchChunk(id: string, context = 0): Promise<FetchResult> {
    return fetchChunk(this.#open().reader, id, context);
  }

  async fetchDocument(reference: string, source?: string): Promise<FetchResult> {
    return fetchDocument(this.#open().reader, reference, source);
  }

  async fetchSpan(uri: string, source?: string): Promise<FetchResult> {
    return fetchSpan(this.#open().reader, uri, source);
  }

  /** The bytes of the file a document was made from. */
  async readOriginalFile(reference: string): Promise<OriginalFile> {
    const { readOriginalFile } = await import("./original-file.ts");
    const { reader } = this.#open();
    return readOriginalFile(reference, { reader, config: this.#config, library: this.paths.library });
  }

  /** Documents as points in a plane, by what they mean. */
  async map(): Promise<DocumentMap> {
    const { createDocumentMap } = await import("./map.ts");
    this.#map ??= createDocumentMap(this.paths);
    return this.#map(() => this.#searching);
  }

  async listRuns(): Promise<EvalList> {
    const { listRuns } = await import("./stored-runs.ts");
    return listRuns(await this.#openRuns());
  }

  /** A run id, the start of one, or `last`, `last~1`, ‥ */
  async readRun(reference: string, options: { queries: boolean }): Promise<EvalRecord> {
    const { readRun } = await import("./stored-runs.ts");
    return readRun(await this.#openRuns(), reference, options);
  }

  async compareRuns(a: string, b: string): Promise<EvalComparison> {
    const { compareStoredRuns } = await import("./compare-runs.ts");
    const { folder: dataDir, runs: workingFolder } = this.paths;
    return compareStoredRuns([a, b], { dataDir, workingFolder }).comparison;
  }

  /** Loads what the first search would have to wait for. */
  async warm(): Promise<void> {
    await this.#openEmbedder();
    if (existsSync(this.paths.database)) await this.search("kebab", { top: 1 });
  }

  async tag(
    reference: string,
    change: { add: readonly string[]; remove: readonly string[]; source?: string },
  ): Promise<DocumentDetail> {
    const document = await findDocument(this.#open().reader, reference, change.source);
    {
      await using open = await this.#openWriter("kebab tag", true);
      await open.writer.tagDocument(document.id, change);
    }
    return this.inspectDocument(document.id);
  }

  async status(): Promise<Status> {
    return readStatus(this.#open(), { paths: this.paths, configFile: this.#options.loaded.file });
  }

  async doctor(): Promise<DoctorReport> {
    const { examine } = await import("./doctor.ts");
    return examine(this.#config, this.paths, { readonly: this.#options.readonly });
  }

  /** Folders that were ingested by command and stand in no config: with the index gone, nothing remembers them. */
  async listCommandRoots(): Promise<string[]> {
    if (!existsSync(this.paths.database)) return [];
    try {
      const { sources } = await this.listSources();
      return sources.filter(({ origin }) => origin === "command").map(({ root }) => root);
    } catch {
      // A broken index cannot tell, and is about to be deleted for that.
      return [];
    }
  }

  async listResetFiles(): Promise<string[]> {
    const { listResetFiles } = await import("./reset.ts");
    return listResetFiles(this.paths);
  }

  async reset(): Promise<string[]> {
    this.#refuseIfReadonly();
    await this[Symbol.asyncDispose]();
    const { deleteIndex } = await import("./reset.ts");
    return deleteIndex(this.paths);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const embedder = this.#embedder;
    this.#embedder = null;
    await this.#index[Symbol.asyncDispose]();
    // One that could not be opened has told why already.
    await (await embedder?.catch(() => null))?.[Symbol.asyncDispose]();
  }

  get #config() {
    return this.#options.loaded.config;
  }

  get #searching(): SearchEnvironment {
    return { config: this.#config, index: this.#open(), openEmbedder: () => this.#openEmbedder() };
  }

  get #asking(): AskEnvironment {
    return { config: this.#config, openSearching: () => this.#searching };
  }

  get #storing(): StoringEnvironment {
    return {
      config: this.#config,
      paths: this.paths,
      workerScript: this.#options.workerScript,
      openIndex: () => this.#open(),
      openEmbedder: () => this.#openEmbedder(),
      openWriter: (command, isShort) => this.#openWriter(command, isShort),
      openOnlooker: async () => {
        const { openOnlooker } = await import("./open-onlooker.ts");
        return openOnlooker(this.#config, this.paths);
      },
    };
  }

  #open(): OpenIndex {
    return this.#index.open();
  }

  /** Loaded once and kept: a model takes longer to load than a search takes. One that is missing may be fetched later. */
  #openEmbedder(): Promise<Embedder | null> {
    if (this.#embedder !== null) return this.#embedder;
    const opening = import("./open-embedder.ts").then(async ({ openEmbedder }) => {
      const embedder = await openEmbedder(this.#config.embeddings);
      return embedder === null ? null : createQuestionEmbedder(embedder);
    });
    this.#embedder = opening;
    opening.catch(() => {
      if (this.#embedder === opening) this.#embedder = null;
    });
    return opening;
  }

  async #openRuns(): Promise<RunStore> {
    const { openRunStore } = await import("./run-store.ts");
    return openRunStore(this.paths.runs, { workingFolder: this.paths.runs });
  }

  #refuseIfReadonly(): void {
    if (!this.#options.readonly) return;
    throw new KebabError("readonly", "Cannot write: kebab was started with --readonly", {
      hint: "Run the command without --readonly",
    });
  }

  async #openWriter(command: string, isShort: boolean): Promise<OpenWriter> {
    this.#refuseIfReadonly();
    const { openWriterInTurn, PATIENCE_MS } = await import("./open-writer-in-turn.ts");
    return openWriterInTurn(this.#config, this.paths, command, isShort ? PATIENCE_MS : 0);
  }

  async #storeOne(
    path: string,
    { tags, command, told }: { tags: readonly string[]; command: string; told: Told },
  ): Promise<StoredFile> {
    const { storeOne } = await import("./storing.ts");
    const id = await storeOne(path, this.#storing, command, told);
    if (tags.length > 0) await this.tag(id, { add: tags, remove: [] });
    return { path, document: await this.inspectDocument(id) };
  }
}
