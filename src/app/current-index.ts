import { statSync } from "node:fs";
import type { OpenIndex } from "./open-index.ts";

/** Whoever still reads an index that was replaced is done by then. */
const RETIRED_KEPT_MS = 60_000;

interface Held {
  readonly index: OpenIndex;
  readonly identity: string | null;
}

/**
 * The index as it lies on the disk now. What other processes commit is seen anyway; a file that was deleted and
 * made anew (`kebab reset`, then `kebab ingest`) is another one, and is opened in place of the first.
 */
export class CurrentIndex implements AsyncDisposable {
  readonly #path: string;
  readonly #openIndex: () => OpenIndex;
  readonly #retired = new Map<OpenIndex, NodeJS.Timeout>();
  #held: Held | null = null;

  constructor(path: string, openIndex: () => OpenIndex) {
    this.#path = path;
    this.#openIndex = openIndex;
  }

  /** Throws "index-missing" where there is none. */
  open(): OpenIndex {
    // Asked before it is opened: one that is replaced in between is noticed the next time.
    const identity = readIdentity(this.#path);
    if (this.#held !== null && this.#held.identity === identity) return this.#held.index;
    this.#retire();
    const index = this.#openIndex();
    this.#held = { index, identity };
    return index;
  }

  /** What is running reads on from the deleted file, which the system keeps until it is closed. */
  #retire(): void {
    if (this.#held === null) return;
    const { index } = this.#held;
    this.#held = null;
    const close = (): void => {
      this.#retired.delete(index);
      // Nobody is left to be told.
      void Promise.resolve(index[Symbol.asyncDispose]()).catch(() => undefined);
    };
    this.#retired.set(index, setTimeout(close, RETIRED_KEPT_MS).unref());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#retire();
    const retired = [...this.#retired];
    this.#retired.clear();
    for (const [index, timer] of retired) {
      clearTimeout(timer);
      await index[Symbol.asyncDispose]();
    }
  }
}

/** While a file is open its number is given to no other. */
function readIdentity(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}/${found.ino}`;
}
