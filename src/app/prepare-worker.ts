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
  const setup = workerData as WorkerSetup;
  const environment = {
    formats: createFormats(),
    options: setup.options,
    sources: new Map(setup.sources.map(({ settings, options }) => [settings.id, createFsSource(settings, options)])),
  };
  let last: Promise<void> = Promise.resolve();
  port.on("message", (task: PrepareTask) => {
    last = last.then(async () => {
      port.postMessage({ outcome: await prepareHere(task, environment) } satisfies WorkerReply);
    });
  });
}

listen();
