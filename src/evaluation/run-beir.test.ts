import { expect, test } from "vitest";
import { toQueryRecords, toRankedLines, toVariantRecord } from "./eval-run.ts";
import {
  type ChunkSearch,
  type EvalProgress,
  type JudgedSet,
  type RunBeirOptions,
  runBeir,
  toSetHash,
} from "./run-beir.ts";

const SET: JudgedSet = {
  name: "tiny",
  contentHash: "c0ffee",
  documents: [{ id: "d1" }, { id: "d2" }, { id: "d3" }],
  queries: [
    { id: "q1", text: "one" },
    { id: "q2", text: "two" },
    { id: "only-zero", text: "zero" },
    { id: "not-judged", text: "none" },
  ],
  qrels: new Map([
    ["q1", new Map([["d1", 1]])],
    [
      "q2",
      new Map([
        ["d2", 2],
        ["d3", 1],
      ]),
    ],
    ["only-zero", new Map([["d1", 0]])],
    ["without-text", new Map([["d1", 1]])],
  ]),
};

/** d2 in two chunks, then d1; nothing at all for "two" by meaning. */
const search: ChunkSearch = async (query, mode) => async () =>
  query === "two" && mode === "vector"
    ? []
    : [
        { documentId: "d2", score: 0.9 },
        { documentId: "d2", score: 0.8 },
        { documentId: "d1", score: 0.25 },
      ];

const OPTIONS: RunBeirOptions = {
  set: SET,
  search,
  modes: ["lexical", "vector", "hybrid"],
  fusions: ["rrf"],
};

/** A clock that moves on by `stepMs` each time it is read. */
function createClock(stepMs: number): () => number {
  let time = 0;
  return () => (time += stepMs);
}

test("runBeir() measures only queries with a relevant document", async () => {
  const run = await runBeir(OPTIONS);
  expect(run).toMatchObject({ set: "tiny", documents: 3, queries: 2 });
  expect(run.runs.map(({ perQuery }) => perQuery.map(({ queryId }) => queryId))).toEqual([
    ["q1", "q2"],
    ["q1", "q2"],
    ["q1", "q2"],
  ]);
});

test("toVariantRecord() gives the means of a variant under the names users see", async () => {
  const run = await runBeir({ ...OPTIONS, modes: ["vector", "hybrid"], now: createClock(0.75) });
  // vector: q1 ranks d2, d1 (relevant second); q2 finds nothing
  //   ndcg = (1/log2(3)) / 1 = 0.630930, halved 0.315465; mrr = map = 1/2 halved; recall = 1 halved
  // hybrid: q1 as above; q2 ranks d2, d1 with d2 = 2, d3 = 1 relevant
  //   ndcg = 2 / (2 + 1/log2(3)) = 2 / 2.630930 = 0.760188; mean (0.630930 + 0.760188) / 2 = 0.695559
  //   map = (1/1) / 2 = 1/2 as for q1; recall = 1/2 and 1
  expect(run.runs.map(toVariantRecord)).toEqual([
    {
      mode: "vector",
      fusion: null,
      metrics: {
        "ndcg@10": expect.closeTo(0.315465, 6),
        "recall@100": 0.5,
        "mrr@10": 0.25,
        map: 0.25,
        "hit@1": 0,
        "hit@3": 0.5,
        "hit@5": 0.5,
        "hit@10": 0.5,
      },
      empty_rate: 0.5,
      latency_ms: { p50: 1.5, p95: 1.5 },
    },
    {
      mode: "hybrid",
      fusion: "rrf",
      metrics: {
        "ndcg@10": expect.closeTo(0.695559, 6),
        "recall@100": 0.75,
        "mrr@10": 0.75,
        map: 0.5,
        "hit@1": 0.5,
        "hit@3": 1,
        "hit@5": 1,
        "hit@10": 1,
      },
      empty_rate: 0,
      latency_ms: { p50: 1.5, p95: 1.5 },
    },
  ]);
});

test("toQueryRecords() gives one line a query and variant", async () => {
  const run = await runBeir({ ...OPTIONS, modes: ["vector"], now: createClock(0.75) });
  const records = [...toQueryRecords(run, (id) => `text of ${id}`)];
  expect(records).toMatchObject([
    { query_id: "q1", query: "text of q1", kind: null, group: null, mode: "vector", fusion: null },
    { query_id: "q2", ranking: [], metrics: { "ndcg@10": 0, "hit@10": 0 } },
  ]);
  expect(records[0]).toMatchObject({ latency_ms: 1.5, ranking: ["d2", "d1"], metrics: { "mrr@10": 0.5 } });
});

test("toRankedLines() writes every document once, with its rank, score and mode", async () => {
  const run = await runBeir({ ...OPTIONS, modes: ["lexical", "vector"] });
  expect([...toRankedLines(run)]).toEqual([
    "q1\td2\t1\t0.9\tlexical",
    "q1\td1\t2\t0.25\tlexical",
    "q2\td2\t1\t0.9\tlexical",
    "q2\td1\t2\t0.25\tlexical",
    "q1\td2\t1\t0.9\tvector",
    "q1\td1\t2\t0.25\tvector",
  ]);
});

test("runBeir() warms up each mode outside the latency", async () => {
  const searched: string[] = [];
  let time = 0;
  const slowAtFirst: ChunkSearch = async (query, mode, limit) => {
    searched.push(`${mode} ${query} ${limit}`);
    time += searched.length === 1 ? 5000 : 2;
    return search(query, mode, limit);
  };
  const run = await runBeir({
    ...OPTIONS,
    modes: ["lexical"],
    search: slowAtFirst,
    warmUpQueries: 1,
    now: () => time,
  });
  expect(searched).toEqual(["lexical one 100", "lexical one 100", "lexical two 100"]);
  expect(run.runs[0]?.latencyMs).toEqual({ p50: 2, p95: 2 });
});

test("runBeir() times a query's first search, not the wider ones after it", async () => {
  const oneDocument: ChunkSearch = async (_query, _mode, limit) => async () =>
    Array.from({ length: limit }, () => ({ documentId: "d1", score: 1 }));
  const run = await runBeir({ ...OPTIONS, modes: ["lexical"], search: oneDocument, now: createClock(1.5) });
  expect(run.runs[0]?.latencyMs).toEqual({ p50: 3, p95: 3 });
});

test("runBeir() retrieves once for all policies, and counts it in the latency of each", async () => {
  let time = 0;
  const joined: (string | null)[] = [];
  const slowToRetrieve: ChunkSearch = async (query, mode, limit) => {
    time += 20;
    const retrieved = await search(query, mode, limit);
    return (fusion) => {
      joined.push(fusion);
      time += fusion === "rrf" ? 1 : 4;
      return retrieved(fusion);
    };
  };
  const fusions = ["rrf", "linear"];
  const run = await runBeir({
    ...OPTIONS,
    modes: ["hybrid"],
    fusions,
    search: slowToRetrieve,
    warmUpQueries: 0,
    now: () => time,
  });
  expect(joined).toEqual([...fusions, ...fusions]);
  expect(time).toBe(2 * (20 + 1 + 4));
  expect(run.runs.map(({ fusion, latencyMs }) => [fusion, latencyMs.p50])).toEqual([
    ["rrf", 21],
    ["linear", 24],
  ]);
});

test("toSetHash() names questions, judgments and documents, whatever their order", () => {
  const original = toSetHash(SET);
  const shuffled = {
    ...SET,
    queries: [...SET.queries].reverse(),
    qrels: new Map([...SET.qrels].reverse()),
  };
  expect(toSetHash(shuffled)).toBe(original);
  // A query that does not count does not count here either.
  expect(toSetHash({ ...SET, queries: SET.queries.filter(({ id }) => id !== "not-judged") })).toBe(original);
  const regraded = new Map([...SET.qrels, ["q1", new Map([["d1", 2]])] as const]);
  const others = [
    toSetHash({ ...SET, contentHash: "decaf" }),
    toSetHash({ ...SET, qrels: regraded }),
    toSetHash({ ...SET, queries: SET.queries.map(({ id, text }) => ({ id, text: `${text}?` })) }),
  ];
  expect(new Set([original, ...others]).size).toBe(4);
});

test("runBeir() reports each mode and each answered query", async () => {
  const events: EvalProgress[] = [];
  await runBeir({ ...OPTIONS, modes: ["lexical"], onProgress: (event) => events.push(event) });
  expect(events).toMatchObject([
    { kind: "mode-started", mode: "lexical", queries: 2 },
    { kind: "query-answered", mode: "lexical", answered: 1, queries: 2 },
    { kind: "query-answered", mode: "lexical", answered: 2, queries: 2 },
    { kind: "mode-finished", run: { mode: "lexical" } },
  ]);
});

test("runBeir() stops at the next query once its signal is aborted", async () => {
  const controller = new AbortController();
  let searches = 0;
  const abortingSearch: ChunkSearch = async () => {
    searches++;
    controller.abort();
    return async () => [];
  };
  const run = runBeir({ ...OPTIONS, search: abortingSearch, signal: controller.signal });
  await expect(run).rejects.toMatchObject({ code: "interrupted" });
  expect(searches).toBe(1);
});

test("runBeir() lets a timer abort it although no search ever waits", async () => {
  const queries = Array.from({ length: 5000 }, (_, index) => ({ id: `q${index}`, text: "one" }));
  const qrels = new Map(queries.map(({ id }) => [id, new Map([["d1", 1]])]));
  const signal = AbortSignal.timeout(5);
  const run = runBeir({
    ...OPTIONS,
    set: { ...SET, queries, qrels },
    search: async () => async () => busyFor(1),
    signal,
  });
  await expect(run).rejects.toMatchObject({ code: "interrupted" });
});

test("runBeir() refuses a set in which nothing is relevant", async () => {
  const run = runBeir({ ...OPTIONS, set: { ...SET, qrels: new Map() } });
  await expect(run).rejects.toMatchObject({
    code: "config-invalid",
    message: 'Cannot evaluate set "tiny": no query has a relevant document',
  });
});

function busyFor(milliseconds: number): [] {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
  return [];
}
