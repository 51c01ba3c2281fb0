import type { PreparedDocument } from "./document-store.ts";
import type { FoundFile, SourceSettings } from "./source.ts";

export interface PrepareTask {
  readonly source: SourceSettings;
  readonly file: FoundFile;
  readonly documentId: string;
  readonly pipeline: string;
  /** What is stored of this file under the same pipeline: with this content there is nothing to do. */
  readonly storedHash: string | null;
}

export type PrepareOutcome =
  | { readonly kind: "prepared"; readonly document: PreparedDocument }
  | { readonly kind: "unchanged" }
  | { readonly kind: "failed" | "skipped" | "unreadable"; readonly reason: string };

/** Turns a file into rows: read, parse, chunk, analyse. Here, or in worker threads. */
export interface Preparer extends AsyncDisposable {
  /** How many tasks it can use at once. */
  readonly concurrency: number;
  /** Never rejects for what a file holds, not even when it hangs or eats all memory. */
  prepare(task: PrepareTask): Promise<PrepareOutcome>;
}
