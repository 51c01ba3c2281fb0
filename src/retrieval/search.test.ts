import { beforeEach, describe, expect, it } from "vitest";
import { IngestBench } from "../../test/support/ingest-bench.ts";
import type { Retriever } from "../ports/retriever.ts";
import { createLexicalRetriever } from "./lexical-retriever.ts";
import type { Fusion } from "./rank.ts";
import { type SearchRequest, type SearchResult, search } from "./search.ts";
import { createAbsentRetriever } from "./vector-retriever.ts";

let bench: IngestBench;
let lexical: Retriever;

/** Seven notes on one word, the fewer words a note has the better it ranks, and some on others. */
beforeEach(async () => {
  bench = new IngestBench();
  for (let index = 0; index < 7; index++)
    bench.folder.write(`${index}.md`, `kafka ${"filler ".repeat(index)}\n`);
  for (let index = 0; index < 9; index++) bench.folder.write(`other-${index}.md`, "nothing of the kind\n");
  await bench.run();
  lexical = createLexicalRetriever(bench.lexicalIndex());
  return () => bench[Symbol.dispose]();
});

const REQUEST: SearchRequest = {
  query: "kafka",
  mode: "lexical",
  limit: 10,
  offset: 0,
  filter: {},
  snippetCharacters: 220,
  threshold: null,
  minScore: null,
  maxTokens: null,
};

const FUSION: Fusion = { policy: "rrf", rrfK: 60, candidateMultiplier: 3, weights: [1, 1] };

function run(changes: Partial<SearchRequest> = {}): Promise<SearchResult> {
  const vector = createAbsentRetriever("no vectors here");
  const retrievers = { lexical, vector, leaveToMeaning: async () => null };
  return search({ ...REQUEST, ...changes }, { retrievers, fusion: FUSION, reader: bench.reader });
}

const pathsOf = ({ hits }: SearchResult): string[] => hits.map(({ chunk }) => chunk.document.path);
const ALL = ["0.md", "1.md", "2.md", "3.md", "4.md", "5.md", "6.md"];

describe("search()", () => {
  it("gives the best hits with rank, snippet and what matched", async () => {
    const result = await run({ limit: 3 });
    expect(pathsOf(result)).toEqual(ALL.slice(0, 3));
    expect(result.hits.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(result.hits[1]).toMatchObject({
      matchedTerms: ["kafka"],
      snippet: { text: "kafka filler", marks: [{ start: 0, end: 5 }] },
    });
    expect(result).toMatchObject({ hasMore: true, truncated: false, warnings: [] });
  });

  it("gives fewer hits than asked without complaint", async () => {
    expect(await run({ query: "absent" })).toMatchObject({ hits: [], hasMore: false });
    expect(await run()).toMatchObject({ hasMore: false });
  });

  it("goes on where the page before ended, page by page to the end", async () => {
    const pages: string[][] = [];
    for (let offset = 0, more = true; more; offset += 3) {
      const result = await run({ limit: 3, offset });
      expect(result.hits[0]?.rank).toBe(offset + 1);
      pages.push(pathsOf(result));
      more = result.hasMore;
    }
    expect(pages).toEqual([ALL.slice(0, 3), ALL.slice(3, 6), ALL.slice(6)]);
  });

  it("drops hits whose score is below the least one asked for, in both modes", async () => {
    for (const mode of ["lexical", "hybrid"] as const) {
      const { hits } = await run({ mode });
      const minScore = hits[2]!.score;
      expect(pathsOf(await run({ mode, minScore }))).toEqual(ALL.slice(0, 3));
      expect(await run({ mode, minScore, limit: 2 })).toMatchObject({ hasMore: true });
      expect(await run({ mode, minScore: 1.01 })).toMatchObject({ hits: [], hasMore: false });
    }
  });

  it("drops hits whose raw RRF score is below the threshold, in both modes", async () => {
    for (const mode of ["lexical", "hybrid"] as const) {
      expect(pathsOf(await run({ mode, threshold: 1 / 62 }))).toEqual(ALL.slice(0, 2));
      expect(await run({ mode, threshold: 1 / 60 })).toMatchObject({ hits: [] });
    }
  });

  it("stops before the snippets pass the tokens allowed, but gives one hit always", async () => {
    expect(await run({ maxTokens: 1 })).toMatchObject({
      hits: [{ rank: 1 }],
      truncated: true,
      hasMore: true,
    });
    const some = await run({ maxTokens: 8 });
    expect(some.hits.length).toBeGreaterThan(1);
    expect(some.hits.length).toBeLessThan(7);
    expect(await run({ maxTokens: 10_000 })).toMatchObject({ truncated: false });
  });

  it("loses no hit between pages that the token limit cut short", async () => {
    const seen: string[] = [];
    for (let offset = 0, more = true; more; ) {
      const result = await run({ limit: 4, offset, maxTokens: 6 });
      seen.push(...pathsOf(result));
      offset += result.hits.length;
      more = result.hasMore;
    }
    expect(seen).toEqual(ALL);
  });

  it("filters before it cuts: a filter never makes a hit vanish that exists", async () => {
    expect(pathsOf(await run({ filter: { path: "6.md" }, limit: 1 }))).toEqual(["6.md"]);
    expect(pathsOf(await run({ filter: { path: "6.md" }, limit: 1, mode: "hybrid" }))).toEqual(["6.md"]);
  });

  it("leaves out a hit that was removed after it was ranked", async () => {
    const { retrieve } = lexical;
    lexical = {
      retrieve: async (request) => {
        const list = await retrieve(request);
        await bench.writer.remove("notes", ["1.md"]);
        return list;
      },
    };
    expect(pathsOf(await run({ limit: 3 }))).toEqual(["0.md", "2.md"]);
  });

  it("cuts the snippet from the document's own text", async () => {
    bench.folder.write("korean.md", `${"앞말 ".repeat(60)}useMemo는 값을 기억한다. Installed packages.\n`);
    await bench.run();
    const { hits } = await run({ query: "usememo install", snippetCharacters: 60 });
    const { text } = hits[0]!.chunk;
    const { snippet } = hits[0]!;
    expect(text).toContain(snippet.text);
    expect(snippet.marks.map(({ start, end }) => snippet.text.slice(start, end))).toEqual([
      "useMemo",
      "Installed",
    ]);
  });

  it("gives the same answer twice, the time aside", async () => {
    const { timing: first, ...one } = await run({ mode: "hybrid" });
    const { timing: second, ...two } = await run({ mode: "hybrid" });
    expect(JSON.stringify(two)).toBe(JSON.stringify(one));
    expect(Object.keys(first)).toEqual(Object.keys(second));
  });
});
