export interface WatchOptions {
  readonly signal: AbortSignal;
  /** Called once after a burst of changes, never twice at a time. */
  onChange(): Promise<void>;
}

/** Long enough to let an editor finish its save, short enough that a change is searchable within two seconds. */
const SETTLE_MS = 250;

/**
 * Any event leads to an ordinary incremental run: a walk of ten thousand files takes a
 * fraction of a second, and nothing depends on the events being complete or exact.
 */
export async function watchSources(roots: readonly string[], options: WatchOptions): Promise<void> {
  const { watch } = await import("chokidar");
  const watcher = watch([...roots], {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => /[\\/](\.[^\\/]+|node_modules|__pycache__)$/.test(path),
  });
  let timer: NodeJS.Timeout | null = null;
  let running = false;
  let again = false;
  let failure: unknown = null;
  await new Promise<void>((resolve) => {
    const run = async (): Promise<void> => {
      if (running) {
        again = true;
        return;
      }
      running = true;
      do {
        again = false;
        await options.onChange();
      } while (again && !options.signal.aborted);
      running = false;
    };
    const fail = (error: unknown): void => {
      failure = error;
      resolve();
    };
    const schedule = (): void => {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => void run().catch(fail), SETTLE_MS);
    };
    watcher.on("all", schedule);
    // What changed between the first run and now sent no event.
    watcher.on("ready", schedule);
    watcher.on("error", fail);
    options.signal.addEventListener("abort", () => resolve(), { once: true });
    if (options.signal.aborted) resolve();
  });
  if (timer !== null) clearTimeout(timer);
  await watcher.close();
  if (failure !== null) throw failure;
}
