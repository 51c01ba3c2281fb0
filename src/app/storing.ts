import { existsSync, rmSync, statSync } from "node:fs";
import { basename, relative, resolve, sep } from "node:path";
import type { Config } from "../config/keys.ts";
import { KebabError } from "../core/errors.ts";
import type { EmbedReport } from "../ingest/embed-pending.ts";
import type { IngestReport } from "../ingest/report.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { DocumentDetail } from "../wire/documents.ts";
import type { DataPaths } from "./data-paths.ts";
import { embed, enrol } from "./embed.ts";
import { findDocument } from "./fetch.ts";
import { type IngestRequest, ingest } from "./ingest.ts";
import { copyIntoLibrary, writeIntoLibrary } from "./library.ts";
import type { OpenIndex } from "./open-index.ts";
import { listSources, scopeOf } from "./sources.ts";
import type { OpenWriter } from "./writing.ts";

/** What storing needs of the facade. */
export interface StoringEnvironment {
  readonly config: Config;
  readonly paths: DataPaths;
  readonly workerScript: URL;
  openIndex(): OpenIndex;
  openEmbedder(): Promise<Embedder | null>;
  openWriter(command: string, isShort: boolean): Promise<OpenWriter>;
  openOnlooker(): Promise<OpenWriter>;
}

export interface StoredReport {
  readonly report: IngestReport;
  /** Null where there is no model, or nothing was asked of it. */
  readonly vectors: EmbedReport | null;
}

/** Rows first, vectors after: every document can be found by keyword before the first one is embedded. */
export async function store(
  request: IngestRequest,
  environment: StoringEnvironment,
  command = "kebab ingest",
): Promise<StoredReport> {
  const started = performance.now();
  const { config, paths, workerScript } = environment;
  const isShort = command !== "kebab ingest";
  await using open = await (request.dryRun
    ? environment.openOnlooker()
    : environment.openWriter(command, isShort));
  const { writer, storedSources } = open;
  const model = request.dryRun ? null : await openModel(environment);
  const embedder = model instanceof KebabError ? null : model;
  if (!request.dryRun && !(model instanceof KebabError)) await enrol(open, embedder, config);
  const report = await ingest(request, { config, paths, writer, storedSources, workerScript });
  if (model instanceof KebabError && request.embeddings !== false) throw toEmbeddingError(model, report);
  if (embedder === null || request.embeddings === false || report.interrupted) {
    return { report, vectors: null };
  }
  const { signal, onProgress } = request;
  const vectors = await embed(open, embedder, {
    config,
    request: {
      ...(signal === undefined ? {} : { signal }),
      onProgress: (progress) => onProgress?.({ kind: "chunks-embedded", ...progress }),
    },
  }).catch((error: unknown) => {
    throw toEmbeddingError(error, report);
  });
  const interrupted = signal?.aborted ?? false;
  return { report: { ...report, interrupted, durationMs: performance.now() - started }, vectors };
}

/** A model that is not there is told at the end: the documents are stored without it. */
async function openModel(environment: StoringEnvironment): Promise<Embedder | KebabError | null> {
  try {
    return await environment.openEmbedder();
  } catch (error) {
    if (error instanceof KebabError) return error;
    throw error;
  }
}

/** The documents are in the index by then, and only the vectors wait: the report is gone, but that must be told. */
function toEmbeddingError(error: unknown, { added, updated }: IngestReport): unknown {
  if (!(error instanceof KebabError)) return error;
  const { code, message, hint, details } = error;
  const stored = `All documents are stored (${added} added, ${updated} updated) and can be found by keyword; \`kebab index --embeddings\` makes the missing vectors`;
  return new KebabError(code, message, {
    hint: hint === null ? stored : `${hint}. ${stored}`,
    details: { ...details },
    cause: error,
  });
}

export interface StoredFile {
  readonly path: string;
  readonly document: DocumentDetail;
}

/** A file inside a source stays where it is; any other is copied into the library. */
export async function placeFile(file: string, environment: StoringEnvironment): Promise<string> {
  checkIsFile(file);
  const { config, paths } = environment;
  const stored = existsSync(paths.database) ? await environment.openIndex().reader.sources() : [];
  const plans = listSources(config, stored, paths.library);
  const scope = scopeOf(file, plans, config);
  return plans.includes(scope.plan) ? resolve(file) : copyIntoLibrary(paths.library, file);
}

/** Indexes a file that lies in a source, and finds the document it gave. */
export async function storeOne(
  path: string,
  environment: StoringEnvironment,
  command: string,
  told: Pick<IngestRequest, "onProgress"> = {},
): Promise<string> {
  const { config, paths } = environment;
  const { report } = await store({ ...told, paths: [path] }, environment, command).catch((error: unknown) => {
    if (!(error instanceof KebabError)) throw error;
    // What the user gave is on the disk already: to repeat the command would store it twice.
    const kept = `The text is kept in ${path}`;
    const hint =
      error.code === "locked"
        ? `${kept}: run \`kebab ingest\` when the other is done`
        : `${error.hint ?? "Run `kebab ingest` again"}. ${kept}: do not add it again`;
    throw new KebabError(error.code, error.message, { hint, details: error.details, cause: error });
  });
  checkStored(path, report);
  const { reader } = environment.openIndex();
  const { plan, below } = scopeOf(path, listSources(config, await reader.sources(), paths.library), config);
  const inside = below === "" ? relative(plan.options.root, path).split(sep).join("/") : below;
  return (await findDocument(reader, inside, plan.settings.id)).id;
}

/** Into the library and the index; what gives no document leaves no file behind. */
export async function storeUpload(
  file: { readonly name: string; readonly bytes: Uint8Array },
  environment: StoringEnvironment,
): Promise<string> {
  const { path, isNew } = writeIntoLibrary(environment.paths.library, file.name, file.bytes);
  return storeOne(path, environment, "kebab add").catch((error: unknown) => {
    if (!(error instanceof KebabError) || error.code !== "source-unreadable" || !isNew) throw error;
    rmSync(path, { force: true });
    throw new KebabError("source-unreadable", error.message, {
      hint: "The file is not kept; kebab reads Markdown, PDF, source code and plain text",
      cause: error,
    });
  });
}

function checkStored(path: string, report: IngestReport): void {
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
