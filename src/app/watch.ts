import { KebabError } from "../core/errors.ts";

export interface WatchOptions {
  readonly signal: AbortSignal;
  /** Called once after a burst of changes, never twice at a time. */
  onChange(): Promise<void>;
}

/** Long enough to let an editor finish its save, short enough that a change is searchable within two seconds. */
const SETTLE_MS = 250;
/** A file that is written all the time must not keep the others out of the index. */
const LONGEST_SETTLE_MS = 2000;

/** While another process writes, the change waits for its turn. */
const RETRY_MS = 1000;
const UNWATCHED = /[\\/](\.[^\\/]+|node_modules|__pycache__)$/;

/**
 * Any event leads to an ordinary incremental run: a walk of ten thousand files takes a
 * fraction of a second, and nothing depends on the events being complete or exact.
 */
export async function watchSources(roots: readonly string[], options: WatchOptions): Promise<void> {
  const { watch } = await import("chokidar");
  const watcher = watch([...roots], {
    ignoreInitial: true,
    followSymlinks: false,
    // A source may itself be a hidden folder.
    ignored: (path) => !roots.includes(path) && UNWATCHED.test(path),
  });
  const state = {
    timer: null as NodeJS.Timeout | null,
    /** When the first of the changes came that the next run is for. */
    since: null as number | null,
    running: null as Promise<void> | null,
    again: false,
  };
  const stopped = new Promise<void>((resolve, reject) => {
    const schedule = (delayMs: number): void => {
      if (state.timer !== null) clearTimeout(state.timer);
      state.timer = setTimeout(run, delayMs);
    };
    const settle = (): void => {
      const now = performance.now();
      state.since ??= now;
      schedule(Math.max(0, Math.min(SETTLE_MS, state.since + LONGEST_SETTLE_MS - now)));
    };
    const run = (): void => {
      state.since = null;
      state.again = state.running !== null;
      if (state.again) return;
      state.running = runOnce(options, () => schedule(RETRY_MS))
        .catch(reject)
        .finally(() => {
          state.running = null;
          if (state.again) run();
        });
    };
    watcher.on("all", settle);
    // What changed between the first run and now sent no event.
    watcher.on("ready", settle);
    watcher.on("error", reject);
    options.signal.addEventListener("abort", () => resolve(), { once: true });
    if (options.signal.aborted) resolve();
  });
  try {
    await stopped;
  } finally {
    if (state.timer !== null) clearTimeout(state.timer);
    state.again = false;
    await watcher.close();
    // The run in hand stops by the same signal, and reports before the program ends.
    await state.running;
  }
}

async function runOnce(options: WatchOptions, onLocked: () => void): Promise<void> {
  try {
    await options.onChange();
  } catch (error) {
    if (options.signal.aborted || !(error instanceof KebabError) || error.code !== "locked") throw error;
    onLocked();
  }
}
