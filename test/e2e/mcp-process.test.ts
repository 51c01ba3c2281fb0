import { spawn } from "node:child_process";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { write } from "../support/chat-server.ts";
import { OLLAMA_CHAT, OLLAMA_MODEL, openOllamaChatServer } from "../support/ollama-chat-server.ts";
import { EMBEDDING_TIMEOUT_MS, openEmbeddedNotes } from "./embedded-notes.ts";
import { type KebabCommand, mapInParallel, openNotes, parseWire, ROOT } from "./kebab-command.ts";
import { Session, toEnvironment } from "./mcp-session.ts";

/** Loaded into the process: says so on stderr whenever a model is loaded. */
const COUNT_MODELS = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from "node:module";
  const { InferenceSession } = createRequire(${JSON.stringify(join(ROOT, "package.json"))})("onnxruntime-node");
  const create = InferenceSession.create;
  InferenceSession.create = function (...args) {
    process.stderr.write("model loaded;");
    return create.apply(this, args);
  };
`)}`;

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openNotes();
});
afterAll(() => kebab[Symbol.dispose]());

describe("one process for a session", () => {
  it("takes twenty calls at once", async () => {
    using home = await openNotes();
    await using session = await Session.open(home);
    await session.client.listTools();
    const queries = ["rollback", "배포 롤백", "TLS 인증서", "kafka lag"];
    const alone = await mapInParallel(queries, async (query) =>
      home.askHere("search_response.v1", ["search", query, "--top", "3"]),
    );
    const calls = Array.from({ length: 20 }, async (_, position) => {
      if (position % 5 === 4)
        return session.call("document.v1", "ingest_note", { text: `동시 메모 ${position}` });
      const query = queries[position % 4] ?? "";
      const { value } = await session.call("search_response.v1", "search", { query, top: 3 });
      expect(value.query).toBe(query);
      expect(value.hits.map(({ chunk_id }) => chunk_id)).toEqual(
        alone[position % 4]?.hits.map(({ chunk_id }) => chunk_id),
      );
      return null;
    });
    const notes = (await Promise.all(calls)).filter((note) => note !== null);
    expect(new Set(notes.map(({ value }) => value.doc_id)).size).toBe(4);
  });

  it("ends an answer when the client cancels it", async () => {
    let begun: () => void = () => undefined;
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    await using server = await openOllamaChatServer(async ({ response }) => {
      response.writeHead(200, { "content-type": OLLAMA_CHAT.contentType });
      await write(response, OLLAMA_CHAT.toFrames(["롤백은 "]).slice(0, 1));
      begun();
    });
    await using session = await Session.open(kebab, {
      env: {
        KEBAB_ANSWER_PROVIDER: "ollama",
        KEBAB_ANSWER_MODEL: OLLAMA_MODEL,
        KEBAB_ANSWER_ENDPOINT: server.url,
      },
    });
    const controller = new AbortController();
    const asked = session.client.callTool(
      { name: "ask", arguments: { question: "배포 롤백은 어떻게 하지?" } },
      { signal: controller.signal },
    );
    await beginning;
    controller.abort();
    await expect(asked).rejects.toThrow();
    // The connection to the model is gone, and the session is not.
    await server.untilIdle();
    expect((await session.call("status.v1", "status")).value.documents).toBeGreaterThan(40);
  });

  it(
    "loads the model once, however often it is used",
    async () => {
      using home = await openEmbeddedNotes();
      const env = { KEBAB_EMBEDDINGS_PROVIDER: "onnx", NODE_OPTIONS: `--import "${COUNT_MODELS}"` };
      await using session = await Session.open(home, { env });
      for (const query of ["rolling back a release", "memory limits", "retry with backoff"]) {
        const { value } = await session.call("search_response.v1", "search", { query, mode: "vector" });
        expect(value.returned).toBeGreaterThan(0);
      }
      await session.call("answer.v1", "ask", { question: "How are TLS certificates renewed?" });
      await session.call("document.v1", "ingest_note", { text: "a note about warm engines" });
      expect(session.stderr.match(/model loaded/g)).toHaveLength(1);
    },
    EMBEDDING_TIMEOUT_MS,
  );

  it("ends with its stdin, and without a word", async () => {
    expect(await kebab.run(["mcp"])).toMatchObject({ code: 0, signal: null, stdout: "", stderr: "" });
  });

  it.runIf(process.platform !== "win32")("ends cleanly with SIGTERM while its stdin is open", async () => {
    const child = spawn(process.execPath, [join(ROOT, "bin", "kebab.js"), "mcp"], {
      cwd: kebab.home,
      env: { PATH: process.env["PATH"], ...toEnvironment(kebab) },
    });
    const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      child.once("exit", (code, signal) => resolve([code, signal]));
    });
    const answered = new Promise<void>((resolve) => {
      child.stdout.once("data", () => resolve());
    });
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    await answered;
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  it("prints messages of the protocol alone, whatever it is sent", async () => {
    const lines = ["not json", "[]", '{"jsonrpc":"2.0"}', JSON.stringify(INITIALIZE), "\u0000\ufffd", "{"];
    const { code, stdout, stderr } = await kebab.shell(
      `{ printf '%s\\n' "$LINES_"; sleep 2; } | kebab mcp --verbose`,
      {
        env: { LINES_: lines.join("\n").replaceAll("\u0000", "") },
      },
    );
    expect(code).toBe(0);
    const messages = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { jsonrpc: string; id?: number });
    expect(messages.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
    expect(messages.map(({ id }) => id)).toContain(1);
    expect(stderr).toContain("mcp: ");
  });
});

describe("kebab serve", () => {
  it.each([["legacy"], ["auto"]] as const)(
    "speaks MCP at /mcp to a client of the %s protocol",
    async (mode) => {
      const token = "a-token-for-this-test";
      const serving = kebab.start(["serve", "--port", "0", "--token", token, "--json"]);
      await serving.until((stdout) => stdout.includes("\n"));
      const { url } = JSON.parse(serving.stdout) as { url: string };
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      const headers = { authorization: `Bearer ${token}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }),
      );
      await client.listTools();
      const told: string[] = [];
      const result = await client.callTool(
        { name: "ask", arguments: { question: "배포 롤백은 어떻게 하지?" } },
        { onprogress: ({ message }) => told.push(message ?? "") },
      );
      expect(told.slice(1).join("")).toBe(parseWire("answer.v1", result.structuredContent).answer);
      // Not even one that its user could read.
      const path = join(ROOT, "package.json");
      const refused = await client.callTool({ name: "ingest_file", arguments: { path } });
      expect(refused).toMatchObject({ isError: true, structuredContent: { code: "usage" } });
      await client.close();
      serving.kill("SIGTERM");
      expect((await serving.end).code).toBe(0);
    },
  );
});
