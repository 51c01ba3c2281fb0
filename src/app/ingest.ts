import { existsSync, lstatSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Config } from "../config/keys.ts";
import { KebabError } from "../core/errors.ts";
import { type Format, findFormat, toPipeline } from "../ingest/prepare.ts";
import type { IngestProgress, IngestReport } from "../ingest/report.ts";
import { runIngest } from "../ingest/run-ingest.ts";
import type { ChunkOptions } from "../ports/chunker.ts";
import type { DocumentWriter, StoredSource } from "../ports/document-store.ts";
import type { Preparer } from "../ports/preparer.ts";
import type { SourceSettings } from "../ports/source.ts";
import { createFsSource } from "../sources/fs/fs-source.ts";
import type { DataPaths } from "./data-paths.ts";
import { createFormats } from "./formats.ts";
import { listSources, type SourcePlan, type SourceScope, scopeOf } from "./sources.ts";
import { createWorkerPreparer } from "./worker-preparer.ts";

export interface IngestRequest {
  /** Folders or files; none for every known source. */
  readonly paths?: readonly string[];
  /** Refuse a path that lies in no source, in place of making one of it. */
  readonly knownSourcesOnly?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  /** False to leave the vectors for later. */
  readonly embeddings?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: IngestProgress) => void;
}

export interface IngestEnvironment {
  readonly config: Config;
  readonly paths: DataPaths;
  readonly writer: DocumentWriter;
  readonly storedSources: readonly StoredSource[];
  readonly workerScript: URL;
}

export async function ingest(request: IngestRequest, environment: IngestEnvironment): Promise<IngestReport> {
  const { config, writer } = environment;
  const scopes = findScopes(request, environment);
  const plans = distinctPlans(scopes);
  if (!request.dryRun) {
    for (const { settings, options, origin } of plans) {
      await writer.putSource({ id: settings.id, root: options.root, origin });
    }
  }
  const formats = createFormats();
  const options = { targetTokens: config.chunk.targetTokens, overlapTokens: config.chunk.overlapTokens };
  const pipelineOf = rememberPipelines(options);
  await using preparer = openPreparer(plans, environment);
  return await runIngest({
    sources: scopes.map(({ plan, below }) => ({
      source: createFsSource(plan.settings, plan.options),
      below,
    })),
    writer,
    preparer,
    pipelineOf: (path, settings) => pipelineOf(findFormat(formats, path), settings),
    force: request.force ?? false,
    dryRun: request.dryRun ?? false,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
    ...(request.onProgress === undefined ? {} : { onProgress: request.onProgress }),
  });
}

/** One text a source and format, not one a file: a run that finds nothing to do is mostly this. */
function rememberPipelines(options: ChunkOptions): (format: Format, source: SourceSettings) => string {
  const known = new Map<SourceSettings, Map<Format, string>>();
  return (format, source) => {
    const ofSource = known.get(source) ?? new Map<Format, string>();
    known.set(source, ofSource);
    const pipeline = ofSource.get(format) ?? toPipeline(format, options, source);
    ofSource.set(format, pipeline);
    return pipeline;
  };
}

function findScopes(
  { paths: asked = [], knownSourcesOnly = false }: IngestRequest,
  { config, paths, storedSources }: IngestEnvironment,
): SourceScope[] {
  const known = listSources(config, storedSources, paths.library);
  if (asked.length === 0) {
    const present = known.filter(({ origin, options }) => origin !== "library" || existsSync(options.root));
    if (present.length === 0) {
      throw new KebabError("usage", "Cannot ingest: no source is known yet", {
        hint: "Name a folder, as in `kebab ingest ~/notes`, or run `kebab init` to write a config with sources",
      });
    }
    return present.map((plan) => ({ plan, below: "" }));
  }
  const plans = [...known];
  return asked.map((path) => {
    const scope = scopeOf(path, plans, config);
    if (plans.includes(scope.plan)) return scope;
    if (knownSourcesOnly) throw toOutside();
    checkNewSource(path);
    plans.push(scope.plan);
    return scope;
  });
}

function toOutside(): KebabError {
  return new KebabError("usage", "Cannot ingest this path: it leads out of its source", {
    hint: "Name a file or folder inside a source; `kebab list sources` shows what is known",
  });
}

function checkNewSource(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new KebabError("not-found", `Cannot ingest ${path}: there is no such file or folder`, {
      hint: "Check the path; `kebab list sources` shows what is known",
    });
  }
  if (found.isFile()) {
    throw new KebabError("usage", `Cannot ingest ${path}: it is a single file outside every source`, {
      hint: "Use `kebab add FILE` to take a copy into the library, or ingest its folder",
    });
  }
}

function distinctPlans(scopes: readonly SourceScope[]): SourcePlan[] {
  return [...new Set(scopes.map((scope) => scope.plan))];
}

/** Threads even for one worker: the main thread commits meanwhile, and a hostile file cannot take it down. */
function openPreparer(plans: readonly SourcePlan[], { config, workerScript }: IngestEnvironment): Preparer {
  const { workers, fileTimeoutMs } = config.ingest;
  return createWorkerPreparer({
    script: workerScript,
    workers: workers > 0 ? workers : Math.max(1, Math.min(8, availableParallelism() - 1)),
    fileTimeoutMs,
    setup: {
      options: { targetTokens: config.chunk.targetTokens, overlapTokens: config.chunk.overlapTokens },
      sources: plans.map(({ settings, options }) => ({ settings, options })),
    },
  });
}
