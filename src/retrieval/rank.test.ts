import { describe, expect, it } from "vitest";
import type { RankedChunk } from "../core/search.ts";
import type { RetrievedList, RetrieveRequest, Retriever } from "../ports/retriever.ts";
import { type Fusion, type RankRequest, rankChunks } from "./rank.ts";

const EMPTY: RetrievedList = {
  ranked: [],
  indexVersion: "lex:1",
  model: null,
  abstained: null,
  warnings: [],
  terms: [],
};
const FUSION: Fusion = { policy: "rrf", rrfK: 60, candidateMultiplier: 3, weights: [1, 1] };
const REQUEST: RankRequest = { query: "q", mode: "hybrid", top: 5, wanted: 6, filter: {} };

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

const LEXICAL: readonly RankedChunk[] = [
  { chunkId: "b", score: 3 },
  { chunkId: "a", score: 1 },
  { chunkId: "c", score: 1 },
];
const VECTOR: readonly RankedChunk[] = [
  { chunkId: "a", score: 0.9 },
  { chunkId: "d", score: 0.5 },
];

function rank(
  request: Partial<RankRequest>,
  lists: { lexical?: Partial<RetrievedList>; vector?: Partial<RetrievedList> },
  fusion: Partial<Fusion> = {},
  reason: string | null = null,
) {
  const lexical = retrieverOf(lists.lexical ?? {});
  const vector = retrieverOf({ indexVersion: "vec:m@1:2", model: "m", ...lists.vector });
  const retrievers = { lexical, vector, leaveToMeaning: async () => reason };
  const ranking = rankChunks({ ...REQUEST, ...request }, retrievers, { ...FUSION, ...fusion });
  return { lexical, vector, ranking };
}

describe("rankChunks() in a single mode", () => {
  it("keeps the order of the lexical list and brings scores into [0, 1] by s/(1+s)", async () => {
    const { ranking, vector } = rank({ mode: "lexical" }, { lexical: { ranked: LEXICAL } });
    const { hits, indexVersion } = await ranking;
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
      vectorRaw: null,
      fusionScore: 0.5,
      rrfScore: 1 / 62,
      parts: null,
    });
    expect(indexVersion).toBe("lex:1");
    expect(vector.asked).toEqual([]);
  });

  it("gives the vector list (1+cosine)/2", async () => {
    const { ranking, lexical } = rank({ mode: "vector" }, { vector: { ranked: VECTOR } });
    const { hits, indexVersion } = await ranking;
    expect(hits[1]?.scores).toEqual({
      lexicalRank: null,
      lexicalScore: null,
      lexicalRaw: null,
      vectorRank: 2,
      vectorScore: 0.75,
      vectorRaw: 0.5,
      fusionScore: 0.75,
      rrfScore: 1 / 62,
      parts: null,
    });
    expect(indexVersion).toBe("vec:m@1:2");
    expect(lexical.asked).toEqual([]);
  });

  it("asks for what is wanted and no more, with the filter as given", async () => {
    const filter = { tagsAll: ["x"] };
    const { ranking, lexical } = rank({ mode: "lexical", wanted: 6, filter }, {});
    await ranking;
    expect(lexical.asked).toEqual([{ query: "q", limit: 6, filter }]);
  });
});

describe("rankChunks() in hybrid mode", () => {
  it("fuses both lists, each side with its own numbers and null for the other", async () => {
    const { ranking } = rank({}, { lexical: { ranked: LEXICAL }, vector: { ranked: VECTOR } });
    const { hits, indexVersion } = await ranking;
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(["a", "b", "d", "c"]);
    expect(hits[0]?.scores).toMatchObject({
      lexicalRank: 2,
      vectorRank: 1,
      rrfScore: 1 / 61 + 1 / 62,
      fusionScore: (1 / 61 + 1 / 62) / (2 / 61),
    });
    expect(hits[0]?.score.toFixed(4)).toBe("0.9919");
    expect(hits[1]?.scores).toMatchObject({
      lexicalRank: 1,
      lexicalScore: 0.75,
      vectorRank: null,
      vectorScore: null,
      vectorRaw: null,
      fusionScore: 0.5,
      rrfScore: 1 / 61,
    });
    expect(indexVersion).toBe("hybrid:lex:1+vec:m@1:2");
  });

  it("returns all four of disjoint lists", async () => {
    const chunks = (...ids: string[]): RankedChunk[] => ids.map((chunkId) => ({ chunkId, score: 0.5 }));
    const { ranking } = rank(
      {},
      { lexical: { ranked: chunks("A", "B") }, vector: { ranked: chunks("C", "D") } },
    );
    expect((await ranking).hits.map(({ chunkId }) => chunkId)).toEqual(["A", "C", "B", "D"]);
  });

  it.each([
    [1, 3, 50],
    [16, 3, 50],
    [17, 3, 51],
    [100, 3, 300],
    [20, 5, 100],
  ])(
    "asks each side for top %d × %d, and for fifty at least: %d",
    async (top, candidateMultiplier, limit) => {
      // Whatever page it is: with other candidates the order could change from one page to the next.
      const { ranking, lexical, vector } = rank({ top, wanted: 900 }, {}, { candidateMultiplier });
      await ranking;
      expect([lexical, vector].map(({ asked }) => asked[0]?.limit)).toEqual([limit, limit]);
    },
  );

  it("goes by the policy, k and weights it is given", async () => {
    const lists = { lexical: { ranked: LEXICAL }, vector: { ranked: VECTOR } };
    const { hits } = await rank({}, lists, { policy: "weighted_rrf", weights: [0, 1] }).ranking;
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(["a", "d", "b", "c"]);
    const { hits: close } = await rank({}, lists, { rrfK: 1 }).ranking;
    expect(close[1]?.scores.rrfScore).toBe(1 / 2);
  });

  it("keeps a cosine that rounding carried past 1 in [0, 1]", async () => {
    const ranked = [{ chunkId: "a", score: 1.0000001 }];
    expect((await rank({}, { vector: { ranked } }).ranking).hits[0]?.scores.vectorScore).toBe(1);
  });
});

describe("rankChunks() where one side leaves passages to the other", () => {
  const left = { ranked: VECTOR.slice(0, 1), whole: VECTOR };

  it("says that words are asked, too, and takes the whole list when they have found nothing", async () => {
    const found = rank({}, { lexical: { ranked: LEXICAL }, vector: left });
    expect((await found.ranking).hits.map(({ chunkId }) => chunkId)).toEqual(["a", "b", "c"]);
    expect(found.vector.asked).toEqual([expect.objectContaining({ besideWords: true })]);
    const none = rank({}, { vector: left });
    expect((await none.ranking).hits.map(({ chunkId }) => chunkId)).toEqual(["a", "d"]);
    expect(none.vector.asked).toHaveLength(1);
  });

  it("takes meaning's whole list where words stand back, and keeps what they mark", async () => {
    const terms = [{ kind: "word", text: "kafka" }] as const;
    const { ranking } = rank(
      {},
      { lexical: { ranked: LEXICAL, terms }, vector: left },
      {},
      "nothing in common",
    );
    const { hits, sides, warnings } = await ranking;
    expect(hits.map(({ chunkId, scores }) => [chunkId, scores.lexicalRank])).toEqual([
      ["a", null],
      ["d", null],
    ]);
    expect(sides[0]?.list).toMatchObject({ ranked: [], abstained: "nothing in common", terms });
    expect(warnings).toEqual(["keyword search has nothing to say: nothing in common"]);
  });

  it("asks nobody to stand back in a single mode", async () => {
    const { ranking } = rank({ mode: "lexical" }, { lexical: { ranked: LEXICAL } }, {}, "nothing in common");
    expect((await ranking).hits).toHaveLength(3);
  });
});

describe("rankChunks()", () => {
  it("passes on why a retriever had nothing to say, and both sides' warnings", async () => {
    const { ranking } = rank(
      {},
      { lexical: { abstained: "the query holds no word" }, vector: { warnings: ["behind"] } },
    );
    const { warnings, hits } = await ranking;
    expect(hits).toEqual([]);
    expect(warnings).toEqual(["keyword search has nothing to say: the query holds no word", "behind"]);
  });

  it("says what each side was asked for and gave", async () => {
    const { ranking } = rank({}, { lexical: { ranked: LEXICAL }, vector: { abstained: "no" } });
    const { sides } = await ranking;
    expect(sides.map(({ side, asked, list }) => [side, asked, list.ranked.length, list.abstained])).toEqual([
      ["lexical", 50, 3, null],
      ["vector", 50, 0, "no"],
    ]);
  });
});
