import type { Wire } from "../wire.ts";

export interface Progress {
  readonly filesChanged: number;
  readonly filesDone: number;
  readonly chunksDone: number;
  readonly chunksTotal: number;
  /** The file that was finished last. */
  readonly last: string;
}

export const NO_PROGRESS: Progress = {
  filesChanged: 0,
  filesDone: 0,
  chunksDone: 0,
  chunksTotal: 0,
  last: "",
};

export function addProgress(before: Progress, event: Wire<"ingest_progress.v1">): Progress {
  switch (event.kind) {
    case "scan-finished":
      return { ...before, filesChanged: before.filesChanged + event.changed };
    case "chunks-embedded":
      return { ...before, chunksDone: event.done, chunksTotal: event.total };
    case "file-stored":
      return { ...before, filesDone: before.filesDone + 1, last: event.path };
    case "file-failed":
    case "file-skipped":
    case "file-removed":
    case "file-unchanged":
      return { ...before, last: event.path };
  }
}
