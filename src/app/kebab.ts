import { existsSync, statSync } from "node:fs";
import { basename, relative, resolve, sep } from "node:path";
import type { LoadedConfig } from "../config/load-config.ts";
import { KebabError } from "../core/errors.ts";
import type { SearchFilter } from "../core/search.ts";
import type { IngestReport } from "../ingest/report.ts";
import type {
  ChunkDetail,
  DocumentDetail,
  DocumentList,
  FetchResult,
  SourceList,
  TagList,
} from "../wire/documents.ts";
import type { IngestReportWire } from "../wire/ingest.ts";
import type { SearchResponse } from "../wire/search.ts";
import type { DoctorReport, Status } from "../wire/system.ts";
import { type DataPaths, toDataPaths } from "./data-paths.ts";
import { fetchChunk, fetchDocument, fetchSpan, findDocument } from "./fetch.ts";
import type { IngestRequest } from "./ingest.ts";
import type { NoteRequest } from "./library.ts";
import { type OpenIndex, openIndex } from "./open-index.ts";
import { type SearchOptions, searchIndex } from "./search.ts";
import { createStalenessCheck } from "./staleness.ts";
import { readStatus } from "./status.ts";
import { toChunkDetail, toDocumentDetail, toReportWire, toSummary } from "./to-wire.ts";
import type { OpenWriter } from "./writing.ts";

export interface KebabOptions {
  readonly loaded: LoadedConfig;
  /** Refuse everything that writes. */
  readonly readonly: boolean;
  /** The thread script that belongs to this build. */
  readonly workerScript: URL;
}

/** Everything kebab does, for every front end. What a call does not need is not loaded. */
export class Kebab implements AsyncDisposable {
  readonly #options: KebabOptions;
  readonly paths: DataPaths;
  #index: OpenIndex | null = null;

  constructor(options: KebabOptions) {
    this.#options = options;
    this.paths = toDataPaths(options.loaded.config.storage.dataDir);
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchResponse> {
    return searchIndex(query, options, { config: this.#config, index: this.#open() });
  }

  async ingest(request: IngestRequest = {}): Promise<IngestReportWire> {
    return toReportWire(await this.#ingest(request));
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
    request: Pick<IngestRequest, "signal"> & { tags?: readonly string[] } = {},
  ): Promise<StoredFile> {
    this.#refuseIfReadonly();
    checkIsFile(file);
    const { copyIntoLibrary } = await import("./library.ts");
    const { scopeOf, listSources } = await import("./sources.ts");
    const stored = existsSync(this.paths.database) ? await this.#open().reader.sources() : [];
    const plans = listSources(this.#config, stored, this.paths.library);
    const scope = scopeOf(file, plans, this.#config);
    const path = plans.includes(scope.plan) ? resolve(file) : copyIntoLibrary(this.paths.library, file);
    return this.#ingestOne(path, request.tags ?? [], "kebab add");
  }

  async note(note: NoteRequest): Promise<StoredFile> {
    this.#refuseIfReadonly();
    const { writeNote } = await import("./library.ts");
    return this.#ingestOne(writeNote(this.paths.library, note, new Date()), [], "kebab note");
  }

  async listDocuments(filter: SearchFilter, page: { limit: number; offset: number }): Promise<DocumentList> {
    const { reader } = this.#open();
    const isStale = await createStalenessCheck(reader);
    const documents = (await reader.documents(filter, page)).map((document) =>
      toSummary(document, isStale(document)),
    );
    const total = await reader.countDocuments(filter);
    return { schema_version: "document_list.v1", total, returned: documents.length, documents };
  }

  async listTags(): Promise<TagList> {
    return { schema_version: "tag_list.v1", tags: await this.#open().reader.tags() };
  }

  async listSources(): Promise<SourceList> {
    const sources = (await this.#open().reader.sources()).map(({ id, ...source }) => ({
      source_id: id,
      ...source,
    }));
    return { schema_version: "source_list.v1", sources };
  }

  /** Files that gave no document, with their reasons. */
  async listSetAside(): Promise<
    { sourceId: string; path: string; kind: "failed" | "skipped"; reason: string }[]
  > {
    return this.#open().reader.setAside();
  }

  async inspectDocument(reference: string, source?: string): Promise<DocumentDetail> {
    const { reader } = this.#open();
    const document = await findDocument(reader, reference, source);
    const isStale = await createStalenessCheck(reader);
    const { chunks } = await reader.chunksOf(document.id);
    return toDocumentDetail(document, chunks, isStale(document));
  }

  async inspectChunk(id: string): Promise<ChunkDetail> {
    const { reader } = this.#open();
    const [chunk] = await reader.chunks([id]);
    if (chunk === undefined) {
      throw new KebabError("not-found", `Cannot find a chunk "${id}" in the index`, {
        hint: "`kebab inspect doc` lists a document's chunks",
      });
    }
    const isStale = await createStalenessCheck(reader);
    return toChunkDetail(chunk, isStale(chunk.document));
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
    const index = this.#index;
    this.#index = null;
    await index?.[Symbol.asyncDispose]();
  }

  get #config() {
    return this.#options.loaded.config;
  }

  #open(): OpenIndex {
    this.#index ??= openIndex(this.#config, this.paths);
    return this.#index;
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
    return openWriterInTurn(this.paths, command, isShort ? PATIENCE_MS : 0);
  }

  async #openOnlooker(): Promise<OpenWriter> {
    const { openOnlooker } = await import("./open-onlooker.ts");
    return openOnlooker(this.paths);
  }

  async #ingest(request: IngestRequest, command = "kebab ingest"): Promise<IngestReport> {
    const { ingest } = await import("./ingest.ts");
    const isShort = command !== "kebab ingest";
    await using open = await (request.dryRun ? this.#openOnlooker() : this.#openWriter(command, isShort));
    const { writer, storedSources } = open;
    const { workerScript } = this.#options;
    const environment = { config: this.#config, paths: this.paths, writer, storedSources, workerScript };
    return await ingest(request, environment);
  }

  async #ingestOne(path: string, tags: readonly string[], command: string): Promise<StoredFile> {
    const report = await this.#ingest({ paths: [path] }, command).catch((error: unknown) => {
      if (!(error instanceof KebabError) || error.code !== "locked") throw error;
      // What the user gave is on the disk already: to repeat the command would store it twice.
      const hint = `The text is kept in ${path}: run \`kebab ingest\` when the other is done`;
      throw new KebabError("locked", error.message, { hint, details: error.details, cause: error });
    });
    const [failure] = [...report.failed, ...report.skipped];
    if (failure !== undefined) {
      throw new KebabError("source-unreadable", `Cannot index ${basename(path)}: ${failure.reason}`, {
        hint: "The file is kept; mend it and run `kebab ingest`",
      });
    }
    if (report.files === 0) {
      const why = "an ignore rule or its own name leaves it out";
      throw new KebabError("source-unreadable", `Cannot index ${basename(path)}: ${why}`, {
        hint: "Hidden names, .gitignore, .kebabignore and a source's include and exclude decide what is indexed",
      });
    }
    const { listSources, scopeOf } = await import("./sources.ts");
    const plans = listSources(this.#config, await this.#open().reader.sources(), this.paths.library);
    const { plan, below } = scopeOf(path, plans, this.#config);
    const inside = below === "" ? relative(plan.options.root, path).split(sep).join("/") : below;
    const document = await findDocument(this.#open().reader, inside, plan.settings.id);
    if (tags.length > 0) await this.tag(document.id, { add: tags, remove: [] });
    return { path, document: await this.inspectDocument(document.id) };
  }
}

export interface StoredFile {
  readonly path: string;
  readonly document: DocumentDetail;
}

function checkIsFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new KebabError("not-found", `Cannot add ${path}: there is no such file`, {
      hint: "Check the path",
    });
  }
  if (!found.isFile()) {
    throw new KebabError("usage", `Cannot add ${path}: it is not a file`, {
      hint: "Use `kebab ingest` for a folder",
    });
  }
}
