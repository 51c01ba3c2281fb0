import { expect, test } from "vitest";
import { toRankedLines } from "./eval-run.ts";
import type { GoldenQuery, GoldenSet } from "./golden.ts";
import { toGoldenQueryRecords, toGoldenVariantRecord } from "./golden-record.ts";
import type { Passage } from "./judge-passages.ts";
import type { EvalProgress } from "./run-beir.ts";
import { type PassageSearch, type RunGoldenOptions, runGolden } from "./run-golden.ts";

const toPassage = (chunkId: string, text: string): Passage => ({
  chunkId,
  documentId: chunkId.charAt(0),
  path: `${chunkId.charAt(0)}.md`,
  uri: `${chunkId.charAt(0)}.md#${chunkId}`,
  text,
  headings: "",
});

/** a1 and a2 hold "35일"; the x are of no interest. */
const PASSAGES = [
  toPassage("a1", "백업은 35일 보관한다"),
  toPassage("a2", "WAL 35일"),
  toPassage("b1", "roll back"),
  ...Array.from({ length: 150 }, (_, at) => toPassage(`x${at}`, "x")),
];

const query = (id: string, parts: Partial<GoldenQuery>): GoldenQuery => ({
  id,
  query: id,
  kind: null,
  group: null,
  expect: [],
  mustContain: [],
  forbidden: [],
  refuse: false,
  filter: {},
  ...parts,
});
const BACKUP = [{ kind: "passage", path: "a.md", contains: "35일", grade: 1 }] as const;
const ROLLBACK = [{ kind: "passage", path: "b.md", contains: "roll back", grade: 1 }] as const;

const SET: GoldenSet = {
  name: "tiny",
  corpus: null,
  defaults: { mode: null, top: null },
  require: new Map(),
  queries: [
    query("first", { kind: "ko", group: "backup", query: "백업 보관", expect: BACKUP }),
    query("third", { kind: "en", group: "backup", query: "retention of backups", expect: BACKUP }),
    query("late", {
      kind: "en",
      query: "roll back",
      expect: ROLLBACK,
      forbidden: [{ kind: "path", path: "x.md" }],
    }),
    query("never", { kind: "en", query: "undo a release", expect: ROLLBACK, filter: { langs: ["en"] } }),
    query("unknown", { refuse: true }),
  ],
};

const xs = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `x${from + at}`);
const RANKINGS: Readonly<Record<string, readonly string[]>> = {
  "백업 보관": ["a1", "x0", "x1", "a2"],
  "retention of backups": ["x0", "x1", "a2"],
  "roll back": [...xs(0, 11), "b1"],
  // Beyond the hundred that are looked at.
  "undo a release": [...xs(0, 120), "b1"],
};

const search: PassageSearch = async (text, { depth }) =>
  (RANKINGS[text] ?? []).slice(0, depth + 50).map((chunkId, at) => ({ chunkId, score: 1 / (at + 1) }));

const OPTIONS: RunGoldenOptions = {
  set: SET,
  search,
  index: {
    passagesAt: async (path) => PASSAGES.filter((each) => each.path === path),
    passage: async (chunkId) => PASSAGES.find((each) => each.chunkId === chunkId) ?? null,
    paths: async () => ["a.md", "b.md", "x.md"],
    placesOf: async (ids) =>
      new Map(PASSAGES.filter(({ chunkId }) => ids.includes(chunkId)).map((each) => [each.chunkId, each])),
  },
  modes: ["lexical"],
  fusions: ["rrf"],
  top: 10,
};

test("runGolden() measures passages by hand-computed figures, over the queries that expect something", async () => {
  const [run] = await runGolden(OPTIONS);
  expect(run?.perQuery.map(({ queryId, rank }) => [queryId, rank])).toEqual([
    ["first", 1],
    ["third", 3],
    ["late", 12],
    ["never", null],
  ]);
  // Two passages hold "35일", so the ideal is 1 + 1/log2(3) = 1.630930.
  // first: ranks 1 and 4: (1 + 1/log2(5)) / 1.630930 = 1.430677 / 1.630930 = 0.877215
  // third: rank 3 alone: (1/log2(4)) / 1.630930 = 0.306574
  const gains = run?.perQuery.map(({ metrics }) => metrics.ndcgAt10) ?? [];
  expect(gains[0]).toBeCloseTo(0.877215, 6);
  expect(gains[1]).toBeCloseTo(0.306574, 6);
  expect(gains.slice(2)).toEqual([0, 0]);
  // recall: 1, 1/2, 1, 0; mrr: 1, 1/3, 0, 0; map: (1 + 2/4)/2, (1/3)/2, 1/12, 0
  expect(run?.metrics.recallAt100).toBeCloseTo((1 + 0.5 + 1) / 4, 12);
  expect(run?.metrics.mrrAt10).toBeCloseTo((1 + 1 / 3) / 4, 12);
  expect(run?.metrics.map).toBeCloseTo((0.75 + 1 / 6 + 1 / 12) / 4, 12);
  expect(run?.metrics).toMatchObject({ hitAt1: 0.25, hitAt3: 0.5, hitAt5: 0.5, hitAt10: 0.5 });
  expect(run?.emptyRate).toBe(0);
});

test("runGolden() tells a passage that is ranked too low from one that is in no list, and what that one lacks", async () => {
  const [run] = await runGolden(OPTIONS);
  expect(run?.perQuery.map(({ miss }) => miss)).toEqual([
    null,
    null,
    { problem: "ranking", missingWords: [] },
    { problem: "vocabulary", missingWords: ["undo", "release"] },
  ]);
  expect(run?.misses).toEqual({ ranking: 1, vocabulary: 1 });
});

test("runGolden() gives ranks and spread of paraphrases, and figures by kind in the order of the file", async () => {
  const [run] = await runGolden(OPTIONS);
  expect(run?.groups).toEqual([
    { group: "backup", queries: ["first", "third"], ranks: [1, 3], ndcg_spread: expect.closeTo(0.570642, 6) },
  ]);
  expect(run?.kinds.map(({ kind, queries, metrics }) => [kind, queries, metrics["hit@10"]])).toEqual([
    ["ko", 1, 1],
    ["en", 3, 1 / 3],
  ]);
});

test("runGolden() counts what is forbidden among the first hits, as far as a user sees them", async () => {
  const [run] = await runGolden(OPTIONS);
  expect(run?.forbidden).toBe(1);
  expect(run?.perQuery[2]?.forbidden).toEqual(["x.md"]);
  const only = {
    ...SET,
    queries: [
      query("late", { query: "백업 보관", expect: BACKUP, forbidden: [{ kind: "path", path: "x.md" }] }),
    ],
  };
  const [narrow] = await runGolden({ ...OPTIONS, set: only, top: 1 });
  expect(narrow?.forbidden).toBe(0);
});

test("a ranking ends at a hundred, names places, and skips what is gone", async () => {
  const [run] = await runGolden(OPTIONS);
  expect(run?.perQuery[3]?.ranking).toHaveLength(100);
  const gone: RunGoldenOptions = {
    ...OPTIONS,
    index: { ...OPTIONS.index, placesOf: async () => new Map() },
  };
  expect((await runGolden(gone))[0]).toMatchObject({ emptyRate: 1, metrics: { recallAt100: 0 } });
  expect([...toRankedLines({ runs: run === undefined ? [] : [run] })].slice(0, 2)).toEqual([
    "first\ta.md#a1\t1\t1\tlexical",
    "first\tx.md#x0\t2\t0.5\tlexical",
  ]);
});

test("the search gets each query's filter and variant, and the clock counts after the warm-up", async () => {
  const asked: string[] = [];
  let time = 0;
  const runs = await runGolden({
    ...OPTIONS,
    modes: ["lexical", "hybrid"],
    fusions: ["rrf", "linear"],
    warmUpQueries: 1,
    search: async (text, { variant, filter, depth }) => {
      asked.push([text, variant.mode, variant.fusion, JSON.stringify(filter), depth].join(" "));
      time += asked.length === 1 ? 5000 : 2;
      return search(text, { variant, filter, depth });
    },
    now: () => time,
  });
  expect(runs.map(({ mode, fusion }) => [mode, fusion])).toEqual([
    ["lexical", null],
    ["hybrid", "rrf"],
    ["hybrid", "linear"],
  ]);
  expect(asked).toHaveLength(3 * 5);
  expect(asked).toContain('undo a release hybrid linear {"langs":["en"]} 100');
  expect(runs[0]?.latencyMs).toEqual({ p50: 2, p95: 2 });
});

test("records carry rank, miss and what is forbidden; nothing where there is nothing", async () => {
  const runs = await runGolden(OPTIONS);
  const records = [...toGoldenQueryRecords(runs)];
  expect(records[0]).toMatchObject({ query_id: "first", kind: "ko", group: "backup", rank: 1 });
  expect(records[0]).not.toHaveProperty("miss");
  expect(records[0]).not.toHaveProperty("forbidden");
  expect(records[3]).toMatchObject({
    rank: null,
    miss: { problem: "vocabulary", missing_words: ["undo", "release"] },
  });
  expect(runs.map(toGoldenVariantRecord)).toMatchObject([
    {
      mode: "lexical",
      fusion: null,
      misses: { ranking: 1, vocabulary: 1 },
      forbidden: 1,
      metrics: { "hit@1": 0.25 },
    },
  ]);
});

test("a set in which everything is to be refused has nothing to rank", async () => {
  const set = { ...SET, queries: SET.queries.filter(({ refuse }) => refuse) };
  expect(await runGolden({ ...OPTIONS, set })).toEqual([]);
});

test("runGolden() reports its progress and stops at the next query once its signal is aborted", async () => {
  const events: EvalProgress[] = [];
  await runGolden({ ...OPTIONS, onProgress: (event) => events.push(event) });
  expect(events.map(({ kind }) => kind)).toEqual([
    "mode-started",
    ...Array.from({ length: 4 }, () => "query-answered"),
    "mode-finished",
  ]);
  const controller = new AbortController();
  let searches = 0;
  const run = runGolden({
    ...OPTIONS,
    signal: controller.signal,
    search: async () => {
      searches++;
      controller.abort();
      return [];
    },
  });
  await expect(run).rejects.toMatchObject({ code: "interrupted" });
  expect(searches).toBe(1);
});
