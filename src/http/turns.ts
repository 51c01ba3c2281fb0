import { setImmediate } from "node:timers/promises";
import { HttpError } from "./http-error.ts";

export interface TurnLimits {
  /** How many run at once. */
  readonly running: number;
  /** How many may wait; whoever comes after them is sent away. */
  readonly waiting: number;
}

interface Waiting {
  readonly call: () => void;
}

/**
 * First come, first served. A search keeps the only thread busy for milliseconds: between two of them whatever is
 * quick (`/healthz`, a file) has its chance.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #queue = new Set<Waiting>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const release = await this.take(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** The turn lasts until the function is called that this gives. Whoever goes away while waiting loses the place. */
  async take(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw toGone();
    if (this.#running >= this.#limits.running) await this.#wait(signal);
    else this.#running++;
    let isTaken = true;
    const release = (): void => {
      if (!isTaken) return;
      isTaken = false;
      this.#passOn();
    };
    await setImmediate();
    if (!signal.aborted) return release;
    release();
    throw toGone();
  }

  async #wait(signal: AbortSignal): Promise<void> {
    if (this.#queue.size >= this.#limits.waiting) {
      throw new HttpError("busy", "Cannot answer now: too many requests are waiting", {
        hint: "Try again in a moment",
        headers: { "retry-after": "1" },
      });
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#queue.delete(place);
        reject(toGone());
      };
      const place: Waiting = {
        call: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      this.#queue.add(place);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** The count stays where somebody takes the place at once. */
  #passOn(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#queue.delete(next);
    next.call();
  }
}

/** In place of the signal's own reason, which may be any text. */
function toGone(): DOMException {
  return new DOMException("The caller has gone away", "AbortError");
}
