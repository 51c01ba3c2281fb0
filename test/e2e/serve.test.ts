import { Agent, type IncomingMessage, request as send } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseEvents } from "../support/http-bench.ts";
import { OLLAMA_CHAT, OLLAMA_MODEL, openOllamaChatServer } from "../support/ollama-chat-server.ts";
import { KebabCommand, openNotes, parseWire, type Running } from "./kebab-command.ts";

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** One `kebab serve` on a port of its own. */
class Served implements AsyncDisposable {
  readonly running: Running;
  readonly url: string;
  readonly port: number;

  private constructor(running: Running, url: string) {
    this.running = running;
    this.url = url;
    this.port = Number(new URL(url).port);
  }

  static async open(
    kebab: KebabCommand,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Served> {
    const running = kebab.start(["serve", "--port", "0", ...args], { env });
    await running.until((stdout) => stdout.includes("\n"));
    return new Served(running, running.stdout.split("\n")[0] ?? "");
  }

  /** By Node's own client: fetch would not send another Host or Origin. */
  ask(path: string, { body, agent, onSent, ...options }: AskOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const method = options.method ?? (body === undefined ? "GET" : "POST");
      const headers = {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers,
      };
      const asked = send({
        host: "127.0.0.1",
        port: this.port,
        path,
        method,
        headers,
        ...(agent ? { agent } : {}),
      });
      asked.on("error", reject);
      asked.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
        });
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      asked.end(body, onSent);
    });
  }

  async json(path: string, options?: AskOptions): Promise<unknown> {
    return JSON.parse((await this.ask(path, options)).text);
  }

  /** Bytes as they are, and all that comes back until the connection is closed. */
  raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, "127.0.0.1", () => socket.write(text));
      let answer = "";
      socket.setEncoding("utf8").on("data", (part: string) => {
        answer += part;
      });
      // One that is cut off while it is still sending may have its answer all the same.
      socket.on("error", (error) => (answer === "" ? reject(error) : undefined));
      socket.on("close", () => resolve(answer));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.running.isRunning) this.running.kill("SIGKILL");
    await this.running.end;
  }
}

interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent?: Agent;
  readonly onSent?: () => void;
}

let kebab: KebabCommand;
let served: Served;
beforeAll(async () => {
  kebab = await openNotes();
  served = await Served.open(kebab);
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  kebab[Symbol.dispose]();
});

const expectError = ({ text }: Answer): void => {
  parseWire("error.v1", JSON.parse(text));
  expect(text).not.toContain(kebab.home);
};

describe("kebab serve", () => {
  it("prints its address, says that it lives, and finds what the command finds", async () => {
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    parseWire("health.v1", await served.json("/healthz"));
    const query = "배포를 롤백하는 방법";
    const found = await served.json(`/api/v1/search?query=${encodeURIComponent(query)}`);
    expect(found).toEqual(await kebab.ask("search_response.v1", ["search", query]));
  });

  it("gives a PDF's own bytes", async () => {
    const { documents } = parseWire("document_list.v1", await served.json("/api/v1/docs?type=pdf"));
    const file = await served.ask(`/api/v1/docs/${documents[0]?.doc_id}/file`);
    expect(file.headers["content-type"]).toBe("application/pdf");
    expect(Number(file.headers["content-length"])).toBe(documents[0]?.size);
    expect(file.text).toMatch(/^%PDF-/);
  });

  it("streams an answer", async () => {
    const { text } = await served.ask("/api/v1/ask", {
      body: '{"question": "how are TLS certificates renewed?"}',
    });
    const events = parseEvents(text);
    for (const { data } of events) parseWire("answer_event.v1", data);
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(["sources", "text", "final"]));
  });

  it("speaks MCP at /mcp", async () => {
    const { status, text } = await served.ask("/mcp", {
      headers: { accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      }),
    });
    expect(status).toBe(200);
    expect(text).toContain('"serverInfo"');
  });

  it("answers 50 clients at once, each rightly, and says that it lives in between", async () => {
    const queries = ["rollback", "배포 롤백", "http header", "TLS", "kafka consumer lag"];
    const alone = await Promise.all(
      queries.map((query) => served.json(`/api/v1/search?query=${encodeURIComponent(query)}`)),
    );
    const answers = Array.from({ length: 50 }, async (_, client) => {
      const query = queries[client % queries.length] ?? "";
      return served.json("/api/v1/search", { body: JSON.stringify({ query }) });
    });
    const lives = await served.ask("/healthz");
    expect(lives.status).toBe(200);
    for (const [client, answer] of (await Promise.all(answers)).entries()) {
      expect(answer).toEqual(alone[client % queries.length]);
    }
  });
});

describe("a page from elsewhere", () => {
  it.each([
    ["another origin", { origin: "http://evil.example" }],
    ["another port of this machine", { origin: "http://127.0.0.1:3000" }],
    ["no origin to speak of", { origin: "null" }],
    ["another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
    ["a name that was made to lead here", { host: "evil.example" }],
    ["such a name with the port", { host: "evil.example:7711" }],
  ])("is refused: %s", async (_name, headers) => {
    for (const path of [
      "/",
      "/healthz",
      "/api/v1/search?query=x",
      "/api/v1/status",
      "/mcp",
      "/api/v1/openapi.json",
    ]) {
      const answer = await served.ask(path, { headers });
      expect([path, answer.status]).toEqual([path, 403]);
      expectError(answer);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
    const stream = await served.ask("/api/v1/ask", { headers, body: '{"question": "x"}' });
    expect(stream.status).toBe(403);
  });

  it("cannot post a form, and its own page cannot write without the token", async () => {
    const form = await served.ask("/api/v1/notes", {
      body: "text=x",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(form.status).toBe(415);
    const own = { origin: served.url, "sec-fetch-site": "same-origin" };
    expect((await served.ask("/api/v1/notes", { body: '{"text": "x"}', headers: own })).status).toBe(401);
    expect((await served.ask("/api/v1/notes", { method: "OPTIONS", headers: own })).status).toBe(405);
  });

  it.each(["/", "/mcp", "/api/v1/ask"])("cannot open a WebSocket at %s", async (path) => {
    const answer = await served.raw(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe("what is no request", () => {
  const host = (): string => `Host: 127.0.0.1:${served.port}\r\n`;

  it.each([
    ["no HTTP", () => "hello\r\n\r\n", 400],
    ["no Host", () => "GET /healthz HTTP/1.1\r\n\r\n", 400],
    ["a header without end", () => `GET / HTTP/1.1\r\n${host()}X: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["an address without end", () => `GET /${"x".repeat(20_000)} HTTP/1.1\r\n${host()}\r\n`, 431],
    ["a path upward", () => `GET /../../../etc/passwd HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`, 404],
    [
      "two lengths",
      () => `POST /api/v1/ask HTTP/1.1\r\n${host()}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`,
      400,
    ],
    [
      "a length that is too large",
      () =>
        `POST /api/v1/search HTTP/1.1\r\n${host()}Content-Type: application/json\r\nContent-Length: 9000000000\r\n\r\n{`,
      413,
    ],
    [
      "a body that does not come",
      () =>
        `POST /api/v1/search HTTP/1.1\r\n${host()}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      408,
    ],
  ])("is refused and cut off: %s", async (_name, text, status) => {
    const answer = await served.raw(text());
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toContain('"schema_version":"error.v1"');
    expect(answer).not.toContain(kebab.home);
    expect((await served.ask("/healthz")).status).toBe(200);
  });

  it("is refused: a body that goes on and on", async () => {
    const part = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const answer = await served.raw(
      `POST /api/v1/search HTTP/1.1\r\n${host()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${part.repeat(64)}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect((await served.ask("/healthz")).status).toBe(200);
  });
});

describe("who may come in", () => {
  it("writes for its own page with the token it was given, and does not print it", async () => {
    const token = "this-is-my-own-token";
    await using own = await Served.open(kebab, ["--data-dir", kebab.at("own")], { KEBAB_SERVE_TOKEN: token });
    const headers = { origin: own.url, "sec-fetch-site": "same-origin", "x-kebab-token": token };
    const answer = await own.ask("/api/v1/notes", { body: '{"text": "바륨 barium"}', headers });
    expect(answer.status).toBe(200);
    const found = parseWire("search_response.v1", await own.json("/api/v1/search?query=barium"));
    expect(found.returned).toBe(1);
    own.running.kill("SIGINT");
    const { code, stderr, stdout } = await own.running.end;
    expect(code).toBe(0);
    expect(stderr + stdout).not.toContain(token);
  });

  it("asks everyone for the token where others can reach it, and prints one", async () => {
    await using own = await Served.open(kebab, ["--host", "0.0.0.0"]);
    const token = new URL(own.url).searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThanOrEqual(32);
    for (const path of ["/", "/healthz", "/api/v1/search?query=x"]) {
      expect([path, (await own.ask(path)).status]).toEqual([path, 401]);
    }
    expect((await own.ask(`/?token=${token}`)).status).toBe(200);
    expect((await own.ask("/healthz", { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect((await own.ask(`/healthz?token=${token}`)).status).toBe(401);
  });

  it("writes nothing with --readonly", async () => {
    await using own = await Served.open(kebab, ["--readonly"]);
    const answer = await own.ask("/api/v1/notes", { body: '{"text": "x"}' });
    expect(answer.status).toBe(403);
    expect((await own.ask("/api/v1/search?query=rollback")).status).toBe(200);
  });

  it("tells its address and token as JSON, too", async () => {
    const running = kebab.start(["serve", "--port", "0", "--json"]);
    await running.until((stdout) => stdout.includes("\n"));
    const { url, token } = parseWire("server.v1", JSON.parse(running.stdout));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const headers = { origin: url, "x-kebab-token": token ?? "", "content-type": "application/json" };
    const answer = await fetch(`${url}/api/v1/docs/memo/tags`, {
      method: "POST",
      headers,
      body: '{"add": ["x"]}',
    });
    expect(answer.status).toBe(404);
    running.kill("SIGTERM");
    expect((await running.end).code).toBe(0);
  });

  it("says what to do when the port is taken", async () => {
    const result = await kebab.run(["serve", "--port", String(served.port), "--json"]);
    expect(result.code).toBe(2);
    expect(result.error()).toMatchObject({ code: "usage", hint: expect.stringContaining("--port") });
  });

  it.each([
    ["--port", "70000"],
    ["--token", "short"],
    ["--host", "no.such.host.invalid"],
  ])("refuses %s %s", async (...flags) => {
    const result = await kebab.run([
      "serve",
      "--json",
      ...flags,
      ...(flags[0] === "--port" ? [] : ["--port", "0"]),
    ]);
    expect(result.code).toBe(2);
    expect(result.error().hint).not.toBeNull();
  });
});

describe("an index that another process changes", () => {
  it("is seen as it is: not there, written, deleted, made anew", async () => {
    using own = new KebabCommand();
    own.write("notes/a.md", "# First\n\nbarium\n");
    await using live = await Served.open(own);
    const find = async (query: string) => live.ask(`/api/v1/search?query=${query}`);
    const missing = await find("barium");
    expect(missing.status).toBe(409);
    expect(missing.text).not.toContain(own.home);
    await own.run(["ingest", own.at("notes")]);
    expect(JSON.parse((await find("barium")).text)).toMatchObject({ returned: 1 });
    own.write("notes/b.md", "# Second\n\nbarium sulfate\n");
    await own.run(["ingest"]);
    expect(JSON.parse((await find("barium")).text)).toMatchObject({ returned: 2 });
    await own.run(["reset", "--yes"]);
    expect((await find("barium")).status).toBe(409);
    own.write("other/c.md", "# Third\n\ncaesium\n");
    await own.run(["ingest", own.at("other")]);
    expect(JSON.parse((await find("caesium")).text)).toMatchObject({ returned: 1 });
    expect(JSON.parse((await find("barium")).text)).toMatchObject({ returned: 0 });
  });

  it("is brought up to date by the server itself, with progress", async () => {
    using own = new KebabCommand();
    own.write("notes/a.md", "# First\n\nbarium\n");
    await own.run(["ingest", own.at("notes")]);
    await using live = await Served.open(own);
    for (let count = 0; count < 30; count++)
      own.write(`notes/${count}.md`, `# ${count}\n\nbarium ${count}\n`);
    const [ingest, , during] = await Promise.all([
      live.ask("/api/v1/ingest", { body: "{}" }),
      live.ask("/api/v1/search?query=barium"),
      live.ask("/healthz"),
    ]);
    expect(during.status).toBe(200);
    const events = parseEvents(ingest.text);
    for (const { data } of events.slice(0, -1)) parseWire("ingest_progress.v1", data);
    expect(parseWire("ingest_report.v1", events.at(-1)?.data)).toMatchObject({ added: 30, unchanged: 1 });
    expect(await live.json("/api/v1/search?query=barium&top=100")).toMatchObject({ returned: 31 });
  });
});

describe("the end, of a request and of the server", () => {
  it("comes by SIGTERM when all that was asked is answered; no request is lost", async () => {
    await using own = await Served.open(kebab);
    const agent = new Agent({ keepAlive: true, maxSockets: 40 });
    const search = (number: number, onSent?: () => void) =>
      own.ask(`/api/v1/search?query=rollback&top=${(number % 9) + 1}`, {
        agent,
        ...(onSent ? { onSent } : {}),
      });
    await Promise.all(Array.from({ length: 40 }, (_, number) => search(number)));
    const answers = Array.from({ length: 40 }, (_, number) => search(number));
    own.running.kill("SIGTERM");
    for (const [number, { status, text }] of (await Promise.all(answers)).entries()) {
      expect([status, JSON.parse(text)]).toMatchObject([200, { returned: Math.min((number % 9) + 1, 9) }]);
    }
    agent.destroy();
    expect(await own.running.end).toMatchObject({ code: 0, signal: null });
    await expect(own.ask("/healthz")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("lets an answer that is being written come to its end", async () => {
    let go: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      go = resolve;
    });
    await using chat = await openOllamaChatServer(async ({ response }) => {
      await told;
      response.writeHead(200, { "content-type": OLLAMA_CHAT.contentType });
      response.end(OLLAMA_CHAT.toFrames(["배포 롤백은 argocd로 한다 [1]."]).join(""));
    });
    await using own = await Served.open(kebab, [], {
      KEBAB_ANSWER_PROVIDER: "ollama",
      KEBAB_ANSWER_ENDPOINT: chat.url,
      KEBAB_ANSWER_MODEL: OLLAMA_MODEL,
    });
    const answer = own.ask("/api/v1/ask", { body: '{"question": "배포 롤백은 어떻게 하지?"}' });
    await expect.poll(() => chat.exchanges.length, { timeout: 10_000 }).toBe(1);
    own.running.kill("SIGTERM");
    await expect.poll(() => own.ask("/healthz").catch(() => "gone"), { timeout: 10_000 }).toBe("gone");
    go();
    expect(parseEvents((await answer).text).at(-1)).toMatchObject({ event: "final" });
    expect((await own.running.end).code).toBe(0);
  });

  it("has the model stop when whoever asked goes away", async () => {
    await using chat = await openOllamaChatServer(({ response }) => {
      response.writeHead(200, { "content-type": OLLAMA_CHAT.contentType });
      response.write(OLLAMA_CHAT.toFrames(["배포 "])[0]);
    });
    await using own = await Served.open(kebab, [], {
      KEBAB_ANSWER_PROVIDER: "ollama",
      KEBAB_ANSWER_ENDPOINT: chat.url,
      KEBAB_ANSWER_MODEL: OLLAMA_MODEL,
    });
    const leaving = new AbortController();
    const response = await fetch(`${own.url}/api/v1/ask`, {
      method: "POST",
      body: '{"question": "배포 롤백은 어떻게 하지?"}',
      headers: { "content-type": "application/json" },
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    await expect.poll(() => chat.exchanges.length, { timeout: 10_000 }).toBe(1);
    leaving.abort();
    await chat.exchanges[0]?.closed;
    const broken = connect(own.port, "127.0.0.1");
    broken.write(
      `POST /api/v1/search HTTP/1.1\r\nHost: 127.0.0.1:${own.port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      () => setTimeout(() => broken.destroy(), 50),
    );
    await new Promise((resolve) => broken.once("close", resolve));
    own.running.kill("SIGTERM");
    const { code, stderr } = await own.running.end;
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/ {4}at /);
  });
});
