import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import type { QueryRecord } from "../evaluation/run-record.ts";
import { type NewRun, openRunStore } from "./run-store.ts";

const METRICS = {
  "ndcg@10": 0.5,
  "recall@100": 1,
  "mrr@10": 0.5,
  map: 0.5,
  "hit@1": 0,
  "hit@3": 1,
  "hit@5": 1,
  "hit@10": 1,
};
const RUN: NewRun = {
  schema_version: "eval_record.v1",
  kind: "golden",
  set: "notes",
  set_hash: "c0ffee",
  started_at: "2026-11-16T03:45:01.789Z",
  documents: 3,
  queries: 1,
  versions: { lexical: "lex:1", node: "v20" },
  config: { "search.rrf_k": 60 },
  git: { commit: "abc", dirty: false },
  runs: [{ mode: "lexical", fusion: null, metrics: METRICS, empty_rate: 0, latency_ms: { p50: 1, p95: 2 } }],
  ask: null,
};
const QUERY: QueryRecord = {
  query_id: "q1",
  query: "배포 롤백\n둘째 줄",
  kind: "ko",
  group: null,
  mode: "lexical",
  fusion: null,
  metrics: METRICS,
  latency_ms: 1,
  ranking: ["a.md#L1-L2"],
  rank: 2,
};

let folder: TemporaryFolder;
let runs: string;
beforeEach(() => {
  folder = new TemporaryFolder();
  runs = join(folder.path, "runs");
});
afterEach(() => folder[Symbol.dispose]());

test("a run is read back as it was written, under a name that sorts by time", () => {
  const store = openRunStore(runs);
  expect(store.list()).toEqual([]);
  const record = store.write(RUN, [QUERY]);
  expect(record.run_id).toMatch(/^20261116T034501\d{3}Z-[0-9a-f]{8}$/);
  expect(store.list()).toEqual([record]);
  expect(store.read("last")).toEqual({ record, queries: [QUERY], asks: [] });
  expect(readdirSync(runs)).toEqual([record.run_id]);
});

test("runs of one second and one configuration have names of their own; nothing is overwritten", () => {
  const store = openRunStore(runs);
  const ids = Array.from({ length: 5 }, () => store.write(RUN, [QUERY]).run_id);
  expect(new Set(ids).size).toBe(5);
  expect(store.list()).toHaveLength(5);
});

test("the order of keys does not name a run; versions and settings do", () => {
  const idOf = (name: string, changed: Partial<NewRun>): string =>
    openRunStore(join(runs, name)).write({ ...RUN, ...changed }, []).run_id;
  const original = idOf("a", {});
  expect(idOf("b", { versions: { node: "v20", lexical: "lex:1" } })).toBe(original);
  expect(idOf("c", { versions: { lexical: "lex:2", node: "v20" } })).not.toBe(original);
  expect(idOf("d", { config: { "search.rrf_k": 61 } })).not.toBe(original);
});

test("a reference is an id, the start of one, last, last~1 or a folder", () => {
  const store = openRunStore(runs, { workingFolder: folder.path });
  const first = store.write(RUN, []).run_id;
  const second = store.write({ ...RUN, started_at: "2026-12-01T00:00:00Z" }, []).run_id;
  cpSync(join(runs, first), join(folder.path, "elsewhere"), { recursive: true });
  const idOf = (reference: string): string => store.read(reference).record.run_id;
  expect([idOf(first), idOf("202611"), idOf("last"), idOf("last~1")]).toEqual([first, first, second, first]);
  expect([idOf("elsewhere"), idOf(join(runs, second))]).toEqual([first, second]);
});

test.each([
  ["last~2", "not-found", /there are 2 runs/],
  ["2025", "not-found", /no id begins so, and no run lies at that path/],
  ["2026", "usage", /2 begin so/],
  ["", "not-found", /no id begins so/],
  ["../..", "not-found", /no run lies/],
])("reference %j is refused", (reference, code, message) => {
  const store = openRunStore(runs, { workingFolder: folder.path });
  store.write(RUN, []);
  store.write({ ...RUN, started_at: "2026-12-01T00:00:00Z" }, []);
  expect(() => store.read(reference)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  );
});

test("before the first run every reference says so", () => {
  expect(() => openRunStore(runs).read("last")).toThrow(/no run is stored yet/);
});

test("a run whose lines cannot be written leaves nothing behind", () => {
  const store = openRunStore(runs);
  const breaking = function* (): Generator<QueryRecord> {
    yield QUERY;
    throw new Error("out of queries");
  };
  expect(() => store.write(RUN, breaking())).toThrow("out of queries");
  expect(readdirSync(runs)).toEqual([]);
});

test("what a killed run has left is not listed, and is gone after an hour", () => {
  const store = openRunStore(runs);
  const [old, fresh] = [".draft-old", ".draft-new"].map((name) => join(runs, name)) as [string, string];
  for (const draft of [old, fresh]) mkdirSync(draft, { recursive: true });
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  utimesSync(old, twoHoursAgo, twoHoursAgo);
  expect(store.list()).toEqual([]);
  store.write(RUN, []);
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
});

test.each([
  ["run.json", "{", /it is not JSON/],
  ["run.json", "{}", /schema_version/],
  ["queries.jsonl", '{"query_id":"q1"}\n', /queries\.jsonl:1: query/],
  ["asks.jsonl", "{\n", /asks\.jsonl:1: it is not JSON/],
])("a run with a broken %s is refused by name", (file, text, message) => {
  const store = openRunStore(runs);
  const { run_id } = store.write(RUN, [QUERY]);
  const path = join(runs, run_id, file);
  expect(readFileSync(path, "utf8")).not.toBe(text);
  writeFileSync(path, text);
  expect(() => store.read("last")).toThrow(message);
});

test("one broken run is named beside the others, and last is never silently an older one", () => {
  const store = openRunStore(runs);
  const { run_id } = store.write(RUN, []);
  const broken = store.write({ ...RUN, started_at: "2026-12-01T00:00:00Z" }, []).run_id;
  writeFileSync(join(runs, broken, "run.json"), '{"schema_version":"eval_record.v9"}');
  expect(store.list().map((record) => record.run_id)).toEqual([run_id]);
  expect(store.listBroken()).toEqual([
    { folder: join(runs, broken), reason: expect.stringMatching(/eval_record\.v1/) },
  ]);
  expect(() => store.read("last")).toThrow(/Cannot read a run/);
});
