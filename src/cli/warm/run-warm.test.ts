import { mkdirSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Terminal } from "../terminal.ts";
import { createLineReader, type ServerFrame, toLine } from "./protocol.ts";
import { runWarm } from "./run-warm.ts";
import type { Patience } from "./warm-call.ts";

/** Short where a test waits for it to pass, long where it must not. */
const SHORT = { silentMs: 300, brokenMs: 300 };
const LONG = { silentMs: 20_000, brokenMs: 20_000 };

let folder: TemporaryFolder;
let servers: Server[];
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  folder = new TemporaryFolder();
  servers = [];
  env = { XDG_RUNTIME_DIR: folder.path, TMPDIR: folder.path };
  mkdirSync(folder.at("kebab"), { mode: 0o700 });
});
afterEach(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  folder[Symbol.dispose]();
});

type Answer = (say: (frame: ServerFrame) => void, socket: Socket) => void | Promise<void>;

/** A server that answers the request as it is told to. Gives the lines it was sent. */
async function listen(answer: Answer): Promise<string[]> {
  const lines: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    let isFirst = true;
    const read = createLineReader((line) => {
      lines.push(line);
      const isRequest = isFirst;
      isFirst = false;
      if (isRequest) void answer((frame) => socket.write(toLine(frame)), socket);
    });
    socket.setEncoding("utf8").on("data", read);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(folder.at(`kebab/1-0${servers.length}.sock`), resolve));
  return lines;
}

function createTerminal(more: Partial<Terminal> = {}) {
  const printed = { out: "", err: "" };
  const terminal: Terminal = {
    cwd: folder.path,
    homeDir: "/home/a",
    platform: process.platform,
    stdoutIsTerminal: true,
    stderrIsTerminal: false,
    stdinIsTerminal: false,
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    readStdin: () => Promise.reject(new Error("nothing is read")),
    ask: () => Promise.reject(new Error("nothing is asked")),
    interruptSignal: () => new AbortController().signal,
    ...more,
  };
  return { terminal, printed };
}

interface Call {
  readonly argv?: readonly string[];
  readonly patience?: Patience;
  readonly more?: Partial<Terminal>;
}

async function search({ argv = ["search", "롤백"], patience = LONG, more = {} }: Call = {}) {
  const { terminal, printed } = createTerminal(more);
  const code = await runWarm(argv, env, terminal, { identity: "1.0", patience });
  return { code, ...printed };
}

const NOTHING = { code: null, out: "", err: "" };
const accept = { kind: "accept" } as const;
const out = (text: string): ServerFrame => ({ kind: "out", text });
const exit = (code: number): ServerFrame => ({ kind: "exit", code });

describe.skipIf(process.platform === "win32")("runWarm()", () => {
  it("prints what the server says, and exits as it says", async () => {
    await listen((say) => {
      for (const frame of [accept, out("1. 롤백\n"), { kind: "err", text: "warning\n" } as const, exit(1)])
        say(frame);
    });
    expect(await search()).toEqual({ code: 1, out: "1. 롤백\n", err: "warning\n" });
  });

  it("tells the server what shapes the output, and nothing else of the environment", async () => {
    Object.assign(env, {
      KEBAB_SEARCH_DEFAULT_TOP: "3",
      NO_COLOR: "",
      TERM: "dumb",
      SECRET: "x",
      TERMINAL: "y",
    });
    const lines = await listen((say) => say({ kind: "decline", reason: "data" }));
    await search({ argv: ["--data-dir", "relative", "ask", "왜?"] });
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      identity: "1.0",
      argv: ["--data-dir", "relative", "ask", "왜?"],
      env: { XDG_RUNTIME_DIR: folder.path, KEBAB_SEARCH_DEFAULT_TOP: "3", NO_COLOR: "", TERM: "dumb" },
      cwd: folder.path,
      cwdId: expect.stringMatching(/^\d+:\d+$/),
      homeDir: "/home/a",
      stdoutIsTerminal: true,
      stderrIsTerminal: false,
    });
  });

  it("leaves the command alone where no server is for it", async () => {
    expect(await search()).toEqual(NOTHING);
    const lines = await listen((say) => say({ kind: "decline", reason: "data" }));
    expect(await search()).toEqual(NOTHING);
    expect(lines).toHaveLength(1);
  });

  it("asks nobody for other commands, nor with KEBAB_NO_SERVER, nor from a deleted folder", async () => {
    const lines = await listen((say) => say(accept));
    expect(await search({ argv: ["ingest"] })).toEqual(NOTHING);
    env["KEBAB_NO_SERVER"] = "1";
    expect(await search()).toEqual(NOTHING);
    env["KEBAB_NO_SERVER"] = "";
    expect(await search({ more: { cwd: folder.at("gone") } })).toEqual(NOTHING);
    expect(lines).toEqual([]);
  });

  it("says with --verbose why a server for the same data was not used", async () => {
    await listen((say) => say({ kind: "decline", reason: "settings" }));
    await listen((say) => say({ kind: "decline", reason: "data" }));
    const { code, err } = await search({ argv: ["search", "x", "--verbose"] });
    expect({ code, err }).toEqual({
      code: null,
      err: "the kebab server for this data was started with other settings, and is left alone\n",
    });
    expect((await search({ argv: ["search", "--", "--verbose"] })).err).toBe("");
  });

  it("takes the first server that accepts, and hangs up on the others", async () => {
    const hungUp: string[] = [];
    await listen((say) => say({ kind: "decline", reason: "data" }));
    await listen((_, socket) => void socket.on("close", () => hungUp.push("silent")));
    await listen((say) => {
      for (const frame of [accept, out("a"), exit(0)]) say(frame);
    });
    expect(await search()).toEqual({ code: 0, out: "a", err: "" });
    await expect.poll(() => hungUp).toEqual(["silent"]);
  });

  it("passes by sockets that nobody listens at, and files that are none", async () => {
    folder.write("kebab/3-03.sock", "");
    expect(await search()).toEqual(NOTHING);
    await listen((say) => {
      for (const frame of [accept, exit(0)]) say(frame);
    });
    expect((await search()).code).toBe(0);
  });
});

describe.skipIf(process.platform === "win32")("a server that fails", () => {
  it.each<[string, Answer]>([
    ["goes at once", (_, socket) => void socket.destroy()],
    [
      "goes after it has accepted",
      (say, socket) => {
        say(accept);
        socket.end();
      },
    ],
    ["speaks nonsense", (_, socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["never answers", () => undefined],
    ["accepts and never answers", (say) => say(accept)],
  ])("before any output, because it %s, leaves the command to run by itself", async (_, answer) => {
    await listen(answer);
    expect(await search({ patience: SHORT })).toEqual(NOTHING);
  });

  it("in the middle of its output is an error, on a line of its own", async () => {
    await listen((say, socket) => {
      for (const frame of [accept, out("The first half")]) say(frame);
      socket.end();
    });
    const { terminal, printed } = createTerminal();
    await expect(runWarm(["ask", "x"], env, terminal, { patience: LONG })).rejects.toMatchObject({
      code: "internal",
      message: "Cannot finish: the kebab server has gone in the middle of its answer",
    });
    expect(printed).toEqual({ out: "The first half\n", err: "" });
  });

  it("by falling silent in the middle is an error, too", async () => {
    await listen((say) => {
      for (const frame of [accept, out("half\n")]) say(frame);
    });
    const { terminal, printed } = createTerminal();
    const ran = runWarm(["ask", "x"], env, terminal, { patience: SHORT });
    await expect(ran).rejects.toThrow("the kebab server does not answer any more");
    expect(printed.out).toBe("half\n");
  });

  it("is not given up while it says that it works", async () => {
    await listen(async (say) => {
      say(accept);
      for (let beat = 0; beat < 12; beat++) {
        await sleep(50);
        say({ kind: "beat" });
      }
      for (const frame of [out("late"), exit(0)]) say(frame);
    });
    expect(await search({ patience: SHORT })).toEqual({ code: 0, out: "late", err: "" });
  });

  it("is not given up because a slow reader held the command back", async () => {
    await listen(async (say) => {
      for (const frame of [accept, out("a")]) say(frame);
      await sleep(20);
      for (const frame of [out("b"), exit(0)]) say(frame);
    });
    let text = "";
    // As a full pipe does: nothing else of the command runs meanwhile.
    const slow = (piece: string): void => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      text += piece;
    };
    expect((await search({ patience: SHORT, more: { out: slow } })).code).toBe(0);
    expect(text).toBe("ab");
  });
});

describe.skipIf(process.platform === "win32")("Ctrl-C", () => {
  it("is told to the server once the program listens for it, and the rest is printed", async () => {
    const controller = new AbortController();
    const lines = await listen((say, socket) => {
      for (const frame of [accept, { kind: "signals" } as const, out("so far")]) say(frame);
      socket.on("data", () => {
        for (const frame of [out(" and sources\n"), exit(130)]) say(frame);
      });
    });
    const interruptSignal = (): AbortSignal => {
      setTimeout(() => controller.abort(), 50);
      return controller.signal;
    };
    expect(await search({ more: { interruptSignal } })).toEqual({
      code: 130,
      out: "so far and sources\n",
      err: "",
    });
    expect(lines.map((line) => JSON.parse(line) as unknown).slice(1)).toEqual([{ kind: "interrupt" }]);
  });

  it("is never listened for before, so that it ends a search as ever", async () => {
    await listen((say) => {
      for (const frame of [accept, out("x"), exit(0)]) say(frame);
    });
    const interruptSignal = (): AbortSignal => {
      throw new Error("nobody asked for it");
    };
    expect((await search({ more: { interruptSignal } })).code).toBe(0);
  });

  it("does not begin the command anew when the server goes instead of answering it", async () => {
    const controller = new AbortController();
    await listen((say, socket) => {
      for (const frame of [accept, { kind: "signals" } as const]) say(frame);
      socket.on("data", () => socket.destroy());
    });
    const interruptSignal = (): AbortSignal => {
      setTimeout(() => controller.abort(), 50);
      return controller.signal;
    };
    expect(await search({ more: { interruptSignal } })).toEqual({ code: 130, out: "", err: "" });
  });
});
