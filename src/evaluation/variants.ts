import { KebabError } from "../core/errors.ts";
import type { SearchMode } from "../core/search.ts";

/** What is measured: a mode, and with "hybrid" the policy that joins the lists. */
export interface Variant {
  readonly mode: SearchMode;
  readonly fusion: string | null;
}

export function toVariants(modes: readonly SearchMode[], fusions: readonly string[]): Variant[] {
  return modes.flatMap<Variant>((mode) =>
    mode === "hybrid" ? fusions.map((fusion) => ({ mode, fusion })) : [{ mode, fusion: null }],
  );
}

/**
 * A search that never waits for the system (SQLite in process) would hold the event loop from
 * the first query to the last; Ctrl-C could not reach the signal.
 */
export async function pause(set: string, signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (signal?.aborted) {
    throw new KebabError("interrupted", `Stopped evaluating set "${set}" before its last query`, {
      cause: signal.reason,
    });
  }
}
