import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KebabCommand, mapInParallel, openNotes, type Wire } from "./kebab-command.ts";

const QUERIES = [
  "배포를 롤백하는 방법",
  "useMemo는 언제 쓰나",
  "kafka lag이 늘어날 때",
  "전세 보증금",
  "PostgreSQL point-in-time recovery",
  "http header",
  "연말정산 소득공제",
  "half marathon",
  "김치찌개 쌀뜨물",
  "초성 검색",
  "reciprocal rank fusion",
  "cert-manager Let's Encrypt",
  "outbox",
  "hedged request",
  "결제 장애 postmortem",
  "ETag 304",
  "회의를 줄이는 방법",
  "retry with jitter",
  "WAL checkpoint",
  "restore drill",
];

let kebab: KebabCommand;
let hits: Wire<"search_hit.v1">[];
beforeAll(async () => {
  kebab = await openNotes();
  const responses = await mapInParallel(QUERIES, (query) =>
    kebab.askHere("search_response.v1", ["search", query, "--top", "5"]),
  );
  const found = responses.flatMap((response) => response.hits);
  hits = [...new Map(found.map((hit) => [hit.chunk_id, hit])).values()];
  expect(responses.every((response) => response.returned > 0)).toBe(true);
});
afterAll(() => kebab[Symbol.dispose]());

describe("a citation", () => {
  it("gives back the chunk's text, for every hit of twenty queries", async () => {
    expect(hits.length).toBeGreaterThan(60);
    await mapInParallel(hits, async (hit) => {
      const { chunk_id, citation, doc_id } = hit;
      const byId = await kebab.askHere("fetch_result.v1", ["fetch", "chunk", chunk_id]);
      const byCitation = await kebab.askHere("fetch_result.v1", ["fetch", "span", citation.uri]);
      expect(byCitation).toEqual({ ...byId, kind: "span" });
      expect(byId).toMatchObject({ kind: "chunk", doc_id, uri: citation.uri, stale: false });
      expect(byId.text).toContain(hit.snippet.replaceAll(/<\/?mark>/g, ""));
    });
  });

  it("does so through the real program, for Markdown with YAML and TOML headers, code, text and PDF", async () => {
    const paths = [
      "ops/deploy-rollback.md",
      "dev/api-conventions.md",
      "code/parseHttpHeader.ts",
      "life/kimchi-jjigae.txt",
      "ops/postmortem-2026-05-21.pdf",
    ];
    const some = paths.map((path) => hits.find((hit) => hit.doc_path === path));
    expect(some.map((hit) => hit?.doc_path)).toEqual(paths);
    await mapInParallel(some, async (hit) => {
      const byId = await kebab.run(["fetch", "chunk", hit!.chunk_id]);
      const byCitation = await kebab.run(["fetch", "span", hit!.citation.uri]);
      expect(byCitation).toMatchObject({ code: 0, stderr: "", stdout: byId.stdout });
    });
  });

  it("counts lines of the file from 1, the header included", () => {
    for (const { citation, doc_path, snippet, type } of hits) {
      if (type === "pdf") {
        expect(citation).toMatchObject({ kind: "page", start_line: null, end_line: null });
        expect(citation.uri).toMatch(/^ops\/postmortem-2026-05-21\.pdf#p=\d+/);
        continue;
      }
      const lines = readFileSync(kebab.at("notes", doc_path), "utf8").split("\n");
      const cited = lines.slice(citation.start_line! - 1, citation.end_line!).join("\n");
      expect(citation.uri).toMatch(/^[^#]+#L\d+-L\d+$/);
      expect(cited).toContain(snippet.replaceAll(/<\/?mark>/g, ""));
    }
  });

  it("names symbol and language in code", async () => {
    const found = await kebab.askHere("search_response.v1", [
      "search",
      "splitDirectives",
      "--code-lang",
      "ts",
      "--top",
      "1",
    ]);
    expect(found.hits[0]?.citation).toMatchObject({ symbol: "splitDirectives", code_lang: "typescript" });
  });

  it("may be written by hand: one line, or a page", async () => {
    expect((await kebab.runHere(["fetch", "span", "dev/korean-text.md#L1"])).stdout).toBe(
      "# 한국어 텍스트 다루기: NFC, NFD, 자모, 초성\n",
    );
    expect((await kebab.runHere(["fetch", "span", "ops/postmortem-2026-05-21.pdf#p=1"])).code).toBe(0);
  });

  it("still gives what was indexed after the file has changed, and says so", async () => {
    const uri = "life/running-log.md#L1-L3";
    const before = await kebab.run(["fetch", "span", uri]);
    const original = readFileSync(kebab.at("notes/life/running-log.md"));
    kebab.write("notes/life/running-log.md", "gone\n");
    const after = await kebab.run(["fetch", "span", uri]);
    kebab.write("notes/life/running-log.md", original);
    expect(after.stdout).toBe(before.stdout);
    expect(after.stderr).toContain("the file has changed");
  });
});

describe("fetch", () => {
  it("gives the whole document, header and all", async () => {
    for (const path of [
      "ops/deploy-rollback.md",
      "dev/api-conventions.md",
      "code/hangul.rs",
      "inbox.txt",
      "life/전세-계약.md",
    ]) {
      const { text } = await kebab.askHere("fetch_result.v1", ["fetch", "doc", path]);
      expect(text).toBe(readFileSync(kebab.at("notes", path), "utf8"));
    }
  });

  it("gives a chunk with its neighbours as one stretch of the file", async () => {
    const { chunks } = await kebab.askHere("document.v1", ["inspect", "doc", "ops/deploy-rollback.md"]);
    const { text } = await kebab.askHere("fetch_result.v1", [
      "fetch",
      "chunk",
      chunks[2]!.chunk_id,
      "--context",
      "1",
    ]);
    const lines = readFileSync(kebab.at("notes/ops/deploy-rollback.md"), "utf8").split("\n");
    expect(text).toBe(lines.slice(19, 49).join("\n"));
    const all = await kebab.askHere("fetch_result.v1", [
      "fetch",
      "chunk",
      chunks[0]!.chunk_id,
      "--context",
      "1000",
    ]);
    expect(all.text).toBe(lines.slice(11).join("\n").trimEnd());
  });

  it("counts what overlapping chunks share only once", async () => {
    const config = kebab.write(
      "overlap/config.toml",
      '[storage]\ndata_dir = "data"\n[chunk]\ntarget_tokens = 50\noverlap_tokens = 20\n',
    );
    const sentences = Array.from(
      { length: 40 },
      (_, position) => `Sentence number ${position} is here.`,
    ).join("\n");
    kebab.write("overlap/notes/a.md", `# Long\n\n${sentences}\n`);
    await kebab.runHere(["ingest", kebab.at("overlap/notes"), "--config", config]);
    const { chunks } = await kebab.askHere("document.v1", ["inspect", "doc", "a.md", "--config", config]);
    expect(chunks.length).toBeGreaterThan(3);
    const { text } = await kebab.askHere("fetch_result.v1", [
      ...["fetch", "chunk", chunks[1]!.chunk_id, "--context", "1000", "--config", config],
    ]);
    expect(text).toBe(`# Long\n\n${sentences}`);
    for (const { chunk_id, uri } of chunks) {
      const byId = await kebab.askHere("fetch_result.v1", ["fetch", "chunk", chunk_id, "--config", config]);
      const byCitation = await kebab.askHere("fetch_result.v1", ["fetch", "span", uri, "--config", config]);
      expect(byCitation.text).toBe(byId.text);
    }
  });

  it("asks which source is meant when two have the path", async () => {
    const elsewhere = ["--data-dir", kebab.at("twins-data")];
    kebab.write("one/a.md", "# One\n");
    kebab.write("two/a.md", "# Two\n");
    await kebab.runHere(["ingest", kebab.at("one"), kebab.at("two"), ...elsewhere]);
    const unsure = await kebab.runHere(["fetch", "doc", "a.md", ...elsewhere]);
    expect(unsure).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--source with one of: one, two"),
    });
    const sure = await kebab.runHere(["fetch", "span", "a.md#L1", "--source", "two", ...elsewhere]);
    expect(sure.stdout).toBe("# Two\n");
    const wrong = await kebab.runHere(["fetch", "doc", "a.md", "--source", "three", "--json", ...elsewhere]);
    expect(wrong.error().code).toBe("not-found");
  });

  const outside = (): string[] => {
    const secret = kebab.write("secret.md", "the secret\n");
    return [
      "../secret.md",
      "ops/../../secret.md",
      "./ops/tls-renewal.md",
      "ops//tls-renewal.md",
      "..\\secret.md",
      "%2e%2e/secret.md",
      "..%2fsecret.md",
      "ops%2Ftls-renewal.md",
      secret,
      kebab.at("notes/ops/tls-renewal.md"),
      `file://${secret}`,
      "/etc/passwd",
      "notes/ops/tls-renewal.md",
      "",
      ".",
      "..",
      "ops",
      "*",
      "%",
      "ops/tls-renewal.md' or '1'='1",
    ];
  };
  it("never leaves the index: dots, absolute paths, escapes and globs are not found", async () => {
    for (const path of outside()) {
      for (const args of [
        ["doc", path],
        ["span", `${path}#L1-L9`],
        ["span", `${path}#p=1`],
        ["chunk", path],
      ]) {
        const result = await kebab.runHere(["fetch", "--json", "--", ...args]);
        expect({ args, code: result.code, stdout: result.stdout }).toEqual({ args, code: 2, stdout: "" });
        // "#L1" without a path is no citation at all.
        expect(result.error().code).toBe(path === "" && args[0] === "span" ? "usage" : "not-found");
      }
    }
  });

  it("does not leave the index through the real program either", async () => {
    outside();
    const { code, stdout, stderr } = await kebab.run(["fetch", "span", "../secret.md#L1-L2"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toContain("the secret");
  });
});
