import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLineReader, type WarmRequest } from "../../src/cli/warm/protocol.ts";
import { runWarm } from "../../src/cli/warm/run-warm.ts";
import { beginAnswer, type Respond, say } from "../support/chat-server.ts";
import { OLLAMA_CHAT, OLLAMA_MODEL, openOllamaChatServer } from "../support/ollama-chat-server.ts";
import { EMBEDDING_TIMEOUT_MS, openEmbeddedNotes } from "./embedded-notes.ts";
import { type KebabCommand, mapInParallel, Result, type Running } from "./kebab-command.ts";

const QUESTION = "배포 롤백은 어떻게 하지?";
const UNKNOWN = "Which staging actor won the Oscar for best picture in Mongolia?";
const TRUE = "staging에서 먼저 rollback을 연습한다.";
const BY_SERVER = /^run by the kebab server, process \d+, in [\d.]+ ms\n/m;

let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openEmbeddedNotes();
  kebab.folder("run");
}, EMBEDDING_TIMEOUT_MS);
afterAll(() => kebab[Symbol.dispose]());

type Env = Readonly<Record<string, string>>;
/** Where no other server than those of this test can be found. */
const withServer = (more: Env = {}): Env => ({
  XDG_RUNTIME_DIR: kebab.at("run"),
  TMPDIR: kebab.at("run"),
  ...more,
});
const alone = (args: readonly string[], more: Env = {}): Promise<Result> =>
  kebab.run(args, { env: withServer({ KEBAB_NO_SERVER: "1", ...more }) });
const warm = (args: readonly string[], more: Env = {}): Promise<Result> =>
  kebab.run(args, { env: withServer(more) });
const sockets = (): string[] => readdirSync(kebab.at("run/kebab"));

interface Server extends AsyncDisposable {
  readonly running: Running;
}

/** `kebab serve`, which may be killed before its time. */
async function startServer(more: Env = {}): Promise<Server> {
  const running = kebab.start(["serve", "--port", "0"], { env: withServer(more) });
  await running.until((stdout) => stdout.includes("http://"));
  return {
    running,
    [Symbol.asyncDispose]: async () => {
      running.kill("SIGTERM");
      await running.end;
    },
  };
}

/** What the built command asks of a server: one is put in its way, which hears the request and goes. */
async function captureRequest(): Promise<WarmRequest> {
  mkdirSync(kebab.at("run/kebab"), { recursive: true, mode: 0o700 });
  const heard: string[] = [];
  const server = createServer((connection) => {
    connection.on("error", () => undefined);
    const read = createLineReader((line) => {
      heard.push(line);
      connection.destroy();
    });
    connection.setEncoding("utf8").on("data", read);
  });
  server.listen(kebab.at("run/kebab/1-00.sock"));
  await once(server, "listening");
  await warm(["search"]);
  await new Promise((resolve) => server.close(resolve));
  return JSON.parse(heard[0] ?? "null") as WarmRequest;
}

/** Times differ from run to run, with a server or without. */
const withoutTimes = ({ code, signal, stdout, stderr }: Result) => ({
  code,
  signal,
  stdout: stdout
    .replaceAll(/"timing":\{[^}]*\}/g, '"timing":{}')
    .replaceAll(/^.*\b[\d.]+ ms\b.*$/gm, (line) => line.replaceAll(/\d+(?:\.\d+)?/g, "0")),
  stderr,
});

const COMMANDS: readonly (readonly string[])[] = [
  ["search", "rollback"],
  ["search", "배포", "롤백", "--json"],
  ["search", "how do we renew a certificate?", "--json", "-k", "3"],
  ["search", "rollback", "--explain"],
  ["search", "rollback", "--explain", "--json"],
  ["search", "인증서", "--mode", "lexical", "--snippet-chars", "40"],
  ["search", "certificate", "--vec-only", "--tags", "ops", "--json"],
  ["search", "rollback", "-k", "2", "--quiet", "--readonly"],
  ["--json", "search", "rollback", "--type", "markdown", "--path", "ops/**"],
  ["search", "qqqzzzxxx", "--mode", "lexical"],
  ["search", "qqqzzzxxx", "--mode", "lexical", "--json"],
  ["search", "--", "--verbose", "-h", "--bulk"],
  ["search"],
  ["search", "--json"],
  ["search", "x", "--tpo", "3"],
  ["search", "x", "--top", "0", "--json"],
  ["search", "x", "--fts-only", "--vec-only"],
  ["search", "x", "--cursor", "nonsense", "--json"],
  ["search", "x", "--config", "nowhere.toml"],
  ["search", "x", "--data-dir", "nothing-here"],
  ["search", "--help"],
  ["ask", QUESTION],
  ["ask", QUESTION, "--json"],
  ["ask", "how do we renew a certificate?", "--events", "--lang", "en"],
  ["ask", UNKNOWN],
  ["ask", UNKNOWN, "--json"],
  ["ask", QUESTION, "--explain"],
  ["ask", "x", "--provider", "oracle"],
  ["ask", ""],
];

describe.skipIf(process.platform === "win32")("search and ask through a server", () => {
  it("print the same bytes as without one", { timeout: 240_000 }, async () => {
    await using _server = await startServer();
    const pairs = await mapInParallel(
      COMMANDS,
      async (args) => ({
        args,
        warm: withoutTimes(await warm(args)),
        alone: withoutTimes(await alone(args)),
      }),
      2,
    );
    for (const { args, ...both } of pairs) expect({ args, ...both.warm }).toEqual({ args, ...both.alone });
    expect(new Set(pairs.map((pair) => pair.alone.code))).toEqual(new Set([0, 1, 2]));
  });

  it("say so with --verbose, and run alone with KEBAB_NO_SERVER", async () => {
    await using _server = await startServer();
    expect((await warm(["search", "rollback", "-v"])).stderr).toMatch(BY_SERVER);
    expect((await warm(["ask", QUESTION, "--verbose", "--json"])).stderr).toMatch(BY_SERVER);
    expect((await alone(["search", "rollback", "-v"])).stderr).not.toMatch(BY_SERVER);
  });

  it("print the same for any flags, in colour and without", { timeout: 120_000 }, async () => {
    const { identity, env } = await captureRequest();
    await using _server = await startServer();
    const flag = fc.constantFrom(
      ...[["--json"], ["-q"], ["-k", "2"], ["--min-score", "0.3"], ["--type", "note,code"], ["--lang", "ko"]],
      ...[
        ["--explain"],
        ["--tags", "ops"],
        ["--after", "2026-01-01"],
        ["--threshold", "2"],
        ["--cursor", "x"],
      ],
    );
    const words = fc.constantFrom(
      "rollback",
      "배포 롤백",
      '"auto-sync"',
      "useMemo는",
      "",
      "🚀 \u0000",
      "NEAR(",
    );
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.array(flag, { maxLength: 4 }),
        fc.boolean(),
        async (text, flags, isTerminal) => {
          const args = ["search", text, "--mode", "lexical", ...flags.flat()];
          const terminal = { stdoutIsTerminal: isTerminal, stderrIsTerminal: isTerminal };
          const here = await kebab.runHere(args, { env: withServer(), terminal });
          const printed = { signal: null, stdout: "", stderr: "" };
          const code = await runWarm(
            args,
            { ...env, TMPDIR: kebab.at("run") },
            {
              cwd: kebab.home,
              homeDir: kebab.home,
              platform: process.platform,
              stdinIsTerminal: false,
              ...terminal,
              out: (piece) => {
                printed.stdout += piece;
              },
              err: (piece) => {
                printed.stderr += piece;
              },
              readStdin: async () => "",
              ask: async () => "",
              interruptSignal: () => new AbortController().signal,
            },
            { identity },
          );
          expect(withoutTimes(new Result({ code, ...printed }))).toEqual(withoutTimes(here));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("see at once what another process has stored or taken away", { timeout: 60_000 }, async () => {
    await using _server = await startServer();
    const search = ["search", "neptunium 넵투늄", "--mode", "lexical", "--json"];
    expect((await warm(search)).code).toBe(1);
    await kebab.run(["note", "neptunium 넵투늄 is stored", "--tags", "new"]);
    const found = await warm([...search, "-v"]);
    expect(found.stderr).toMatch(BY_SERVER);
    expect(found.wire("search_response.v1").returned).toBe(1);
    expect(found.stdout).toBe((await alone(search)).stdout);
  });

  it("twenty at once all get their own answers", { timeout: 120_000 }, async () => {
    await using _server = await startServer();
    const topics = ["rollback", "certificate", "kafka", "인증서", "백업"];
    const queries = Array.from({ length: 20 }, (_, at) => topics[at % topics.length] as string);
    const results = await mapInParallel(queries, (query) => warm(["search", query, "--json"]), 20);
    const expected = await mapInParallel(topics, (query) => alone(["search", query, "--json"]), 2);
    for (const [at, { code, stdout }] of results.entries()) {
      expect(code).toBe(0);
      expect(stdout).toBe(expected[at % topics.length]?.stdout);
    }
  });
});

describe.skipIf(process.platform === "win32")("without the right server", () => {
  const SEARCH = ["search", "rollback", "--mode", "lexical"];

  it("a killed server's socket is no hindrance, and the next server removes it", {
    timeout: 60_000,
  }, async () => {
    const expected = await alone(SEARCH);
    const first = await startServer();
    first.running.kill("SIGKILL");
    await first.running.end;
    const [left] = sockets();
    expect(left).toMatch(/^\d+-[0-9a-f]{8}\.sock$/);
    expect(await warm(SEARCH)).toEqual(expected);
    {
      await using _second = await startServer();
      expect(sockets()).toHaveLength(1);
      expect(sockets()).not.toContain(left);
      expect((await warm([...SEARCH, "-v"])).stderr).toMatch(BY_SERVER);
    }
    expect(sockets()).toEqual([]);
    expect(await warm(SEARCH)).toEqual(expected);
  });

  it("a server that hangs is left, and nothing is printed twice", { timeout: 60_000 }, async () => {
    const expected = await alone(SEARCH);
    await using server = await startServer();
    server.running.kill("SIGSTOP");
    try {
      expect(await warm(SEARCH)).toEqual(expected);
    } finally {
      server.running.kill("SIGCONT");
    }
    expect((await warm([...SEARCH, "-v"])).stderr).toMatch(BY_SERVER);
  });

  it("one with other settings is passed by", { timeout: 60_000 }, async () => {
    const expected = await alone(SEARCH);
    await using _server = await startServer({ KEBAB_SEARCH_RRF_K: "61" });
    expect(await warm(SEARCH)).toEqual(expected);
    expect((await warm([...SEARCH, "-v"])).stderr).toBe(
      `the kebab server for this data was started with other settings, and is left alone\n${expected.stderr}`,
    );
    expect((await warm([...SEARCH, "-v"], { KEBAB_SEARCH_RRF_K: "61" })).stderr).toMatch(BY_SERVER);
  });

  it("of two, the one for the data that is meant is used", { timeout: 60_000 }, async () => {
    const elsewhere = { KEBAB_DATA_DIR: kebab.at("elsewhere") };
    await kebab.run(["note", "einsteinium 아인슈타이늄"], { env: elsewhere });
    await using _first = await startServer();
    await using second = await startServer(elsewhere);
    expect(sockets()).toHaveLength(2);
    const there = await warm(["search", "einsteinium", "-v"], elsewhere);
    expect(there.stderr).toContain(`process ${second.running.pid}`);
    expect(there.code).toBe(0);
    const here = await warm([...SEARCH, "-v"]);
    expect(here.stderr).toMatch(BY_SERVER);
    expect(here.stderr).not.toContain(`process ${second.running.pid}`);
  });
});

describe.skipIf(process.platform === "win32")("an answer that takes its time", () => {
  const toEnv = (url: string): Env => ({
    KEBAB_ANSWER_PROVIDER: "ollama",
    KEBAB_ANSWER_ENDPOINT: url,
    KEBAB_ANSWER_MODEL: OLLAMA_MODEL,
  });
  const hanging: Respond = (exchange) => beginAnswer(exchange, OLLAMA_CHAT, [`${TRUE} [1] `, "그리고 다음"]);
  const ask = (url: string) => kebab.start(["ask", QUESTION], { env: withServer(toEnv(url)) });

  it("ends on Ctrl-C with what was said so far, and exits 130", { timeout: 60_000 }, async () => {
    await using model = await openOllamaChatServer(hanging);
    await using _server = await startServer(toEnv(model.url));
    const running = ask(model.url);
    await running.until((stdout) => stdout.includes("그리고 다음"));
    running.kill("SIGINT");
    const { code, signal, stdout, stderr } = await running.end;
    expect({ code, signal }).toEqual({ code: 130, signal: null });
    expect(stdout).toMatch(/그리고 다음\n\n\[1\] {2}ops\//);
    expect(stderr).not.toMatch(/error:/);
    await model.untilIdle();
    // It was the server that asked the model, and it has hung up: none was asked twice.
    expect(model.exchanges).toHaveLength(1);
  });

  it("ends in the server when the command is killed", { timeout: 60_000 }, async () => {
    await using model = await openOllamaChatServer(hanging);
    await using _server = await startServer(toEnv(model.url));
    const running = ask(model.url);
    await running.until((stdout) => stdout.includes("그리고 다음"));
    running.kill("SIGKILL");
    await running.end;
    await model.untilIdle();
    expect(model.exchanges).toHaveLength(1);
  });

  it("is an error when the server is killed in the middle of it", { timeout: 60_000 }, async () => {
    await using model = await openOllamaChatServer(hanging);
    await using server = await startServer(toEnv(model.url));
    const running = ask(model.url);
    await running.until((stdout) => stdout.includes("그리고 다음"));
    server.running.kill("SIGKILL");
    const { code, stdout, stderr } = await running.end;
    expect({ code, stdout }).toEqual({ code: 2, stdout: `${TRUE} [1] 그리고 다음\n` });
    expect(stderr).toMatch(
      /error: Cannot finish: the kebab server has gone in the middle of its answer\nhint: /,
    );
    expect(model.exchanges).toHaveLength(1);
  });

  it("is begun anew when the server is killed before its first word", { timeout: 60_000 }, async () => {
    await using model = await openOllamaChatServer((exchange) => {
      if (exchange.count > 1) return say(OLLAMA_CHAT, [`${TRUE} [1]`])(exchange);
    });
    await using server = await startServer(toEnv(model.url));
    const running = ask(model.url);
    await expect.poll(() => model.exchanges.length, { timeout: 20_000 }).toBe(1);
    server.running.kill("SIGKILL");
    const result = await running.end;
    expect(model.exchanges).toHaveLength(2);
    expect(result.stdout).not.toBe("");
    expect(result).toEqual(await alone(["ask", QUESTION], toEnv(model.url)));
  });
});
