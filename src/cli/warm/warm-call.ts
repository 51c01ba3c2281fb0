import type { Socket } from "node:net";
import { KebabError } from "../../core/errors.ts";
import { EXIT } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import {
  createLineReader,
  type DeclineReason,
  INTERRUPT,
  parseServerFrame,
  type ServerFrame,
  toLine,
  type WarmRequest,
} from "./protocol.ts";

/** How long a silent server is waited for. A living one that works says so every half second. */
export interface Patience {
  /** Before its first output: then the command runs by itself. */
  readonly silentMs: number;
  /** After it: then only an error is left. */
  readonly brokenMs: number;
}

export const PATIENCE: Patience = { silentMs: 2000, brokenMs: 10_000 };

const LOOK_EVERY_MS = 100;

/**
 * One request, made to every server of this user at once: none but a server knows whose data the command's settings
 * name. The first to accept runs it.
 */
export class WarmCall {
  readonly declined = new Set<DeclineReason>();
  readonly #request: WarmRequest;
  readonly #terminal: Terminal;
  readonly #patience: Patience;
  readonly #ended: Promise<number | null>;
  #resolve: (code: number | null) => void = () => undefined;
  #reject: (error: KebabError) => void = () => undefined;
  readonly #open = new Set<Socket>();
  #chosen: Socket | null = null;
  #heardAt = performance.now();
  #interrupted = false;
  /** The last text on stdout, null while nothing was printed at all. */
  #printed: string | null = null;

  constructor(request: WarmRequest, terminal: Terminal, patience: Patience) {
    this.#request = request;
    this.#terminal = terminal;
    this.#patience = patience;
    this.#ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** The exit code; null where no server runs it and nothing was printed. */
  async run(sockets: readonly Socket[]): Promise<number | null> {
    const line = toLine(this.#request);
    for (const socket of sockets) {
      this.#open.add(socket);
      const read = createLineReader((frame) => this.#receive(socket, parseServerFrame(frame)));
      socket.setEncoding("utf8").on("data", read);
      // A socket that a killed server left behind, or a server that goes: `close` follows.
      socket.on("error", () => undefined);
      socket.on("close", () => this.#drop(socket));
      socket.write(line);
    }
    const watch = setInterval(() => this.#look(), LOOK_EVERY_MS);
    try {
      return await this.#ended;
    } finally {
      clearInterval(watch);
      for (const socket of this.#open) socket.destroy();
    }
  }

  #receive(socket: Socket, frame: ServerFrame | null): void {
    if (!this.#open.has(socket) || (this.#chosen !== null && this.#chosen !== socket)) return;
    if (frame === null || frame.kind === "decline") {
      if (frame !== null) this.declined.add(frame.reason);
      socket.destroy();
      this.#drop(socket);
      return;
    }
    this.#heardAt = performance.now();
    if (frame.kind === "accept") this.#choose(socket);
    if (frame.kind === "signals") this.#passOnSignals(socket);
    if (frame.kind === "exit") this.#resolve(frame.code);
    if (frame.kind === "out" || frame.kind === "err") this.#print(frame.kind, frame.text);
  }

  #choose(socket: Socket): void {
    this.#chosen = socket;
    for (const other of this.#open) if (other !== socket) other.destroy();
  }

  #print(stream: "out" | "err", text: string): void {
    this.#printed = stream === "out" ? text : (this.#printed ?? "");
    this.#terminal[stream](text);
    // A slow reader holds us here; the server was not silent meanwhile.
    this.#heardAt = performance.now();
  }

  #passOnSignals(socket: Socket): void {
    this.#terminal.interruptSignal().addEventListener("abort", () => {
      this.#interrupted = true;
      socket.write(toLine(INTERRUPT));
    });
  }

  #drop(socket: Socket): void {
    this.#open.delete(socket);
    if (socket === this.#chosen || (this.#chosen === null && this.#open.size === 0)) this.#giveUp("has gone");
  }

  /** After a stop (Ctrl-Z, a slow reader) the clock runs before what has arrived is read: that is read first. */
  #look(): void {
    if (this.#isSilent()) setImmediate(() => this.#isSilent() && this.#giveUp("does not answer any more"));
  }

  #isSilent(): boolean {
    const { silentMs, brokenMs } = this.#patience;
    return performance.now() - this.#heardAt > (this.#printed === null ? silentMs : brokenMs);
  }

  #giveUp(what: string): void {
    if (this.#printed === null) {
      // Whoever has pressed Ctrl-C does not want it begun anew.
      this.#resolve(this.#interrupted ? EXIT.interrupted : null);
      return;
    }
    if (this.#printed !== "" && !this.#printed.endsWith("\n")) this.#terminal.out("\n");
    this.#reject(
      new KebabError("internal", `Cannot finish: the kebab server ${what} in the middle of its answer`, {
        hint: "Run the command again: without a server it runs by itself",
      }),
    );
  }
}
