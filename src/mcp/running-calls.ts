/** The calls that have not ended yet: an engine is closed after the last of them, not under it. */
export class RunningCalls {
  readonly #running = new Set<Promise<unknown>>();

  track<Result>(call: Promise<Result>): Promise<Result> {
    this.#running.add(call);
    const forget = (): void => {
      this.#running.delete(call);
    };
    call.then(forget, forget);
    return call;
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
