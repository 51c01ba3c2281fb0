import { resolve } from "node:path";
import { KebabError } from "../../core/errors.ts";
import { parseList } from "../../core/parse-list.ts";
import type { IngestReportWire } from "../../wire/ingest.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { renderIndexReport, renderReport } from "../output/ingest-text.ts";
import { createProgressView } from "../output/progress.ts";
import { toPrintable } from "../output/style.ts";
import { parseNumber } from "../parse-flags.ts";

export interface IngestFlags {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly watch?: boolean;
  readonly embeddings?: boolean;
}

export async function runIngest(
  context: Context,
  flags: IngestFlags,
  paths: readonly string[],
): Promise<number> {
  const { toProgressWire } = await import("../../app/to-wire.ts");
  const signal = context.terminal.interruptSignal();
  const isJson = context.flags.json === true;
  const view = isJson || context.flags.quiet === true ? null : createProgressView(context.terminal);
  const request = {
    paths: paths.map((path) => resolve(context.terminal.cwd, path)),
    force: flags.force ?? false,
    dryRun: flags.dryRun ?? false,
    embeddings: flags.embeddings ?? true,
    signal,
    onProgress: (event: Parameters<typeof toProgressWire>[0]) => {
      const wire = toProgressWire(event);
      if (isJson) context.printJson(wire);
      else view?.show(wire);
    },
  };
  await using kebab = await context.openKebab();
  if (flags.watch === true) {
    context.say("watching; Ctrl-C ends it");
    await kebab.watch(request, (report) => {
      view?.end();
      printReport(context, report, flags);
    });
    return EXIT.interrupted;
  }
  const report = await kebab.ingest(request);
  view?.end();
  printReport(context, report, {});
  return toExit(report);
}

export interface IndexFlags {
  readonly model?: string;
  readonly batchSize?: string;
  readonly resume?: boolean;
}

export async function runIndex(context: Context, flags: IndexFlags): Promise<number> {
  const batchSize = parseNumber("--batch-size", flags.batchSize, { min: 1, max: 10_000, whole: true });
  const isJson = context.flags.json === true;
  const view = isJson || context.flags.quiet === true ? null : createProgressView(context.terminal);
  await using kebab = await context.openKebab();
  const report = await kebab.embed({
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(batchSize === undefined ? {} : { batchSize }),
    resume: flags.resume ?? false,
    signal: context.terminal.interruptSignal(),
    onProgress: (progress) => {
      const event = {
        schema_version: "ingest_progress.v1",
        kind: "chunks-embedded",
        ...progress,
      } as const;
      if (isJson) context.printJson(event);
      else view?.show(event);
    },
  });
  view?.end();
  if (isJson) context.printJson(report);
  else if (context.flags.quiet !== true) context.terminal.out(renderIndexReport(report, context.style));
  return report.interrupted ? EXIT.interrupted : EXIT.done;
}

/** Broken files are lines in a report; only a run in which nothing at all could be read has failed. */
function toExit(report: IngestReportWire): number {
  if (report.interrupted) return EXIT.interrupted;
  const worked = report.added + report.updated + report.unchanged + report.renamed + report.removed;
  return report.failed.length > 0 && worked === 0 ? EXIT.error : EXIT.done;
}

function printReport(context: Context, report: IngestReportWire, flags: IngestFlags): void {
  const { style } = context;
  if (context.flags.json === true) {
    context.printJson(report);
    return;
  }
  const changed = report.added + report.updated + report.renamed + report.removed;
  // While watching, a run that found nothing to do is not worth a line.
  if (flags.watch === true && changed === 0 && report.failed.length === 0) return;
  if (context.flags.quiet !== true) {
    context.terminal.out(renderReport(report, { style, verbose: context.flags.verbose ?? false }));
  }
}

export interface NoteFlags {
  readonly title?: string;
  readonly tags?: string;
}

export async function runAdd(context: Context, flags: NoteFlags, file: string): Promise<number> {
  await using kebab = await context.openKebab();
  const stored = await kebab.add(resolve(context.terminal.cwd, file), { tags: parseList(flags.tags ?? "") });
  printStored(context, stored);
  return EXIT.done;
}

export async function runNote(context: Context, flags: NoteFlags, words: readonly string[]): Promise<number> {
  const isPiped = words.length === 1 && words[0] === "-";
  if (isPiped && context.terminal.stdinIsTerminal) context.say("Type the note; Ctrl-D ends it");
  const text = isPiped ? await context.terminal.readStdin() : words.join(" ");
  if (text.trim() === "") {
    throw new KebabError("usage", "Cannot store an empty note", {
      hint: "Give some text, or - to read it from stdin",
    });
  }
  await using kebab = await context.openKebab();
  const stored = await kebab.note({
    text,
    ...(flags.title === undefined ? {} : { title: flags.title }),
    tags: parseList(flags.tags ?? ""),
  });
  printStored(context, stored);
  return EXIT.done;
}

function printStored(
  context: Context,
  stored: { path: string; document: { doc_id: string; title: string } },
): void {
  if (context.flags.json === true) context.printJson(stored.document);
  else if (context.flags.quiet !== true) {
    context.terminal.out(
      `${toPrintable(stored.document.title)}\n  ${stored.path}\n  ${context.style.dim(stored.document.doc_id)}\n`,
    );
  }
}
