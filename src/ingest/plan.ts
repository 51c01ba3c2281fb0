import { toContentHash } from "../core/ids.ts";
import type { KnownFile } from "../ports/document-store.ts";
import type { FoundFile, SourceScan } from "../ports/source.ts";

export interface PlannedFile {
  readonly file: FoundFile;
  readonly pipeline: string;
  readonly known: KnownFile | null;
}

export interface Plan {
  /** To be read, and indexed unless their content turns out to be as stored. */
  readonly changed: readonly PlannedFile[];
  readonly unchanged: number;
  /** Unchanged since they gave no document: their reasons are told again. */
  readonly stillAside: readonly KnownFile[];
  readonly gone: readonly KnownFile[];
}

/**
 * A file written this shortly before it was last read may have been written again within
 * the same tick of the file system's clock: its time proves nothing, so it is read again.
 */
const CLOCK_TICK_MS = 100;
/** Of a file system that counts in seconds, or in two of them as FAT does. */
const COARSE_TICK_MS = 2000;

export function planIngest(
  scan: SourceScan,
  known: readonly KnownFile[],
  options: { pipelineOf(path: string): string; below: string; force: boolean },
): Plan {
  const byPath = new Map(known.map((file) => [file.path, file]));
  const changed: PlannedFile[] = [];
  const stillAside: KnownFile[] = [];
  let unchanged = 0;
  for (const file of scan.files) {
    const before = byPath.get(file.path) ?? null;
    byPath.delete(file.path);
    const pipeline = options.pipelineOf(file.path);
    if (options.force || before === null || before.pipeline !== pipeline || isTouched(file, before)) {
      changed.push({ file, pipeline, known: before });
    } else if (before.state.kind === "stored") {
      unchanged++;
    } else {
      stillAside.push(before);
    }
  }
  const hidden = scan.unreadable.map(({ path }) => path);
  const gone = [...byPath.values()].filter(
    ({ path }) => isAtOrBelow(path, options.below) && !hidden.some((folder) => isAtOrBelow(path, folder)),
  );
  return { changed, unchanged, stillAside, gone };
}

/** Changes with every path, size, time and pipeline of a scan. */
export function toScanDigest(scan: SourceScan, pipelineOf: (path: string) => string): string {
  const lines = scan.files.map(
    ({ path, size, modifiedMs }) => `${path}\0${size}\0${modifiedMs}\0${pipelineOf(path)}`,
  );
  return toContentHash(lines.join("\0\0"));
}

function isTouched(file: FoundFile, known: KnownFile): boolean {
  return (
    file.size !== known.size ||
    file.modifiedMs !== known.modifiedMs ||
    known.modifiedMs > known.checkedAt - toTickMs(known.modifiedMs)
  );
}

function toTickMs(modifiedMs: number): number {
  return modifiedMs % 1000 === 0 ? COARSE_TICK_MS : CLOCK_TICK_MS;
}

function isAtOrBelow(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
