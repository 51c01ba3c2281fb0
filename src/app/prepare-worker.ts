import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import type { ChunkOptions } from "../ports/chunker.ts";
import type { PrepareOutcome, PrepareTask } from "../ports/preparer.ts";
import type { SourceSettings } from "../ports/source.ts";
import { createFsSource, type FsSourceOptions } from "../sources/fs/fs-source.ts";
import { createFormats } from "./formats.ts";
import { prepareHere } from "./inline-preparer.ts";

/** What a preparing thread is started with. */
export interface WorkerSetup {
  readonly options: ChunkOptions;
  readonly sources: readonly { readonly settings: SourceSettings; readonly options: FsSourceOptions }[];
}

export interface WorkerReply {
  readonly outcome: PrepareOutcome;
}

/** The thread's whole life: a task comes in, its outcome goes out, in order. */
function listen(): void {
  const port = parentPort;
  if (port === null) return;
  // The optimising compiler takes seconds over the large functions of a grammar, and the
  // process cannot end before it is done: 1.8 s against 0.7 for forty notes. Over nine
  // thousand source files the plain compiler's code costs a fifth more processor time.
  setFlagsFromString("--liftoff-only");
  const setup = workerData as WorkerSetup;
  const environment = {
    formats: createFormats(),
    options: setup.options,
    sources: new Map(
      setup.sources.map(({ settings, options }) => [settings.id, createFsSource(settings, options)]),
    ),
  };
  let last: Promise<void> = Promise.resolve();
  port.on("message", (task: PrepareTask) => {
    last = last.then(async () => {
      port.postMessage({ outcome: await prepareHere(task, environment) } satisfies WorkerReply);
    });
  });
}

listen();
