import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KebabCommand, openNotes, parseWire, ROOT } from "./kebab-command.ts";
import { Session, textOf } from "./mcp-session.ts";

const READING = ["search", "bulk_search", "ask", "fetch", "list", "status", "schema"];
const WRITING = ["ingest_file", "ingest_note"];
let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openNotes();
});
afterAll(() => kebab[Symbol.dispose]());

describe("kebab mcp", () => {
  it.each([["legacy"], ["auto"]] as const)("serves a client of the %s protocol", async (mode) => {
    await using session = await Session.open(kebab, { versionNegotiation: { mode } });
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...READING, ...WRITING].sort());
    for (const tool of tools) {
      expect(tool).toMatchObject({ outputSchema: { type: "object" } });
      expect(tool).toMatchObject({ annotations: { readOnlyHint: READING.includes(tool.name) } });
    }
    expect(session.client.getServerVersion()).toMatchObject({ name: "kebab" });
    expect(session.client.getInstructions()).toContain("cite");
    const { value } = await session.call("search_response.v1", "search", { query: "배포 롤백", top: 1 });
    expect(value.hits[0]?.doc_path).toBe("ops/deploy-rollback.md");
  });

  it("searches as the command does, in Korean and in English, with its filters", async () => {
    await using session = await Session.open(kebab);
    // From here on the client holds every result against the published schema.
    await session.client.listTools();
    const cases: [Record<string, unknown>, string[]][] = [
      [{ query: "배포를 롤백하는 방법", top: 3 }, ["배포를 롤백하는 방법", "--top", "3"]],
      [{ query: "kubernetes memory", tags: ["ops"] }, ["kubernetes memory", "--tags", "ops"]],
      [{ query: "http header", code_lang: ["ts"] }, ["http header", "--code-lang", "ts"]],
      [
        { query: "인증서 TLS", path: "ops/**", type: ["markdown"], explain: true },
        ["인증서 TLS", "--path", "ops/**", "--type", "markdown", "--explain"],
      ],
    ];
    for (const [args, words] of cases) {
      const { value, text } = await session.call("search_response.v1", "search", args);
      const { timing: _timing, ...found } = value;
      const { timing: _other, ...same } = await kebab.askHere("search_response.v1", ["search", ...words]);
      expect(found).toEqual(same);
      expect(found.returned).toBeGreaterThan(0);
      for (const { citation } of found.hits) expect(text).toContain(citation.uri);
      expect(text).not.toMatch(/<mark>/);
    }
  });

  it("fetches what a hit cites, its neighbours, and the whole document", async () => {
    await using session = await Session.open(kebab);
    await session.client.listTools();
    const { value } = await session.call("search_response.v1", "search", { query: "rollback 장애", top: 10 });
    expect(value.returned).toBeGreaterThan(3);
    for (const { citation, chunk_id, doc_id, doc_path } of value.hits) {
      const { value: cited, text } = await session.call("fetch_result.v1", "fetch", { uri: citation.uri });
      const { value: chunk } = await session.call("fetch_result.v1", "fetch", { chunk_id });
      expect(cited.text).toBe(chunk.text);
      expect(text).toContain(citation.uri);
      expect(text.endsWith(cited.text)).toBe(true);
      const { value: around } = await session.call("fetch_result.v1", "fetch", { chunk_id, context: 1 });
      expect(around.text).toContain(chunk.text);
      const { value: whole } = await session.call("fetch_result.v1", "fetch", { doc: doc_path });
      expect(whole).toMatchObject({ kind: "doc", doc_id });
      const [, fragment] = citation.uri.split("#");
      const uri = `kebab://doc/${doc_id}#${fragment}`;
      expect((await session.call("fetch_result.v1", "fetch", { uri })).value.text).toBe(cited.text);
    }
  });

  it("answers with sources, tells how it goes on, and refuses what the notes do not say", async () => {
    await using session = await Session.open(kebab);
    await session.client.listTools();
    const told: string[] = [];
    const result = await session.client.callTool(
      { name: "ask", arguments: { question: "배포 롤백은 어떻게 하지?" } },
      { onprogress: ({ message }) => told.push(message ?? "") },
    );
    const answer = parseWire("answer.v1", result.structuredContent);
    expect(answer).toMatchObject({ grounded: true, refusal_reason: null });
    expect(told[0]).toMatch(/^reading \d+ sources$/);
    expect(told.slice(1).join("")).toBe(answer.answer);
    expect(textOf(result)).toContain(answer.answer);
    expect(textOf(result)).toMatch(/\n\[1\] ops\/deploy-rollback\.md#L\d+-L\d+ · /);
    const { value, text } = await session.call("answer.v1", "ask", { question: "capital of Mongolia?" });
    expect(value.answer).toBeNull();
    expect(text).toContain(value.message);
  });

  it("bulk_search answers each query as search does, and tells which one failed", async () => {
    await using session = await Session.open(kebab);
    await session.client.listTools();
    const queries = [{ query: "rollback", top: 2 }, "인증서 갱신", { query: "x", code_lang: ["klingon"] }];
    const result = await session.client.callTool({ name: "bulk_search", arguments: { queries } });
    const { responses } = result.structuredContent as { responses: unknown[] };
    expect(responses).toHaveLength(3);
    expect(responses[0]).toEqual(
      (await session.call("search_response.v1", "search", { ...(queries[0] as object) })).value,
    );
    expect(parseWire("search_response.v1", responses[1]).query).toBe("인증서 갱신");
    expect(parseWire("error.v1", responses[2])).toMatchObject({ code: "usage" });
    const many = await session.fail("bulk_search", { queries: Array.from({ length: 101 }, () => "x") });
    expect(many).toMatchObject({ code: "usage", message: expect.stringContaining("100") });
  });

  it("lists documents page by page, tags and sources", async () => {
    await using session = await Session.open(kebab);
    await session.client.listTools();
    const all = (await session.call("document_list.v1", "list", { what: "docs", top: 1000 })).value;
    const pages = await Promise.all(
      [0, 20, 40].map((offset) =>
        session.call("document_list.v1", "list", { what: "docs", top: 20, offset }),
      ),
    );
    expect(pages.flatMap(({ value }) => value.documents)).toEqual(all.documents);
    expect(pages[0]?.text).toMatch(/more with offset 20$/);
    expect((await session.call("tag_list.v1", "list", { what: "tags" })).text).toContain("ops (");
    expect((await session.call("source_list.v1", "list", { what: "sources" })).value.sources).toHaveLength(1);
  });

  it("gives the state of the index and the schemas", async () => {
    await using session = await Session.open(kebab);
    await session.client.listTools();
    expect((await session.call("status.v1", "status")).value.documents).toBeGreaterThan(40);
    const call = (args: object) => session.client.callTool({ name: "schema", arguments: { ...args } });
    expect((await call({})).structuredContent).toMatchObject({
      names: expect.arrayContaining(["answer.v1"]),
    });
    expect((await call({ name: "answer.v1" })).structuredContent).toMatchObject({
      schema: (await kebab.runHere(["schema", "answer.v1"])).json(),
    });
    expect(await session.fail("schema", { name: "anser.v1" })).toMatchObject({
      hint: "Did you mean answer.v1?",
    });
  });

  it("answers bad arguments with what is wrong and what to do", async () => {
    await using session = await Session.open(kebab);
    await session.client.listTools();
    const cases: [string, Record<string, unknown>, RegExp][] = [
      ["search", {}, /"query".*\nhint: It takes query, mode/],
      ["search", { query: "x", tpye: "pdf" }, /unknown key "tpye".*\nhint: Did you mean type\?/],
      ["search", { query: "x", top: 0 }, /"top"/],
      ["search", { query: "x", mode: "fuzzy" }, /"mode".*lexical/],
      ["search", { query: "x", after: "yesterday" }, /not a date/],
      ["search", { query: "x", cursor: "nonsense" }, /cursor/],
      ["fetch", {}, /nothing.*\nhint: .*uri/],
      ["fetch", { uri: "a.md#L1-L2", doc: "a.md" }, /two things/],
      ["fetch", { uri: "ops/deploy-rollback.md#L9-" }, /not a citation/],
      ["fetch", { doc: "no/such.md" }, /Cannot find a document/],
      ["fetch", { doc: "ops/deploy-rollback.md", max_chars: 10 }, /characters.*\nhint: .*#L1-L200/],
      ["list", { what: "everything" }, /"what"/],
      ["ask", { question: "  " }, /no question/],
      ["ingest_file", { path: "notes/a.md" }, /not absolute/],
      ["ingest_file", { path: kebab.at("nowhere.md") }, /no such file/],
      ["ingest_note", { text: " " }, /empty note/],
    ];
    for (const [name, args, expected] of cases) {
      const error = await session.fail(name, args);
      expect({ args, text: error.text }).toEqual({ args, text: expect.stringMatching(expected) });
      expect(["usage", "not-found"]).toContain(error.code);
    }
    await expect(session.client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(
      /no_such_tool/,
    );
  });

  it("gives documents as resources, and parts of them", async () => {
    await using session = await Session.open(kebab);
    const { resources } = await session.client.listResources();
    expect(resources.length).toBeGreaterThan(40);
    const rollback = resources.find(({ name }) => name === "ops/deploy-rollback.md");
    expect(rollback).toMatchObject({
      uri: expect.stringMatching(/^kebab:\/\/doc\/[0-9a-f]{32}$/),
      mimeType: "text/markdown",
    });
    const read = async (uri: string): Promise<string> => {
      const { contents } = await session.client.readResource({ uri });
      return contents.map((content) => ("text" in content ? content.text : "")).join("");
    };
    const file = readFileSync(kebab.at("notes", "ops", "deploy-rollback.md"), "utf8");
    expect(await read(rollback?.uri ?? "")).toBe(file);
    expect(await read(`${rollback?.uri}#L3-L5`)).toBe(file.split("\n").slice(2, 5).join("\n"));
    await expect(read("kebab://doc/nope")).rejects.toThrow(/Cannot find a document "nope"/);
    await expect(read("kebab://doc/../../etc/passwd")).rejects.toThrow();
    const { resourceTemplates } = await session.client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: "kebab://doc/{id}" }]);
  });

  it("gives prompts that carry the passages", async () => {
    await using session = await Session.open(kebab);
    const { messages } = await session.client.getPrompt({
      name: "answer_from_notes",
      arguments: { question: "배포 롤백 방법" },
    });
    expect(messages.length).toBeGreaterThan(2);
    expect(messages[1]?.content).toMatchObject({
      type: "resource",
      resource: { text: expect.stringContaining("롤백") },
    });
    const summary = await session.client.getPrompt({
      name: "summarise_document",
      arguments: { document: "ops/tls-renewal.md" },
    });
    expect(summary.messages[1]?.content).toMatchObject({ type: "resource" });
    await expect(
      session.client.getPrompt({ name: "summarise_document", arguments: { document: "no/such.md" } }),
    ).rejects.toThrow(/Cannot find a document.*\nhint: /s);
  });
});

describe("what kebab mcp writes", () => {
  it("is found at once: a note, a file in a source, and one from elsewhere", async () => {
    using home = new KebabCommand();
    await using session = await Session.open(home);
    await session.client.listTools();
    expect(await session.fail("search", { query: "루테늄" })).toMatchObject({ code: "index-missing" });
    expect((await session.client.listResources()).resources).toEqual([]);
    const told: number[] = [];
    const note = await session.client.callTool(
      {
        name: "ingest_note",
        arguments: { text: "루테늄 촉매는 ruthenium", title: "금속 메모", tags: ["chem"] },
      },
      { onprogress: ({ progress }) => told.push(progress) },
    );
    expect(parseWire("document.v1", note.structuredContent)).toMatchObject({
      title: "금속 메모",
      tags: ["chem"],
    });
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    const outside = home.write("elsewhere/osmium.md", "# Osmium\n\n오스뮴 밀도\n");
    const { value: copied } = await session.call("document.v1", "ingest_file", {
      path: outside,
      tags: ["x"],
    });
    expect(copied).toMatchObject({ source_id: "library", tags: ["x"] });
    home.write("metals/iridium.md", "# Iridium\n");
    expect((await home.run(["ingest", home.at("metals")])).code).toBe(0);
    const inside = home.write("metals/rhodium.md", "# Rhodium\n\n로듐 도금\n");
    const { value: indexed } = await session.call("document.v1", "ingest_file", { path: inside });
    expect(indexed).toMatchObject({ source_id: "metals", doc_path: "rhodium.md" });
    for (const query of ["루테늄", "ruthenium", "오스뮴", "로듐", "iridium"]) {
      const { value } = await session.call("search_response.v1", "search", { query });
      expect({ query, returned: value.returned }).toEqual({ query, returned: 1 });
    }
  });

  it("is nothing with --readonly, where the tools are not there", async () => {
    await using session = await Session.open(kebab, { args: ["--readonly"] });
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...READING].sort());
    await expect(session.client.callTool({ name: "ingest_note", arguments: { text: "x" } })).rejects.toThrow(
      /ingest_note/,
    );
    const { prompts } = await session.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["answer_from_notes", "summarise_document"]);
    expect(
      (await session.call("search_response.v1", "search", { query: "rollback" })).value.returned,
    ).toBeGreaterThan(0);
  });
});

describe("the snippets for clients", () => {
  const read = (name: string): string => readFileSync(join(ROOT, "integrations", name), "utf8");
  const { mcpServers } = JSON.parse(read("mcp.json")) as { mcpServers: unknown };
  const { servers } = JSON.parse(read("vscode.mcp.json")) as { servers: unknown };

  it.each([
    ["mcp.json", mcpServers],
    ["vscode.mcp.json", servers],
    ["codex.toml", parseToml(read("codex.toml"))["mcp_servers"]],
  ])("%s starts this command", (_name, entries) => {
    expect(entries).toMatchObject({ kebab: { command: "kebab", args: ["mcp"] } });
  });

  it("name every tool in the skill, and no other", async () => {
    await using session = await Session.open(kebab);
    const { tools } = await session.client.listTools();
    const named = [...read("SKILL.md").matchAll(/^\| [^|]+ \| `(\w+)` \|$/gm)].map(([, name = ""]) => name);
    const told = tools.map(({ name }) => name).filter((name) => name !== "schema");
    expect(named.sort()).toEqual(told.sort());
  });
});
