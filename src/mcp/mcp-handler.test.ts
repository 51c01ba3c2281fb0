import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import type { Kebab } from "../app/kebab.ts";
import { KebabError } from "../core/errors.ts";
import type { Redact } from "./errors.ts";
import { createMcpHandler, type McpHandler } from "./mcp-handler.ts";

const URL_ = "http://127.0.0.1:7711/mcp";

const scripted = (parts: Partial<Record<keyof Kebab, unknown>>): Kebab => parts as unknown as Kebab;

async function connect(handler: McpHandler, mode: "legacy" | "auto"): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(URL_), {
    fetch: async (url, init) => handler(new Request(url, init)),
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

const listTags = async () => ({ schema_version: "tag_list.v1", tags: [{ tag: "운영", documents: 2 }] });

describe.each(["legacy", "auto"] as const)("over HTTP, a client of the %s protocol", (mode) => {
  it("calls tools on one engine, many at once", async () => {
    const handler = createMcpHandler({ kebab: scripted({ listTags }), readonly: false, version: "1" });
    const client = await connect(handler, mode);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => client.callTool({ name: "list", arguments: { what: "tags" } })),
    );
    for (const result of results) {
      expect(result).toMatchObject({ structuredContent: await listTags(), content: [{ text: "운영 (2)" }] });
    }
    await client.close();
  });

  it("is told how a call goes on", async () => {
    async function* askStream() {
      yield { schema_version: "answer_event.v1", kind: "text", text: "가" };
      yield { schema_version: "answer_event.v1", kind: "text", text: "나" };
      throw new KebabError("model-unreachable", "Cannot reach it");
    }
    const handler = createMcpHandler({ kebab: scripted({ askStream }), readonly: false, version: "1" });
    const client = await connect(handler, mode);
    const told: unknown[] = [];
    const result = await client.callTool(
      { name: "ask", arguments: { question: "?" } },
      { onprogress: ({ message }) => told.push(message) },
    );
    expect(told).toEqual(["가", "나"]);
    expect(result).toMatchObject({ isError: true, structuredContent: { code: "model-unreachable" } });
    await client.close();
  });

  it("does not see the tools that write when readonly", async () => {
    const handler = createMcpHandler({ kebab: scripted({}), readonly: true, version: "1" });
    const client = await connect(handler, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("ingest_note");
    expect(tools.map(({ name }) => name)).not.toContain("ingest_file");
    await client.close();
  });

  it("is told errors in the words it may know, by tools, resources and prompts", async () => {
    const broken = async (): Promise<never> => {
      throw new KebabError("database-broken", "Cannot read /home/me/data/kebab.sqlite");
    };
    const kebab = scripted({ search: broken, listDocuments: broken, fetchDocument: broken });
    const redact: Redact = (error) => ({
      code: error.code,
      message: "Cannot read the index",
      hint: null,
      details: {},
    });
    const client = await connect(createMcpHandler({ kebab, readonly: false, version: "1", redact }), mode);
    const told = JSON.stringify([
      await client.callTool({ name: "search", arguments: { query: "x" } }),
      await client.callTool({ name: "bulk_search", arguments: { queries: ["x"] } }),
      await client.listResources().catch(String),
      await client.readResource({ uri: "kebab://doc/a" }).catch(String),
      await client.getPrompt({ name: "summarise_document", arguments: { document: "a" } }).catch(String),
    ]);
    expect(told).not.toContain("/home/me");
    expect(told.match(/Cannot read the index/g)?.length).toBeGreaterThanOrEqual(5);
    await client.close();
  });

  it("indexes files of known sources and no others", async () => {
    using folder = new TemporaryFolder();
    const inside = folder.write("notes/a.md", "# A");
    const secret = folder.write("secret.md", "# Secret");
    folder.folder("notes-2");
    const sibling = folder.write("notes-2/b.md", "# B");
    const added: string[] = [];
    const kebab = scripted({
      listSources: async () => ({ sources: [{ root: folder.at("notes") }, { root: folder.at("gone") }] }),
      add: async (path: string) => {
        added.push(path);
        throw new KebabError("disk-full", "Cannot write");
      },
    });
    const client = await connect(createMcpHandler({ kebab, readonly: false, version: "1" }), mode);
    const tricks = [
      secret,
      sibling,
      folder.at("notes"),
      `${folder.at("notes")}/../secret.md`,
      folder.at("notes", "missing.md"),
      "/etc/passwd",
    ];
    for (const path of tricks) {
      const result = await client.callTool({ name: "ingest_file", arguments: { path } });
      expect({ path, ...result }).toMatchObject({
        path,
        isError: true,
        structuredContent: { code: "usage" },
      });
    }
    expect(added).toEqual([]);
    await client.callTool({ name: "ingest_file", arguments: { path: inside } });
    expect(added).toEqual([inside]);
    await client.close();
  });
});

describe("what is no MCP request", () => {
  const handler = createMcpHandler({ kebab: scripted({}), readonly: false, version: "1" });
  const post = (body: string, type = "application/json"): Promise<Response> =>
    handler(
      new Request(URL_, {
        method: "POST",
        body,
        headers: { "content-type": type, accept: "application/json, text/event-stream" },
      }),
    );

  it.each([
    ["bad JSON", () => post("{")],
    ["a wrong type", () => post("7")],
    ["a form", () => post("a=b", "application/x-www-form-urlencoded")],
    ["a body of 5 MB", () => post(JSON.stringify("x".repeat(5_000_000)))],
    ["GET", () => handler(new Request(URL_))],
    ["DELETE", () => handler(new Request(URL_, { method: "DELETE" }))],
  ])("is refused: %s", async (_name, send) => {
    const { status } = await send();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe("close()", () => {
  it("waits for the calls that are running", async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begun: () => void = () => undefined;
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = async () => {
      begun();
      await finished;
      return listTags();
    };
    const handler = createMcpHandler({ kebab: scripted({ listTags: slow }), readonly: false, version: "1" });
    const client = await connect(handler, "legacy");
    const called = client.callTool({ name: "list", arguments: { what: "tags" } }).catch(() => null);
    await beginning;
    let isClosed = false;
    const closed = handler.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isClosed).toBe(false);
    finish();
    await closed;
    await called;
    await client.close();
  });
});
