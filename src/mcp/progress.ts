import type { ServerContext } from "@modelcontextprotocol/server";

/** Tells the client how a call goes on, where it has asked to be told. */
export class Progress {
  readonly #context: ServerContext;
  #told = 0;
  #sent: Promise<void> = Promise.resolve();

  constructor(context: ServerContext) {
    this.#context = context;
  }

  /** The number counts what was told: the protocol wants one that rises each time. */
  tell(message: string, total?: number): void {
    const { _meta, notify } = this.#context.mcpReq;
    const progressToken = _meta?.progressToken;
    if (progressToken === undefined) return;
    this.#told++;
    const params = {
      progressToken,
      progress: this.#told,
      message,
      ...(total === undefined ? {} : { total }),
    };
    // One after the other, so that they arrive in order. A client that has gone is told nothing.
    this.#sent = this.#sent.then(() =>
      notify({ method: "notifications/progress", params }).catch(() => undefined),
    );
  }

  /** To be awaited before the result is given: nothing may follow it. */
  get sent(): Promise<void> {
    return this.#sent;
  }
}
