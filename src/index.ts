/**
 * The public library.
 *
 * ```ts
 * import { openKebab } from "kebab";
 *
 * await using kebab = await openKebab();
 * const { hits } = await kebab.search("배포 rollback", { top: 3 });
 * for (const { citation, snippet } of hits) console.log(citation.uri, snippet);
 * ```
 *
 * Nothing inside imports this file.
 */
import { homedir } from "node:os";
import { Kebab as Engine } from "./app/kebab.ts";
import { loadConfig } from "./config/load-config.ts";
import { KebabError } from "./core/errors.ts";
import type { SearchFilter } from "./core/search.ts";
import type { DocumentList, FetchResult, SourceList, TagList } from "./wire/documents.ts";

export type { AskOptions } from "./app/ask.ts";
export type { IngestRequest } from "./app/ingest.ts";
export type { NoteRequest } from "./app/library.ts";
export type { SearchOptions } from "./app/search.ts";
export type { StoredFile } from "./app/storing.ts";
export type { KebabErrorCode } from "./core/errors.ts";
export type { SearchFilter, SearchMode } from "./core/search.ts";
export type { Answer, AnswerEvent, AnswerSource } from "./wire/answer.ts";
export type {
  ChunkDetail,
  DocumentDetail,
  DocumentList,
  DocumentSummary,
  FetchResult,
  SourceList,
  TagList,
} from "./wire/documents.ts";
export type { IngestReportWire as IngestReport } from "./wire/ingest.ts";
export type { Citation, SearchHitWire, SearchResponse } from "./wire/search.ts";
export type { Status } from "./wire/system.ts";
export { KebabError };

/** Where a base lies and how it may be used. */
export interface OpenOptions {
  /** Where a project's `.kebab` is looked for, upward; the working folder unless told. */
  readonly cwd?: string;
  /** Use this config file. */
  readonly configPath?: string;
  /** Keep the index in this folder. */
  readonly dataDir?: string;
  /** Refuse everything that writes. */
  readonly readonly?: boolean;
  /** `KEBAB_*` and `XDG_*` variables; none unless given: `process.env` for what the command would see. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What to fetch: a citation, a chunk with its neighbours, or a whole document. */
export type FetchReference =
  | { readonly uri: string; readonly source?: string }
  | { readonly chunk: string; readonly context?: number }
  | { readonly document: string; readonly source?: string };

/** Which documents to list; all of them unless told, the first hundred. */
export interface ListOptions {
  readonly filter?: SearchFilter;
  readonly limit?: number;
  readonly offset?: number;
}

const DEFAULT_LIMIT = 100;

/**
 * An open base: `search`, `ask`, `askStream`, `ingest`, `add`, `note`, `fetch`, `list`, `status` and what else the
 * command does. Model and index are opened when first needed and kept, so the second search is fast. Calls may
 * overlap. What can be foreseen to fail throws a `KebabError` with a code and a hint.
 */
class OpenedKebab extends Engine {
  /** The exact text behind a citation (`{ uri: "notes/a.md#L12-L34" }`), a chunk or a document, as it was indexed. */
  async fetch(reference: FetchReference): Promise<FetchResult> {
    if ("chunk" in reference) return this.fetchChunk(reference.chunk, reference.context ?? 0);
    if ("document" in reference) return this.fetchDocument(reference.document, reference.source);
    return this.fetchSpan(reference.uri, reference.source);
  }

  /** Documents by path, every tag with its count, or every indexed folder. */
  list(what: "docs", options?: ListOptions): Promise<DocumentList>;
  list(what: "tags"): Promise<TagList>;
  list(what: "sources"): Promise<SourceList>;
  async list(
    what: "docs" | "tags" | "sources",
    { filter = {}, limit = DEFAULT_LIMIT, offset = 0 }: ListOptions = {},
  ): Promise<DocumentList | TagList | SourceList> {
    if (what === "docs") return this.listDocuments(filter, { limit, offset });
    if (what === "tags") return this.listTags();
    if (what === "sources") return this.listSources();
    throw new KebabError("usage", `Cannot list ${String(what)}: it takes docs, tags or sources`);
  }

  /** What `await using` does at the end of its block. Closing twice is fine. */
  async close(): Promise<void> {
    await this[Symbol.asyncDispose]();
  }
}

/** An open base, as `openKebab` gives it. */
export type Kebab = OpenedKebab;

/**
 * Opens the base that the command would use: everything it does, as calls. Close it with `await kebab.close()`, or let
 * `await using kebab = await openKebab()` do so at the end of the block.
 */
export async function openKebab(options: OpenOptions = {}): Promise<Kebab> {
  const loaded = await loadConfig({
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? {},
    homeDir: homedir(),
    platform: process.platform,
    configPath: options.configPath,
    dataDir: options.dataDir,
  });
  const workerScript = new URL("./prepare-worker.js", import.meta.url);
  return new OpenedKebab({ loaded, readonly: options.readonly ?? false, workerScript });
}
