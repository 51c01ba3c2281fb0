import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { Kebab } from "../../app/kebab.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { RunProgram } from "../context.ts";
import { listenWarm, type WarmOptions, type WarmServer } from "./listen-warm.ts";
import { toLine, type WarmRequest } from "./protocol.ts";
import { toFolderId } from "./run-warm.ts";

let folder: TemporaryFolder;
beforeEach(() => {
  folder = new TemporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

const surroundings = (env: Record<string, string> = {}) => ({
  cwd: folder.path,
  homeDir: folder.path,
  platform: process.platform,
  env: { XDG_RUNTIME_DIR: folder.path, ...env },
});

async function listen(run: RunProgram, more: Partial<WarmOptions> = {}): Promise<WarmServer> {
  const { env, ...rest } = surroundings();
  const loaded = await loadConfig({ env, ...rest });
  const kebab = new Kebab({ loaded, readonly: true, workerScript: new URL("file:///none") });
  return listenWarm({ kebab, loaded, run, env, identity: "1.0", ...more });
}

const toRequest = (more: Partial<WarmRequest> = {}): WarmRequest => ({
  identity: "1.0",
  argv: ["search", "롤백"],
  env: surroundings().env,
  cwd: folder.path,
  cwdId: toFolderId(folder.path),
  homeDir: folder.path,
  stdoutIsTerminal: false,
  stderrIsTerminal: false,
  ...more,
});

/** Sends the text and gives the lines that came back, once the server has hung up. */
function send(server: WarmServer, text: string, onData?: (socket: Socket) => void): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(server.socket, () => socket.write(text));
    socket.on("error", reject);
    socket.setEncoding("utf8").on("data", (piece: string) => {
      received += piece;
      onData?.(socket);
    });
    socket.on("close", () =>
      resolve(
        received
          .split("\n")
          .slice(0, -1)
          .map((line) => JSON.parse(line) as unknown),
      ),
    );
  });
}

/** As the program does: the settings first, then the engine. */
const runWithEngine: RunProgram = async (argv, env, terminal, openKebab) => {
  const { cwd, homeDir, platform } = terminal;
  const dataDir = argv.includes("--data-dir") ? "/elsewhere" : undefined;
  await using kebab = await openKebab(await loadConfig({ cwd, env, homeDir, platform, dataDir }));
  terminal.out(`${kebab.paths.folder}\n`);
  return 1;
};

describe.skipIf(process.platform === "win32")("listenWarm()", () => {
  it("runs a command on the caller's terminal with its own engine", async () => {
    await using server = await listen(runWithEngine);
    const frames = await send(server, toLine(toRequest()));
    expect(frames).toEqual([
      { kind: "accept" },
      { kind: "out", text: `${folder.at(".local/share/kebab")}\n` },
      { kind: "exit", code: 1 },
    ]);
  });

  it("lies where nobody else can enter", async () => {
    await using server = await listen(runWithEngine);
    expect(server.socket.startsWith(folder.at("kebab/"))).toBe(true);
    expect(statSync(folder.at("kebab")).mode & 0o777).toBe(0o700);
    expect(statSync(server.socket).mode & 0o777).toBe(0o600);
  });

  it.each<[string, () => Partial<WarmRequest>, string]>([
    ["another version", () => ({ identity: "1.1" }), "version"],
    ["a command that writes", () => ({ argv: ["reset", "--yes"] }), "request"],
    ["a command that reads stdin", () => ({ argv: ["search", "--bulk"] }), "request"],
    ["another folder of the same name", () => ({ cwdId: "1:1" }), "folder"],
    ["a folder it cannot see", () => ({ cwd: folder.at("none") }), "folder"],
    ["other data", () => ({ argv: ["search", "--data-dir", "x", "y"] }), "data"],
    ["another setting", () => ({ env: { ...surroundings().env, KEBAB_SEARCH_RRF_K: "61" } }), "settings"],
    [
      "another model",
      () => ({ env: { ...surroundings().env, KEBAB_EMBEDDINGS_PROVIDER: "none" } }),
      "settings",
    ],
  ])("declines %s, and says nothing else", async (_, more, reason) => {
    await using server = await listen(runWithEngine);
    expect(await send(server, toLine(toRequest(more())))).toEqual([{ kind: "decline", reason }]);
  });

  it("minds no setting that is about the server alone", async () => {
    await using server = await listen(runWithEngine);
    const env = { ...surroundings().env, KEBAB_SERVE_PORT: "7712" };
    expect(await send(server, toLine(toRequest({ env })))).toContainEqual({ kind: "exit", code: 1 });
  });

  it("tells a mistake that is found before an engine is needed", async () => {
    await using server = await listen(async (_argv, _env, terminal) => {
      terminal.err("error: 없는 깃발\n");
      return 2;
    });
    expect(await send(server, toLine(toRequest({ argv: ["search", "--tpo"] })))).toEqual([
      { kind: "accept" },
      { kind: "err", text: "error: 없는 깃발\n" },
      { kind: "exit", code: 2 },
    ]);
  });

  it("keeps the engine open for the next one", async () => {
    const { env, ...rest } = surroundings();
    const loaded = await loadConfig({ env, ...rest });
    const kebab = new Kebab({ loaded, readonly: true, workerScript: new URL("file:///none") });
    let closed = 0;
    kebab[Symbol.asyncDispose] = async () => {
      closed++;
    };
    await using server = await listen(runWithEngine, { kebab, loaded });
    for (let time = 0; time < 3; time++) await send(server, toLine(toRequest()));
    expect(closed).toBe(0);
  });

  it("shrugs off what is no request", async () => {
    await using server = await listen(runWithEngine);
    for (const text of ["\n", "GET / HTTP/1.1\r\n\r\n", "{}\n", "[]\n", '{"argv":"search"}\n', "\u0000\n"]) {
      expect(await send(server, text)).toEqual([{ kind: "decline", reason: "request" }]);
    }
    expect(await send(server, "x".repeat(9_000_000)).catch(() => [])).toEqual([]);
    expect(await send(server, toLine(toRequest()))).toContainEqual({ kind: "exit", code: 1 });
  });

  it("runs many at once", async () => {
    const waiting: (() => void)[] = [];
    await using server = await listen(async (argv, _env, terminal) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      terminal.out(argv.join(" "));
      return 0;
    });
    const all = Array.from({ length: 20 }, (_, at) =>
      send(server, toLine(toRequest({ argv: ["ask", `${at}`] }))),
    );
    await expect.poll(() => waiting.length).toBe(20);
    for (const resolve of waiting) resolve();
    for (const [at, frames] of (await Promise.all(all)).entries()) {
      expect(frames).toContainEqual({ kind: "out", text: `ask ${at}` });
    }
  });

  it("says that it is alive while the program is silent", async () => {
    await using server = await listen(async (argv, env, terminal, openKebab) => {
      await runWithEngine(argv, env, terminal, openKebab);
      await sleep(1200);
      return 0;
    });
    const frames = await send(server, toLine(toRequest()));
    expect(frames.filter((frame) => (frame as { kind: string }).kind === "beat").length).toBeGreaterThan(0);
  });

  it("says with --verbose that it was the server, unless told to be quiet", async () => {
    await using server = await listen(runWithEngine);
    const ask = (...flags: string[]) => send(server, toLine(toRequest({ argv: ["search", "x", ...flags] })));
    const told = {
      kind: "err",
      text: expect.stringMatching(/^run by the kebab server, process \d+, in [\d.]+ ms\n$/),
    };
    expect(await ask("--verbose")).toContainEqual(told);
    expect(await ask("-v")).toContainEqual(told);
    for (const flags of [[], ["-v", "-q"], ["--", "-v"]])
      expect(await ask(...flags)).not.toContainEqual(told);
  });
});

describe.skipIf(process.platform === "win32")("a command that ends early", () => {
  const untilAborted: RunProgram = async (argv, env, terminal, openKebab) => {
    const signal = terminal.interruptSignal();
    await runWithEngine(argv, env, terminal, openKebab);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    terminal.out("so far\n");
    return 130;
  };

  it("is told by Ctrl-C, and gets the rest", async () => {
    await using server = await listen(untilAborted);
    let isSent = false;
    const frames = await send(server, toLine(toRequest({ argv: ["ask", "x"] })), (socket) => {
      if (!isSent) socket.write(toLine({ kind: "interrupt" }));
      isSent = true;
    });
    expect(frames).toEqual([
      { kind: "accept" },
      { kind: "signals" },
      { kind: "out", text: expect.any(String) },
      { kind: "out", text: "so far\n" },
      { kind: "exit", code: 130 },
    ]);
  });

  it("by going away is aborted, too", async () => {
    let ended = 0;
    await using server = await listen(async (...args) => {
      const code = await untilAborted(...args);
      ended++;
      return code;
    });
    await send(server, toLine(toRequest({ argv: ["ask", "x"] })), (socket) => socket.destroy());
    await expect.poll(() => ended).toBe(1);
  });
});

describe.skipIf(process.platform === "win32")("opening and closing", () => {
  it("takes its socket with it, and nobody else's", async () => {
    const first = await listen(runWithEngine);
    const second = await listen(runWithEngine);
    expect(readdirSync(folder.at("kebab"))).toHaveLength(2);
    await first[Symbol.asyncDispose]();
    await first[Symbol.asyncDispose]();
    expect(existsSync(first.socket)).toBe(false);
    expect(await send(second, toLine(toRequest()))).toContainEqual({ kind: "exit", code: 1 });
    await second[Symbol.asyncDispose]();
    expect(readdirSync(folder.at("kebab"))).toEqual([]);
  });

  it("lets a running command end before it closes, and takes no new one", async () => {
    let finish = (): void => undefined;
    const server = await listen(async (_argv, _env, terminal) => {
      terminal.out("begun\n");
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      terminal.out("ended\n");
      return 0;
    });
    let closing = Promise.resolve();
    let isClosing = false;
    const frames = await send(server, toLine(toRequest()), () => {
      if (isClosing) return;
      isClosing = true;
      closing = Promise.resolve(server[Symbol.asyncDispose]());
      expect(existsSync(server.socket)).toBe(false);
      finish();
    });
    await closing;
    expect(frames.slice(-2)).toEqual([
      { kind: "out", text: "ended\n" },
      { kind: "exit", code: 0 },
    ]);
  });

  it("hangs up on a command that takes too long to end", async () => {
    const server = await listen(() => new Promise(() => undefined), { graceMs: 50 });
    const frames = send(server, toLine(toRequest()));
    await sleep(100);
    await server[Symbol.asyncDispose]();
    expect(await frames).toEqual([]);
  });

  it("removes the sockets of servers that were killed, and only those", async () => {
    mkdirSync(folder.at("kebab"), { mode: 0o700 });
    // No process has this number: the system's greatest is smaller.
    const dead = folder.write("kebab/99999999-00.sock", "");
    const old = folder.write(`kebab/${process.pid}-01.sock`, "");
    const young = folder.write(`kebab/${process.pid}-02.sock`, "", Date.now());
    const living = createServer().listen(folder.at("kebab/99999998-03.sock"));
    await new Promise((resolve) => living.once("listening", resolve));
    await using server = await listen(runWithEngine);
    expect([dead, old].filter((path) => existsSync(path))).toEqual([]);
    expect(existsSync(young)).toBe(true);
    expect(existsSync(folder.at("kebab/99999998-03.sock"))).toBe(true);
    expect(existsSync(server.socket)).toBe(true);
    await new Promise((resolve) => living.close(resolve));
  });
});
