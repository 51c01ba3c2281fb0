import { readFileSync, symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpBench, parseEvents, TOKEN } from "../../test/support/http-bench.ts";
import { openOllamaServer } from "../../test/support/ollama-server.ts";
import { WIRE_SCHEMAS, type WireName } from "../wire/schemas.ts";
import { ROUTES } from "./routes.ts";

let bench: HttpBench;
beforeAll(async () => {
  bench = await HttpBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

function parse<Name extends WireName>(name: Name, value: unknown) {
  return WIRE_SCHEMAS[name].parse(value) as ReturnType<(typeof WIRE_SCHEMAS)[Name]["parse"]>;
}

async function read<Name extends WireName>(name: Name, path: string) {
  const response = await bench.request(path);
  expect(response.status).toBe(200);
  return parse(name, await response.json());
}

const firstId = async (): Promise<string> =>
  (await read("document_list.v1", "/api/v1/docs?type=markdown&top=1")).documents[0]?.doc_id ?? "";

describe("search", () => {
  it("answers by GET and by POST as the library does", async () => {
    const expected = await bench.kebab.search("롤백", { filter: { types: ["markdown"] }, top: 3 });
    expect(
      await read(
        "search_response.v1",
        `/api/v1/search?query=${encodeURIComponent("롤백")}&type=markdown&top=3`,
      ),
    ).toEqual(expected);
    const response = await bench.post("/api/v1/search", { query: "롤백", type: ["markdown"], top: 3 });
    expect(await response.json()).toEqual(expected);
    expect(expected.returned).toBeGreaterThan(0);
  });

  it.each([
    ["tags=ops", ["ops/rollback.md", "ops/tls.md"]],
    ["tags=ops,%EB%B0%B0%ED%8F%AC", ["ops/rollback.md"]],
    ["tags_any=nothing", []],
    ["type=code", ["code/parse.ts"]],
    ["type=code&type=note", ["code/parse.ts", "memo.txt"]],
    ["path=ops/**", ["ops/rollback.md", "ops/tls.md"]],
    ["code_lang=ts", ["code/parse.ts"]],
    ["source=elsewhere", []],
    ["after=2030", null],
    ["before=2001-01-01", []],
  ])("filters by %s", async (filter, paths) => {
    const response = await bench.request(
      `/api/v1/search?query=rollback%20certificates%20header%20settlement&mode=lexical&${filter}`,
    );
    if (paths === null) {
      expect(response.status).toBe(400);
      return;
    }
    const { hits } = parse("search_response.v1", await response.json());
    expect([...new Set(hits.map(({ doc_path }) => doc_path))].sort()).toEqual(paths);
  });

  it("says what is wrong with a request", async () => {
    const response = await bench.post("/api/v1/search", { query: "x", topp: 3 });
    expect(response.status).toBe(400);
    expect(parse("error.v1", await response.json())).toMatchObject({
      code: "usage",
      message: 'Cannot read the request: it has an unknown key "topp"',
      hint: "Did you mean top?",
    });
  });
});

describe("ask", () => {
  it("streams events that end with the whole answer", async () => {
    const response = await bench.post("/api/v1/ask", { question: "배포를 롤백하려면 무엇을 실행하나?" });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const events = parseEvents(await response.text());
    const answers = events.map(({ data }) => parse("answer_event.v1", data));
    expect(events.map(({ event }) => event)).toEqual(answers.map(({ kind }) => kind));
    expect(events[0]?.event).toBe("sources");
    const last = answers.at(-1);
    expect(last).toMatchObject({ kind: "final", answer: { refusal_reason: null } });
    expect(last?.kind === "final" && last.answer.answer).toContain("argocd app rollback");
  });

  it("gives the whole answer at once where JSON is asked for", async () => {
    const response = await bench.post(
      "/api/v1/ask",
      { question: "What is the capital of Mongolia?" },
      { accept: "application/json" },
    );
    expect(parse("answer.v1", await response.json()).refusal_reason).not.toBeNull();
  });

  it("has a status where it fails before the first event", async () => {
    const response = await bench.post("/api/v1/ask", { question: "롤백?", provider: "openai" });
    expect(response.status).toBe(409);
    expect(parse("error.v1", await response.json()).code).toBe("config-invalid");
  });

  it("ends when its reader goes away, before or after reading something", async () => {
    for (let round = 0; round < 10; round++) {
      const leaving = new AbortController();
      const response = await bench.request("/api/v1/ask", {
        method: "POST",
        body: '{"question": "배포를 롤백하려면?"}',
        headers: { "content-type": "application/json" },
        signal: leaving.signal,
      });
      if (round % 2 === 0) await response.body?.cancel();
      else leaving.abort();
    }
    // More than may run at once: each has given its turn back.
    const response = await bench.post("/api/v1/ask", { question: "배포를 롤백하려면?" });
    expect(parseEvents(await response.text()).at(-1)?.event).toBe("final");
  });
});

describe("documents", () => {
  it("are listed in pages", async () => {
    const all = await read("document_list.v1", "/api/v1/docs");
    expect(all).toMatchObject({ total: 4, returned: 4 });
    const second = await read("document_list.v1", "/api/v1/docs?top=1&offset=1");
    expect(second.documents).toEqual(all.documents.slice(1, 2));
  });

  it("are told by id, and by path in one part of the address", async () => {
    const byPath = await read("document.v1", "/api/v1/docs/ops%2Frollback.md");
    expect(await read("document.v1", `/api/v1/docs/${byPath.doc_id}`)).toEqual(byPath);
    const text = await read("fetch_result.v1", `/api/v1/docs/${byPath.doc_id}/text`);
    expect(text.text).toBe(readFileSync(bench.folder.at("notes/ops/rollback.md"), "utf8"));
    const [chunk] = byPath.chunks;
    const detail = await read("chunk.v1", `/api/v1/chunks/${chunk?.chunk_id}`);
    const cited = await read("fetch_result.v1", `/api/v1/fetch?uri=${encodeURIComponent(chunk?.uri ?? "")}`);
    expect(cited.text).toBe(detail.text);
    const around = await read("fetch_result.v1", `/api/v1/chunks/${chunk?.chunk_id}/text?context=1`);
    expect(around.text).toContain(detail.text);
  });

  it("give their file as it is, to be kept and not run", async () => {
    const id = await firstId();
    const response = await bench.request(`/api/v1/docs/${id}/file`);
    const { doc_path } = await read("document.v1", `/api/v1/docs/${id}`);
    expect(await response.text()).toBe(readFileSync(bench.folder.at("notes", doc_path), "utf8"));
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  it("do not give a file that has become a link to the outside", async () => {
    await using own = await HttpBench.open({ files: { "a/secret.md": "# Plain\n\ntext\n" } });
    const { documents } = await own.kebab.listDocuments({}, { limit: 1, offset: 0 });
    own.folder.write("outside/secret.md", "the secret");
    const { renameSync } = await import("node:fs");
    renameSync(own.folder.at("notes/a"), own.folder.at("notes/b"));
    symlinkSync(own.folder.at("outside"), own.folder.at("notes/a"));
    const response = await own.request(`/api/v1/docs/${documents[0]?.doc_id}/file`);
    expect(response.status).toBe(422);
    expect(await response.text()).not.toContain("the secret");
  });

  it("have tags and sources", async () => {
    expect((await read("tag_list.v1", "/api/v1/tags")).tags).toContainEqual({ tag: "ops", documents: 2 });
    expect((await read("source_list.v1", "/api/v1/sources")).sources).toMatchObject([{ source_id: "notes" }]);
    expect(await read("status.v1", "/api/v1/status")).toMatchObject({ documents: 4 });
  });
});

describe("the map", () => {
  it("says why it is empty where there are no vectors", async () => {
    expect(await read("map.v1", "/api/v1/map")).toMatchObject({ points: [], documents: 4, model: null });
  });

  it("places every document, the same until the index changes", async () => {
    await using ollama = await openOllamaServer();
    await using own = await HttpBench.open({
      env: {
        KEBAB_EMBEDDINGS_PROVIDER: "ollama",
        KEBAB_EMBEDDINGS_ENDPOINT: ollama.url,
        KEBAB_EMBEDDINGS_MODEL: "bge-m3",
      },
    });
    const first = parse("map.v1", await own.json("/api/v1/map"));
    expect(first.points).toHaveLength(4);
    expect(new Set(first.points.map(({ x, y }) => `${x}/${y}`)).size).toBe(4);
    expect(await own.kebab.map()).toBe(await own.kebab.map());
    expect(parse("map.v1", await own.json("/api/v1/map"))).toEqual(first);
    await own.post("/api/v1/notes", { text: "a fifth one" });
    expect(parse("map.v1", await own.json("/api/v1/map")).points).toHaveLength(5);
  });
});

describe("writing", () => {
  it("stores a note that is found at once", async () => {
    await using own = await HttpBench.open();
    const response = await own.post("/api/v1/notes", {
      text: "성탄절 barium 목록",
      title: "Barium",
      tags: ["x"],
    });
    expect(parse("document.v1", await response.json())).toMatchObject({ title: "Barium", tags: ["x"] });
    const found = parse("search_response.v1", await own.json("/api/v1/search?query=barium"));
    expect(found.hits[0]?.title).toBe("Barium");
  });

  it("takes a file, once for the same bytes, whatever it is called", async () => {
    await using own = await HttpBench.open();
    const send = async (name: string, body: string) =>
      parse(
        "document.v1",
        await own.json(`/api/v1/files?name=${encodeURIComponent(name)}&tags=a,b`, {
          method: "POST",
          body,
          headers: { "content-type": "application/octet-stream" },
        }),
      );
    const first = await send("../../한글 메모.md", "# One\n\nfirst\n");
    expect(first).toMatchObject({ doc_path: "files/한글 메모.md", tags: ["a", "b"], source_id: "library" });
    expect((await send("한글 메모.md", "# One\n\nfirst\n")).doc_id).toBe(first.doc_id);
    expect(await send("한글 메모.md", "# Two\n\nsecond\n")).toMatchObject({
      doc_path: "files/한글 메모-2.md",
    });
    expect((await send("C:\\..\\.hidden.md", "# Three\n")).doc_path).toBe("files/hidden.md");
    expect((await send(`${"가".repeat(400)}.md`, "# Four\n")).doc_path).toMatch(/^files\/가+\.md$/);
  });

  it("keeps no file that gives no document", async () => {
    await using own = await HttpBench.open();
    const response = await own.request("/api/v1/files?name=picture.png", {
      method: "POST",
      body: new Uint8Array([137, 80, 78, 71, 0, 0, 1, 2]),
      headers: { "content-type": "application/octet-stream" },
    });
    expect(response.status).toBe(422);
    const { readdirSync } = await import("node:fs");
    expect(readdirSync(`${own.kebab.paths.library}/files`)).toEqual([]);
  });

  it("refuses a file that is too large, told or not", async () => {
    const init = { method: "POST", headers: { "content-type": "application/octet-stream" } };
    const large = new Uint8Array(10_001);
    const told = await bench.request("/api/v1/files?name=a.md", { ...init, body: large });
    const untold = await bench.request("/api/v1/files?name=a.md", {
      ...init,
      body: new Blob([large]).stream(),
      duplex: "half",
    });
    expect([told.status, untold.status]).toEqual([413, 413]);
  });

  it("tags a document", async () => {
    await using own = await HttpBench.open();
    const response = await own.post("/api/v1/docs/memo.txt/tags", { add: ["회의"] });
    expect(parse("document.v1", await response.json()).tags).toContain("회의");
  });

  it("ingests with progress, then a report", async () => {
    await using own = await HttpBench.open();
    own.folder.write("notes/new.md", "# New\n\nbarium\n");
    const response = await own.post("/api/v1/ingest", {});
    const events = parseEvents(await response.text());
    const stored = events
      .filter(({ event }) => event === "progress")
      .map(({ data }) => parse("ingest_progress.v1", data));
    expect(stored).toContainEqual(expect.objectContaining({ kind: "file-stored", path: "new.md" }));
    expect(parse("ingest_report.v1", events.at(-1)?.data)).toMatchObject({ added: 1, unchanged: 4 });
    expect(events.at(-1)?.event).toBe("report");
  });

  it("ingests a part of a source, and nothing outside it", async () => {
    await using own = await HttpBench.open();
    own.folder.write("notes/ops/new.md", "# New\n");
    own.folder.write("notes/other.md", "# Other\n");
    own.folder.write("outside/x.md", "# Outside\n");
    symlinkSync(own.folder.at("outside"), own.folder.at("notes/link"));
    const ingest = (body: object) => own.post("/api/v1/ingest", body, { accept: "application/json" });
    const part = await ingest({ source: "notes", paths: ["ops"] });
    expect(parse("ingest_report.v1", await part.json())).toMatchObject({ files: 3, added: 1 });
    for (const path of ["..", "../outside", "/etc/../../..", "ops/../../outside", "link", "a\0b"]) {
      const refused = await ingest({ source: "notes", paths: [path] });
      expect([path, refused.status]).toEqual([path, 400]);
    }
    expect((await ingest({ source: "nowhere" })).status).toBe(404);
    expect((await ingest({ paths: ["ops"] })).status).toBe(400);
    expect((await own.kebab.listSources()).sources.map(({ source_id }) => source_id)).toEqual(["notes"]);
  });

  it("goes on with an ingest whose caller goes away", async () => {
    const kept: Promise<unknown>[] = [];
    await using own = await HttpBench.open({ keep: (work) => kept.push(work) });
    own.folder.write("notes/new.md", "# New\n\nbarium\n");
    const response = await own.post("/api/v1/ingest", {});
    await response.body?.cancel();
    await Promise.all(kept);
    expect(kept).toHaveLength(1);
    expect((await own.kebab.search("barium")).returned).toBe(1);
  });
});

describe("who may write", () => {
  const browser = { origin: "http://127.0.0.1:7711", "sec-fetch-site": "same-origin" };
  const writing = ROUTES.filter(({ writes }) => writes);

  it.each(writing.map(({ path }) => path))("%s refuses a page without the token", async (path) => {
    expect((await bench.post(path, {}, browser)).status).toBe(401);
  });

  it.each(writing.map(({ path }) => path))("%s refuses to write with --readonly", async (path) => {
    await using own = await HttpBench.open({ readonly: true });
    const response = await own.post(path, {}, { "x-kebab-token": TOKEN });
    expect(response.status).toBe(403);
    expect(parse("error.v1", await response.json()).code).toBe("readonly");
  });

  it.each(ROUTES.map(({ method, path }) => [method, path] as const))(
    "%s %s refuses another Host, another origin and another site",
    async (method, path) => {
      const body = method === "POST" ? { body: "{}" } : {};
      for (const headers of [
        { host: "evil.example:7711" },
        { origin: "http://evil.example", "x-kebab-token": TOKEN },
        { "sec-fetch-site": "cross-site", "x-kebab-token": TOKEN },
      ]) {
        const response = await bench.request(path, { method, ...body, headers });
        expect(response.status).toBe(403);
        expect(parse("error.v1", await response.json()).code).toBe("forbidden");
      }
    },
  );

  it.each(["/", "/nothing", "/assets/x.js", "/api/v1", "/mcp"])("%s is no way around it", async (path) => {
    expect((await bench.request(path, { headers: { host: "evil.example" } })).status).toBe(403);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
    "refuses what a form can send: %j",
    async (type) => {
      const response = await bench.request("/api/v1/notes", {
        method: "POST",
        body: '{"text": "x"}',
        headers: { "content-type": type },
      });
      expect(response.status).toBe(415);
    },
  );
});

describe("every answer", () => {
  it("carries the safety headers, and none that lets another origin in", async () => {
    for (const path of ["/", "/healthz", "/nothing", "/api/v1/search?query=x", "/api/v1/search?top=0"]) {
      const { headers } = await bench.request(path, { headers: { origin: "http://127.0.0.1:7711" } });
      expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cache-control")).toBe("no-store");
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("is an error where the method or the address is wrong", async () => {
    const wrong = await bench.request("/api/v1/tags", { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect(parse("error.v1", await wrong.json()).code).toBe("method-not-allowed");
    expect((await bench.request("/api/v1/ask")).status).toBe(405);
    expect((await bench.request("/api/v1/tags", { method: "OPTIONS" })).status).toBe(405);
    expect((await bench.request("/api/v2/tags")).status).toBe(404);
    const head = await bench.request("/healthz", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("closes the connection once the server is to end", async () => {
    await using own = await HttpBench.open();
    expect((await own.request("/healthz")).headers.has("connection")).toBe(false);
    own.stopping.abort();
    expect((await own.request("/healthz")).headers.get("connection")).toBe("close");
  });

  it("names no folder of kebab's or of the user's in an error", async () => {
    await using own = await HttpBench.open({ files: {} });
    const missing = await own.request("/api/v1/status");
    expect(missing.status).toBe(409);
    const text = await missing.text();
    expect(text).toContain("(data folder)");
    expect(text).not.toContain(own.folder.path);
  });

  it("hides what nobody foresaw, and tells it to the log", async () => {
    await using own = await HttpBench.open();
    own.kebab.status = () => Promise.reject(new Error(`ENOENT ${own.folder.path}`));
    const response = await own.request("/api/v1/status");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain(own.folder.path);
    expect(own.log.join()).toContain(own.folder.path);
  });

  it("comes in time even to a body that does not", async () => {
    await using own = await HttpBench.open({ bodyTimeoutMs: 20 });
    const endless = new ReadableStream<Uint8Array>({ start: (out) => out.enqueue(new Uint8Array([123])) });
    const response = await own.request("/api/v1/search", {
      method: "POST",
      body: endless,
      duplex: "half",
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(408);
  });
});

describe("what is beside the API", () => {
  it("reaches a mount by every method, with the same checks before it", async () => {
    const seen: string[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      seen.push(`${request.method} ${await request.text()}`);
      return new Response("mounted");
    };
    await using own = await HttpBench.open({ mounts: [{ path: "/mcp", fetch }] });
    expect(await (await own.post("/mcp", { a: 1 })).text()).toBe("mounted");
    expect((await own.request("/mcp", { method: "DELETE" })).status).toBe(200);
    expect((await own.post("/mcp", {}, { origin: "http://evil.example" })).status).toBe(403);
    expect((await own.post("/mcp", {}, { origin: "http://127.0.0.1:7711" })).status).toBe(401);
    expect((await own.post("/mcp", { text: "x".repeat(3_000_000) })).status).toBe(413);
    expect(seen).toEqual(['POST {"a":1}', "DELETE "]);
  });

  it("serves the page with its token, its files for ever, and nothing else of the disk", async () => {
    const { TemporaryFolder } = await import("../../test/support/temporary-folder.ts");
    using folder = new TemporaryFolder();
    folder.write("secret.txt", "secret");
    folder.write("web/index.html", '<meta name="kebab-token" content="__KEBAB_TOKEN__">');
    folder.write("web/assets/index-a1b2c3d4.js", "run()");
    folder.write("web/icon.svg", "<svg/>");
    await using own = await HttpBench.open({ webRoot: folder.at("web") });
    const page = await own.request("/?q=x");
    expect(await page.text()).toBe(`<meta name="kebab-token" content="${TOKEN}">`);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const script = await own.request("/assets/index-a1b2c3d4.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("cache-control")).toContain("immutable");
    expect((await own.request("/icon.svg")).headers.get("cache-control")).toBe("no-cache");
    for (const path of [
      "/../secret.txt",
      "/%2e%2e/secret.txt",
      "/assets/..%2f..%2fsecret.txt",
      "/index.html",
    ]) {
      expect((await own.request(path)).status).toBe(404);
    }
  });

  it("says how to build the page where it is not", async () => {
    expect(await (await bench.request("/")).text()).toContain("npm run build:web");
  });
});
