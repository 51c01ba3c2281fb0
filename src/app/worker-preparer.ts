import { Worker } from "node:worker_threads";
import { toMessage } from "../core/errors.ts";
import type { PrepareOutcome, Preparer, PrepareTask } from "../ports/preparer.ts";
import type { WorkerReply, WorkerSetup } from "./prepare-worker.ts";

export interface WorkerPreparerOptions {
  readonly setup: WorkerSetup;
  /** The built thread script. */
  readonly script: URL;
  readonly workers: number;
  readonly fileTimeoutMs: number;
}

/**
 * Tasks lying ready in a thread while the main thread commits a hundred documents: with fewer than
 * two such groups the two take turns, and a first ingest takes twice as long.
 */
const QUEUED_PER_WORKER = 192;
/** A thread that parses a hostile file dies of memory alone, not the program. */
const MAX_HEAP_MB = 768;

const STOPPED: PrepareOutcome = { kind: "unreadable", reason: "the run was over before its turn" };

/** Prepares in threads: a file that hangs or eats all memory costs its thread, which is replaced. */
export function createWorkerPreparer(options: WorkerPreparerOptions): Preparer {
  const threads = Array.from({ length: options.workers }, () => new PrepareThread(options));
  return {
    concurrency: options.workers * QUEUED_PER_WORKER,
    prepare: (task) => {
      const [first, ...rest] = threads;
      if (first === undefined) throw new Error("a worker preparer needs at least one thread");
      const idlest = rest.reduce((best, thread) => (thread.load < best.load ? thread : best), first);
      return idlest.prepare(task);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

interface Waiting {
  readonly task: PrepareTask;
  readonly resolve: (outcome: PrepareOutcome) => void;
}

class PrepareThread {
  readonly #options: WorkerPreparerOptions;
  /** In the order sent, which is the order of the replies. */
  readonly #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: WorkerPreparerOptions) {
    this.#options = options;
  }

  get load(): number {
    return this.#waiting.length;
  }

  prepare(task: PrepareTask): Promise<PrepareOutcome> {
    if (this.#isStopped) return Promise.resolve(STOPPED);
    return new Promise((resolve) => {
      this.#waiting.push({ task, resolve });
      this.#running().postMessage(task);
      if (this.#timer === null) this.#watch();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = null;
    for (const { resolve } of this.#waiting.splice(0)) resolve(STOPPED);
    await worker?.terminate();
  }

  #running(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(this.#options.script, {
      workerData: this.#options.setup,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      // Libraries that write to the console must not reach the user's screen.
      stdout: true,
      stderr: true,
    });
    // A reply that was on its way when its thread was given up belongs to nobody any more.
    worker.on("message", ({ outcome }: WorkerReply) => {
      if (this.#worker === worker) this.#settle(outcome);
    });
    // An error overtakes the replies sent before it, an end does not: only then is it known who was in hand.
    let reason = "the parser's thread ended";
    worker.on("error", (error) => {
      reason = `the parser's thread died: ${toMessage(error)}`;
    });
    worker.on("exit", () => this.#replace(worker, reason));
    this.#worker = worker;
    return worker;
  }

  /** The reply belongs to the first in line. */
  #settle(outcome: PrepareOutcome): void {
    this.#waiting.shift()?.resolve(outcome);
    this.#watch();
  }

  #watch(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.length === 0) return;
    const { fileTimeoutMs } = this.#options;
    this.#timer = setTimeout(() => {
      const worker = this.#worker;
      if (worker !== null)
        this.#replace(worker, `took longer than ${fileTimeoutMs} ms (ingest.file_timeout_ms)`);
    }, fileTimeoutMs);
  }

  /** The file in hand is the one to blame; those behind it go to a fresh thread. */
  #replace(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    void worker.terminate();
    this.#waiting.shift()?.resolve({ kind: "failed", reason });
    for (const { task } of this.#waiting) this.#running().postMessage(task);
    this.#watch();
  }
}
