import type { Socket } from "node:net";
import type { Kebab } from "../../app/kebab.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { KebabError } from "../../core/errors.ts";
import type { RunProgram } from "../context.ts";
import type { Terminal } from "../terminal.ts";
import {
  BEAT_MS,
  createLineReader,
  type DeclineReason,
  isInterrupt,
  parseRequest,
  type ServerFrame,
  toLine,
  type WarmRequest,
} from "./protocol.ts";
import { isVerbose, toFolderId } from "./run-warm.ts";
import { shareKebab } from "./share-kebab.ts";
import { flagsOf, isWarmCommand } from "./warm-command.ts";

export interface SessionOptions {
  readonly kebab: Kebab;
  /** The settings the engine was opened with. */
  readonly loaded: LoadedConfig;
  readonly run: RunProgram;
  readonly identity: string;
}

/** Longer than any command line a system lets through. */
const MOST_CHARACTERS = 8_000_000;

/** One command of another process: the program itself runs, on a terminal that is a socket, with a warm engine. */
export class WarmSession {
  readonly #socket: Socket;
  readonly #options: SessionOptions;
  readonly #gone = new AbortController();
  #state: "deciding" | "accepted" | "over" = "deciding";
  /** Said while deciding. */
  readonly #held: ServerFrame[] = [];
  #beat: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(socket: Socket, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  /** Until the command has ended and its process has gone. */
  async serve(): Promise<void> {
    const closed = new Promise((resolve) => this.#socket.once("close", resolve));
    void closed.then(() => this.#end());
    this.#socket.on("error", () => undefined);
    let characters = 0;
    let isFirst = true;
    const read = createLineReader((line) => {
      if (isFirst) this.#running = this.#runRequest(line);
      else if (isInterrupt(line)) this.#gone.abort();
      isFirst = false;
    });
    this.#socket.setEncoding("utf8").on("data", (text: string) => {
      characters += text.length;
      if (characters > MOST_CHARACTERS) this.#socket.destroy();
      else read(text);
    });
    await closed;
    await this.#running;
  }

  async #runRequest(line: string): Promise<void> {
    const started = performance.now();
    const request = parseRequest(line);
    const reason = request === null ? "request" : this.#findFault(request);
    if (request === null || reason !== null) {
      this.#decline(reason ?? "request");
      return;
    }
    const { run } = this.#options;
    try {
      const code = await run(request.argv, { ...request.env }, this.#toTerminal(request), (loaded) =>
        this.#openKebab(loaded),
      );
      if (isVerbose(request.argv) && !isQuiet(request.argv)) {
        const spent = (performance.now() - started).toFixed(1);
        this.#say({ kind: "err", text: `run by the kebab server, process ${process.pid}, in ${spent} ms\n` });
      }
      this.#say({ kind: "exit", code });
    } catch {
      // The program reports what it cannot do. Should it throw, the command finds itself alone, runs, and throws, too:
      // no fault of one command may end the server.
    }
    this.#end();
  }

  #findFault({ identity, argv, cwd, cwdId }: WarmRequest): DeclineReason | null {
    if (identity !== this.#options.identity) return "version";
    if (!isWarmCommand(argv)) return "request";
    try {
      return toFolderId(cwd) === cwdId ? null : "folder";
    } catch {
      return "folder";
    }
  }

  /** Only the program itself knows which settings its words and surroundings mean: here it has found out. */
  async #openKebab({ config }: LoadedConfig): Promise<Kebab> {
    const own = this.#options.loaded.config;
    if (toComparable(config) === toComparable(own)) {
      this.#accept();
      return shareKebab(this.#options.kebab);
    }
    this.#decline(config.storage.dataDir === own.storage.dataDir ? "settings" : "data");
    throw new KebabError("internal", "Cannot run this command: it has other settings than the server");
  }

  #toTerminal({ cwd, homeDir, stdoutIsTerminal, stderrIsTerminal }: WarmRequest): Terminal {
    const refuse = async (): Promise<never> => {
      throw new KebabError("internal", "Cannot read from the terminal of another process");
    };
    return {
      cwd,
      homeDir,
      platform: process.platform,
      stdoutIsTerminal,
      stderrIsTerminal,
      stdinIsTerminal: false,
      out: (text) => this.#say({ kind: "out", text }),
      err: (text) => this.#say({ kind: "err", text }),
      readStdin: refuse,
      ask: refuse,
      interruptSignal: () => {
        if (this.#state === "deciding") this.#held.push({ kind: "signals" });
        else this.#say({ kind: "signals" });
        return this.#gone.signal;
      },
    };
  }

  #accept(): void {
    if (this.#state !== "deciding") return;
    this.#state = "accepted";
    this.#beat = setInterval(() => this.#say({ kind: "beat" }), BEAT_MS);
    for (const frame of [{ kind: "accept" } as const, ...this.#held]) this.#say(frame);
  }

  #decline(reason: DeclineReason): void {
    this.#socket.write(toLine({ kind: "decline", reason }));
    this.#end();
  }

  /** Output without an engine is a mistake in the words or the settings, which every server tells alike. */
  #say(frame: ServerFrame): void {
    this.#accept();
    if (this.#state === "accepted" && this.#socket.writable) this.#socket.write(toLine(frame));
  }

  #end(): void {
    if (this.#beat !== null) clearInterval(this.#beat);
    this.#state = "over";
    this.#gone.abort();
    this.#socket.end();
  }
}

function isQuiet(argv: readonly string[]): boolean {
  const flags = flagsOf(argv);
  return flags.includes("--quiet") || flags.includes("-q");
}

/** Without what is about the server alone. */
function toComparable(config: LoadedConfig["config"]): string {
  return JSON.stringify({ ...config, serve: null });
}
