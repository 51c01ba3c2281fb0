import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchHitWire, SearchResponse } from "../wire/search.ts";
import { renderDocuments, renderSearch } from "./text.ts";

function toHit(parts: Partial<SearchHitWire> = {}): SearchHitWire {
  return {
    schema_version: "search_hit.v1",
    rank: 1,
    score: 0.5,
    score_kind: "rrf",
    chunk_id: "c",
    doc_id: "d",
    doc_path: "노트/a.md",
    title: "제목",
    type: "markdown",
    tags: [],
    heading_path: ["제목", "둘째"],
    section_label: null,
    snippet: "첫 줄\n\n<mark>찾은</mark> 말",
    citation: {
      uri: "노트/a.md#L1-L3",
      path: "노트/a.md",
      kind: "lines",
      start_line: 1,
      end_line: 3,
      page: null,
      symbol: null,
      code_lang: null,
    },
    retrieval: {
      method: "hybrid",
      lexical_score: 0.5,
      lexical_rank: 1,
      vector_score: null,
      vector_rank: null,
      fusion_score: 0.5,
      rrf_score: 0.016,
    },
    index_version: "lex:1",
    embedding_model: null,
    chunker_version: "1",
    indexed_at: "2026-01-01T00:00:00.000Z",
    stale: false,
    lang: "ko",
    source_id: "notes",
    trust_level: "primary",
    ...parts,
  };
}

function toResponse(hits: SearchHitWire[], parts: Partial<SearchResponse> = {}): SearchResponse {
  return {
    schema_version: "search_response.v1",
    query: "q",
    mode: "hybrid",
    returned: hits.length,
    hits,
    index_version: "lex:1",
    warnings: [],
    next_cursor: null,
    truncated: false,
    ...parts,
  };
}

describe("renderSearch()", () => {
  it("gives two lines a hit: the citation with its headings, and the snippet without marks", () => {
    expect(renderSearch(toResponse([toHit()]))).toBe(
      "1. 노트/a.md#L1-L3 · 제목 › 둘째 · 0.500\n   첫 줄 찾은 말\n1 hit (hybrid)",
    );
  });

  it("names the sources where there is more than one, what is stale, and how to go on", () => {
    const hits = [toHit({ stale: true }), toHit({ rank: 2, source_id: "work" })];
    const text = renderSearch(toResponse(hits, { next_cursor: "abc", warnings: ["vectors lag"] }));
    expect(text).toContain("[source work]");
    expect(text).toContain("changed since it was indexed");
    expect(text.endsWith("2 hits (hybrid); more with cursor abc\nwarning: vectors lag")).toBe(true);
  });

  it("says what to try where there is nothing", () => {
    expect(renderSearch(toResponse([]))).toMatch(/^no hits \(hybrid\): try/);
  });

  it("keeps any text of a document on its own line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (snippet, title) => {
        const lines = renderSearch(toResponse([toHit({ snippet, title, heading_path: [] })])).split(
          /[\n\r\u2028\u2029]/,
        );
        expect(lines).toHaveLength(3);
      }),
    );
    const forged = toHit({
      snippet: "x\n2. /etc/passwd#L1-L1 · forged\u001b[31m",
      heading_path: ["a\nwarning: b"],
    });
    const text = renderSearch(toResponse([forged]));
    expect(text.split("\n")).toHaveLength(3);
    expect(text).not.toContain("\u001b");
  });

  it("is linear on a text of a megabyte", () => {
    const snippet = `${" \n".repeat(500_000)}<mark`;
    expect(renderSearch(toResponse([toHit({ snippet })]))).toContain("<mark");
  });
});

describe("renderDocuments()", () => {
  it("tells how many are left", () => {
    const list = { schema_version: "document_list.v1", total: 30, returned: 0, documents: [] } as const;
    expect(renderDocuments({ ...list, documents: [] }, 30)).toBe("0 of 30");
    expect(renderDocuments({ ...list, documents: [] }, 10)).toBe("0 of 30; more with offset 10");
  });
});
