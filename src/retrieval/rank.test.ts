import { describe, expect, it } from "vitest";
import type { RankedChunk } from "../core/search.ts";
import type { RetrievedList, RetrieveRequest, Retriever } from "../ports/retriever.ts";
import { rankChunks } from "./rank.ts";

const EMPTY: RetrievedList = {
  ranked: [],
  indexVersion: "lex:test",
  abstained: null,
  warnings: [],
  terms: [],
};

function retrieverOf(list: Partial<RetrievedList>): Retriever & { readonly asked: RetrieveRequest[] } {
  const asked: RetrieveRequest[] = [];
  return {
    asked,
    retrieve: async (request) => {
      asked.push(request);
      return { ...EMPTY, ...list };
    },
  };
}

const RANKED: readonly RankedChunk[] = [
  { chunkId: "b", score: 3 },
  { chunkId: "a", score: 1 },
  { chunkId: "c", score: 1 },
];

describe("rankChunks() in lexical mode", () => {
  it("keeps the order of the list and brings scores into [0, 1]", async () => {
    const { hits } = await rankChunks(
      { query: "q", mode: "lexical", wanted: 5, filter: {} },
      { lexical: retrieverOf({ ranked: RANKED }) },
    );
    expect(hits.map(({ chunkId, score }) => [chunkId, score])).toEqual([
      ["b", 0.75],
      ["a", 0.5],
      ["c", 0.5],
    ]);
    expect(hits[1]?.scores).toEqual({
      lexicalRank: 2,
      lexicalScore: 0.5,
      lexicalRaw: 1,
      vectorRank: null,
      vectorScore: null,
      fusionScore: 0.5,
      rrfScore: 1 / 62,
    });
  });

  it("asks for what is wanted and no more, with the filter as given", async () => {
    const lexical = retrieverOf({});
    const filter = { tagsAll: ["x"] };
    await rankChunks({ query: "q", mode: "lexical", wanted: 5, filter }, { lexical });
    expect(lexical.asked).toEqual([{ query: "q", limit: 5, filter }]);
  });
});

describe("rankChunks() in hybrid mode", () => {
  it("gives a chunk that leads one of two lists half of the best score", async () => {
    const { hits } = await rankChunks(
      { query: "q", mode: "hybrid", wanted: 5, filter: {} },
      { lexical: retrieverOf({ ranked: RANKED }) },
    );
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(["b", "a", "c"]);
    expect(hits[0]).toEqual({
      chunkId: "b",
      score: 0.5,
      scores: {
        lexicalRank: 1,
        lexicalScore: 0.75,
        lexicalRaw: 3,
        vectorRank: null,
        vectorScore: null,
        fusionScore: 0.5,
        rrfScore: 1 / 61,
      },
    });
    expect(hits[2]?.score).toBeCloseTo(1 / 63 / (2 / 61), 12);
  });

  it.each([
    [1, 50],
    [11, 50],
    [17, 51],
    [100, 300],
  ])("asks for three times what is wanted, and for fifty at least: %d → %d", async (wanted, limit) => {
    const lexical = retrieverOf({});
    await rankChunks({ query: "q", mode: "hybrid", wanted, filter: {} }, { lexical });
    expect(lexical.asked[0]?.limit).toBe(limit);
  });

  it("says once that there are no vectors", async () => {
    const { warnings } = await rankChunks(
      { query: "q", mode: "hybrid", wanted: 5, filter: {} },
      { lexical: retrieverOf({ warnings: ["first"] }) },
    );
    expect(warnings).toEqual(["first", "lexical only: this index has no vectors yet"]);
  });
});

describe("rankChunks()", () => {
  it("passes on why a retriever had nothing to say", async () => {
    const lexical = retrieverOf({ abstained: "the query holds no word" });
    const { warnings, hits } = await rankChunks(
      { query: "?", mode: "lexical", wanted: 5, filter: {} },
      { lexical },
    );
    expect(hits).toEqual([]);
    expect(warnings).toEqual(["keyword search had nothing to do: the query holds no word"]);
  });
});
