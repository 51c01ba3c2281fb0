import type { Json } from "../core/document.ts";
import { KebabError, toMessage } from "../core/errors.ts";
import type { DocumentWriter, KnownFile } from "../ports/document-store.ts";
import type { PrepareOutcome, Preparer, PrepareTask } from "../ports/preparer.ts";
import type { Source, SourceScan, SourceSettings } from "../ports/source.ts";
import { ByteBudget } from "./byte-budget.ts";
import { CommitQueue } from "./commit-queue.ts";
import { findRenames } from "./find-renames.ts";
import { type Plan, type PlannedFile, planIngest, toScanDigest } from "./plan.ts";
import { type IngestProgress, type IngestReport, ReportDraft } from "./report.ts";

export interface IngestOptions {
  /** `below`: only this file or folder of the source. */
  readonly sources: readonly { readonly source: Source; readonly below?: string }[];
  readonly writer: DocumentWriter;
  readonly preparer: Preparer;
  pipelineOf(path: string, source: SourceSettings): string;
  /** Index again what has not changed. */
  readonly force: boolean;
  /** Look and tell, change nothing. */
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: IngestProgress) => void;
}

/** Large enough that merging the keyword index's segments pays for itself in later searches. */
const MERGE_ALL_AFTER_CHUNKS = 2000;

export async function runIngest(options: IngestOptions): Promise<IngestReport> {
  const started = performance.now();
  const draft = new ReportDraft();
  const run = options.dryRun ? null : await options.writer.startRun();
  const failures: unknown[] = [];
  for (const { source, below } of options.sources) {
    if (options.signal?.aborted) break;
    try {
      await ingestSource(source, below ?? "", options, draft);
    } catch (error) {
      // Stopped while it was looking: what the sources before it gave is reported all the same.
      if (options.signal?.aborted === true && error === options.signal.reason) break;
      if (!(error instanceof KebabError) || error.code !== "source-unreadable") throw error;
      failures.push(error);
      draft.failed.push({ source: source.settings.id, path: "", reason: toMessage(error) });
    }
  }
  // One folder that cannot be read is a line in the report; when none can, that is the answer.
  if (failures.length > 0 && failures.length === options.sources.length) throw failures[0];
  const changed = draft.chunks.added + draft.chunks.removed;
  if (changed > 0) await options.writer.merge(changed > MERGE_ALL_AFTER_CHUNKS ? "all" : "some");
  const report = draft.finish({
    durationMs: performance.now() - started,
    interrupted: options.signal?.aborted ?? false,
    dryRun: options.dryRun,
  });
  if (run !== null) await options.writer.finishRun(run, JSON.parse(JSON.stringify(report)) as Json);
  return report;
}

async function ingestSource(
  source: Source,
  below: string,
  options: IngestOptions,
  draft: ReportDraft,
): Promise<void> {
  const { settings } = source;
  const scan = await source.scan({
    below,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const plan = await planSource(scan, below, settings, options);
  options.onProgress?.({
    kind: "scan-finished",
    source: settings.id,
    files: scan.files.length,
    changed: plan.changed.length,
  });
  const line = (file: { path: string; reason: string }) => ({
    source: settings.id,
    path: file.path,
    reason: file.reason,
  });
  draft.files += scan.files.length;
  draft.unchanged += plan.unchanged;
  // One by one: a call with some 100,000 arguments overflows the stack, and a folder of photos has as many files.
  for (const file of scan.skipped) draft.skipped.push(line(file));
  for (const file of scan.unreadable) draft.failed.push(line(file));
  for (const { path, state } of plan.stillAside) {
    if (state.kind !== "stored") draft[state.kind].push({ source: settings.id, path, reason: state.reason });
  }
  const renames = await findRenames(plan, source);
  const moved = new Set([...renames.values()].map((file) => file.path));
  const gone = plan.gone.filter((file) => !moved.has(file.path));
  // A file that never gave a document leaves nothing that could be missed.
  const removed = gone.filter((file) => file.state.documentId !== null);
  draft.removed += removed.length;
  if (options.dryRun) {
    for (const { known: before, file } of plan.changed) {
      if (renames.has(file.path)) draft.renamed++;
      else draft[before === null ? "added" : "updated"]++;
    }
    return;
  }
  if (plan.changed.length + plan.gone.length > 0) await options.writer.putVerifiedScan(settings.id, null);
  await options.writer.remove(
    settings.id,
    gone.map((file) => file.path),
  );
  for (const { path } of removed) options.onProgress?.({ kind: "file-removed", source: settings.id, path });
  await storeAll(plan.changed, { settings, renames }, options, draft);
}

/**
 * Nothing to do is the common case, and reading what is known of ten thousand files would take as
 * long as the walk itself: a scan that was once found to be the same in every file is known by its digest.
 */
async function planSource(
  scan: SourceScan,
  below: string,
  settings: SourceSettings,
  { writer, force, dryRun, ...options }: IngestOptions,
): Promise<Plan> {
  const pipelineOf = (path: string): string => options.pipelineOf(path, settings);
  const digest =
    below === "" && !force && scan.unreadable.length === 0 ? toScanDigest(scan, pipelineOf) : null;
  if (digest !== null && digest === (await writer.verifiedScan(settings.id))) {
    const stillAside = await writer.asideFiles(settings.id);
    return { changed: [], unchanged: scan.files.length - stillAside.length, stillAside, gone: [] };
  }
  const plan = planIngest(scan, await writer.knownFiles(settings.id), { below, force, pipelineOf });
  const isSame = plan.changed.length === 0 && plan.gone.length === 0;
  if (digest !== null && isSame && !dryRun) await writer.putVerifiedScan(settings.id, digest);
  return plan;
}

/** Many small files may be in hand at once, but few large ones: their texts and chunks lie in memory. */
const MAX_BYTES_IN_HAND = 8_000_000;

/** Keeps the preparer busy and commits the documents as they come back. An abort or an error finishes those in hand. */
async function storeAll(
  planned: readonly PlannedFile[],
  from: { settings: SourceSettings; renames: ReadonlyMap<string, KnownFile> },
  options: IngestOptions,
  draft: ReportDraft,
): Promise<void> {
  const waiting = planned.values();
  const budget = new ByteBudget(MAX_BYTES_IN_HAND);
  const queue = new CommitQueue(options.writer, draft, options.onProgress);
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const next of waiting) {
      if (options.signal?.aborted || errors.length > 0) return;
      await budget.take(next.file.size);
      if (options.signal?.aborted) return budget.give(next.file.size);
      const before = from.renames.get(next.file.path) ?? next.known;
      const task = await toTask(next, before, from.settings, options);
      const outcome = await options.preparer.prepare(task).finally(() => budget.give(next.file.size));
      const isRenamed = from.renames.has(next.file.path);
      if (outcome.kind !== "prepared") await note(task, outcome, options, draft);
      else await queue.add(outcome.document, { isNew: before === null, isRenamed });
    }
  };
  // All of them end before an error is passed on: the caller closes the store and the preparer then.
  const collect = (error: unknown): number => errors.push(error);
  await Promise.all(Array.from({ length: options.preparer.concurrency }, () => work().catch(collect)));
  await queue.flush().catch(collect);
  if (errors.length > 0) throw errors[0];
}

async function toTask(
  { file, pipeline }: PlannedFile,
  before: KnownFile | null,
  source: SourceSettings,
  options: IngestOptions,
): Promise<PrepareTask> {
  const stored = before?.state.kind === "stored" ? before.state : null;
  const documentId = before?.state.documentId ?? (await options.writer.freeDocumentId(source.id, file.path));
  const isSame =
    stored !== null && before?.path === file.path && before.pipeline === pipeline && !options.force;
  return { source, file, documentId, pipeline, storedHash: isSame ? stored.contentHash : null };
}

/** A file that gives no new document. */
async function note(
  task: PrepareTask,
  outcome: Exclude<PrepareOutcome, { kind: "prepared" }>,
  { writer, onProgress }: IngestOptions,
  draft: ReportDraft,
): Promise<void> {
  const { file, source, pipeline } = task;
  const place = { source: source.id, path: file.path };
  switch (outcome.kind) {
    case "unchanged":
      await writer.touch(source.id, file);
      draft.unchanged++;
      onProgress?.({ kind: "file-unchanged", ...place });
      return;
    case "unreadable":
      // Not remembered: the next run looks again. What was stored of it stays.
      draft.failed.push({ ...place, reason: outcome.reason });
      onProgress?.({ kind: "file-failed", ...place, reason: outcome.reason });
      return;
    case "failed":
    case "skipped":
      await writer.setAside(source.id, { ...file, pipeline }, { kind: outcome.kind, reason: outcome.reason });
      draft[outcome.kind].push({ ...place, reason: outcome.reason });
      onProgress?.({ kind: `file-${outcome.kind}`, ...place, reason: outcome.reason });
      return;
  }
}
