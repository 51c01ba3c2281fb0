import { toMessage } from "../core/errors.ts";
import { type Format, findFormat, prepareDocument } from "../ingest/prepare.ts";
import type { ChunkOptions } from "../ports/chunker.ts";
import type { PrepareOutcome, Preparer, PrepareTask } from "../ports/preparer.ts";
import type { Source } from "../ports/source.ts";

export interface PrepareEnvironment {
  readonly formats: readonly Format[];
  readonly options: ChunkOptions;
  /** By source id. */
  readonly sources: ReadonlyMap<string, Source>;
}

/** Prepares in this thread. */
export function createInlinePreparer(environment: PrepareEnvironment): Preparer {
  return {
    concurrency: 1,
    prepare: (task) => prepareHere(task, environment),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

export async function prepareHere(
  task: PrepareTask,
  environment: PrepareEnvironment,
): Promise<PrepareOutcome> {
  const source = environment.sources.get(task.source.id);
  if (source === undefined) return { kind: "unreadable", reason: `unknown source ${task.source.id}` };
  const content = await source.read(task.file.path);
  if ("unreadable" in content) return { kind: "unreadable", reason: content.unreadable };
  const format = findFormat(environment.formats, task.file.path);
  try {
    return await prepareDocument(task, content.bytes, { format, options: environment.options });
  } catch (error) {
    // A parser that throws has met something nobody thought of; the file is told, the run goes on.
    return { kind: "failed", reason: `the ${format.parser.type} parser gave up: ${toMessage(error)}` };
  }
}
