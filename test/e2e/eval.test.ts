import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeTinySet } from "./every-command.ts";
import { KebabCommand, parseWire } from "./kebab-command.ts";

let kebab: KebabCommand;
beforeEach(() => {
  kebab = new KebabCommand();
});
afterEach(() => kebab[Symbol.dispose]());

const NOTES: Readonly<Record<string, string>> = {
  "ops/rollback.md":
    "# 배포 롤백\n\n배포를 롤백하려면 argocd app rollback 명령을 실행한다.\n\n## 기록\n\n마지막 연습은 4분 10초.\n",
  "ops/backup.md": "# Backups\n\nFull backups are kept for 35 days in the vault.\n",
  "life/kimchi.md": "# 김치찌개\n\n김치를 7분 더 볶는다.\n",
};

const GOLDEN = `version: 1
corpus: notes
queries:
  - { id: q1, kind: ko, group: rollback, query: "배포를 롤백하려면?", expect: { path: ops/rollback.md, contains: "argocd app rollback" }, must_contain: argocd app rollback }
  - { id: q2, kind: en, group: rollback, query: "undo a release", expect: { path: ops/rollback.md, contains: "argocd app rollback" } }
  - { id: q3, kind: en, query: "how long are backups kept", expect: ops/backup.md, must_contain: 35 days, forbidden: { path: life/kimchi.md } }
  - { id: n1, kind: none, query: "몽골의 수도는 어디인가", refuse: true }
`;

function writeGolden(text = GOLDEN): string {
  for (const [path, content] of Object.entries(NOTES)) kebab.write(`set/notes/${path}`, content);
  return kebab.write("set/golden.yaml", text);
}

function storedRuns(): string[] {
  const folder = kebab.at(".local/share/kebab/runs");
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

describe("eval run", () => {
  it("indexes the corpus aside, measures, stores the run, and leaves the user's own index alone", async () => {
    const run = await kebab.ask("eval_run.v1", ["eval", "run", writeGolden(), "--no-ask"]);
    expect(run).toMatchObject({ set: "golden", documents: 3, queries: 3, ask: null });
    expect(run.runs).toMatchObject([
      {
        mode: "lexical",
        fusion: null,
        // q1 and q3 first, q2 not at all: nothing of its words stands there.
        metrics: { "hit@1": 2 / 3, "hit@10": 2 / 3, "mrr@10": 2 / 3, "recall@100": 2 / 3 },
        misses: { ranking: 0, vocabulary: 1 },
        forbidden: 0,
        groups: [{ group: "rollback", queries: ["q1", "q2"], ranks: [1, null], ndcg_spread: 1 }],
      },
    ]);
    expect(run.runs[0]?.kinds?.map(({ kind, queries }) => [kind, queries])).toEqual([
      ["ko", 1],
      ["en", 2],
    ]);
    expect(storedRuns()).toEqual([run.run_id]);
    expect(existsSync(kebab.at(".local/share/kebab/kebab.sqlite"))).toBe(false);
  });

  it("asks every question and tells who was rightly answered and rightly refused", async () => {
    const run = await kebab.ask("eval_run.v1", ["eval", "run", writeGolden(), "--jsonl", "lines.jsonl"]);
    expect(run.ask).toMatchObject({ provider: "extractive", questions: 4 });
    const lines = readFileSync(kebab.at("lines.jsonl"), "utf8").trimEnd().split("\n");
    const asked = lines.map((line) => JSON.parse(line) as { query_id: string; expected?: string });
    expect(asked.filter(({ expected }) => expected !== undefined).map(({ query_id }) => query_id)).toEqual([
      "q1",
      "q2",
      "q3",
      "n1",
    ]);
    expect(asked).toHaveLength(3 + 4);
  });

  it("sees what has changed in the corpus since the last run", async () => {
    const golden = writeGolden();
    const first = await kebab.ask("eval_run.v1", ["eval", "run", golden, "--no-ask"]);
    kebab.write("set/notes/ops/undo.md", "# Undo a release\n\nRun argocd app rollback.\n");
    writeFileSync(golden, GOLDEN.replaceAll("ops/rollback.md", "ops/undo.md"));
    const second = await kebab.ask("eval_run.v1", ["eval", "run", golden, "--no-ask"]);
    expect([first.documents, second.documents]).toEqual([3, 4]);
    // The new document is in English: now it is the Korean paraphrase that does not find it.
    expect(second.runs[0]?.groups?.[0]?.ranks).toEqual([null, 1]);
  });

  it("asks the user's own index where the set names no corpus", async () => {
    const golden = writeGolden(GOLDEN.replace("corpus: notes\n", ""));
    const without = await kebab.run(["eval", "run", golden, "--no-ask", "--json"]);
    expect(without.error()).toMatchObject({ code: "index-missing" });
    await kebab.run(["ingest", kebab.at("set/notes")]);
    const run = await kebab.ask("eval_run.v1", ["eval", "run", golden, "--no-ask"]);
    expect(run.runs[0]?.metrics["hit@1"]).toBeCloseTo(2 / 3, 12);
  });

  it("writes the ranked passages for checking elsewhere", async () => {
    await kebab.run(["eval", "run", writeGolden(), "--no-ask", "--out", "ranked.tsv"]);
    const [first] = readFileSync(kebab.at("ranked.tsv"), "utf8").split("\n");
    expect(first).toMatch(/^q1\tops\/rollback\.md#L\d+-L\d+\t1\t0\.\d+\tlexical$/);
  });

  it("prints compact tables, and progress for people on stderr alone", async () => {
    const { stdout, stderr, code } = await kebab.run(["eval", "run", writeGolden(), "--no-ask"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^golden: 3 documents, 3 queries · run \d{8}T\d{9}Z-[0-9a-f]{8}\nmode +ndcg@10/);
    expect(stdout).toMatch(/^rollback +2 +1 –, 1\.00$/m);
    expect(stdout).toMatch(/^q2 +undo a release +vocabulary: in no list; passage lacks undo, release$/m);
    expect(stderr).toContain("indexing");
    expect((await kebab.run(["eval", "run", writeGolden(), "--no-ask", "--quiet"])).stderr).toBe("");
  });
});

describe("what a set requires", () => {
  const requiring = (what: string): string => writeGolden(`require: { ${what} }\n${GOLDEN}`);

  it("is met or ends with exit 1 and the figure that was reached", async () => {
    const met = await kebab.run(["eval", "run", requiring("lexical.hit@1: 0.6"), "--no-ask"]);
    expect([met.code, met.stdout]).toEqual([
      0,
      expect.stringMatching(/^ok +lexical\.hit@1 +0\.6667 +required 0\.6000$/m),
    ]);
    const below = await kebab.run(["eval", "run", requiring("lexical.hit@1: 0.7"), "--no-ask", "--json"]);
    expect(below.code).toBe(1);
    expect(below.wire("eval_run.v1").requirements).toEqual([
      { name: "lexical.hit@1", required: 0.7, value: 2 / 3, met: false },
    ]);
    expect(below.stderr).toContain("lexical.hit@1 must be 0.7, it is 0.6667");
  });

  it("is not met by what could not be measured, unless a flag left it out", async () => {
    const golden = requiring("hybrid.hit@1: 0.1");
    const without = await kebab.run(["eval", "run", golden, "--no-ask"]);
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining("it was not measured")]);
    const leftOut = await kebab.run(["eval", "run", golden, "--no-ask", "--mode", "lexical"]);
    expect([leftOut.code, leftOut.stderr]).toEqual([
      0,
      expect.stringContaining("not checked, since left out by flag: hybrid.hit@1"),
    ]);
  });
});

describe("what eval run refuses", () => {
  it.each([
    [
      "an unknown key",
      GOLDEN.replace("contains:", "contain:"),
      /line 4, query "q1", expect\.contain: there is no key/,
    ],
    ["a double id", GOLDEN.replace("id: q2", "id: q1"), /line 5, query "q1", id: another query has this id/],
    [
      "a missing document",
      GOLDEN.replace("ops/backup.md", "ops/backups.md"),
      /query "q3": there is no document/,
    ],
    [
      "a text nobody wrote",
      GOLDEN.replaceAll('contains: "argocd app', 'contains: "helm'),
      /no passage of ops\/rollback\.md/,
    ],
    [
      "a corpus that is not there",
      GOLDEN.replace("corpus: notes", "corpus: nots"),
      /there is no folder .*nots/,
    ],
  ])("%s", async (_name, text, message) => {
    const result = await kebab.run(["eval", "run", writeGolden(text), "--no-ask", "--json"]);
    expect([result.code, result.stdout]).toEqual([2, ""]);
    const error = result.error();
    expect(error.message).toMatch(message);
    expect(error.hint).not.toBeNull();
    expect(storedRuns()).toEqual([]);
  });

  it.each([
    [["eval", "run", "gone.yaml"], "not-found", /there is no such file/],
    [["eval", "run", "set"], "source-unreadable", /Cannot read/],
    [["eval", "run", "set/golden.yaml", "--mode", "vector"], "usage", /provider is "none"/],
    [["eval", "run", "set/golden.yaml", "--mode", "hybrid"], "index-missing", /provider is "none"/],
    [["eval", "run", "set/golden.yaml", "--mode", ","], "usage", /names no mode/],
    [["eval", "run", "set/golden.yaml", "--fusion", "rff"], "usage", /--fusion rff/],
    [["eval", "run", "set/golden.yaml", "--readonly"], "readonly", /--readonly/],
    [["eval", "show", "last"], "not-found", /no run is stored yet/],
  ])("%j", async (args, code, message) => {
    writeGolden();
    const result = await kebab.run([...args, "--json"]);
    expect(result.code).toBe(2);
    expect(result.error()).toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

describe("eval list and eval show", () => {
  it("have nothing to list before the first run, and say how to make one", async () => {
    const { code, stdout } = await kebab.run(["eval", "list"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("kebab eval run")]);
    expect((await kebab.run(["eval", "list", "--json"])).wire("eval_list.v1").runs).toEqual([]);
  });

  it("know golden and BEIR runs by id, start, last and folder", async () => {
    const golden = await kebab.ask("eval_run.v1", ["eval", "run", writeGolden()]);
    const beir = await kebab.ask("eval_run.v1", ["eval", "beir", writeTinySet(kebab), "--mode", "lexical"]);
    expect(Object.keys(beir)).toEqual(["schema_version", "run_id", "set", "documents", "queries", "runs"]);
    expect(Object.keys(beir.runs[0] ?? {})).toEqual(["mode", "fusion", "metrics", "latency_ms"]);
    const { runs } = await kebab.ask("eval_list.v1", ["eval", "list"]);
    expect(runs.map(({ run_id, kind }) => [run_id, kind])).toEqual(
      [
        [golden.run_id, "golden"],
        [beir.run_id, "beir"],
      ].sort(([left], [right]) => ((left ?? "") < (right ?? "") ? -1 : 1)),
    );
    const folder = kebab.at(".local/share/kebab/runs", golden.run_id);
    for (const reference of [golden.run_id, golden.run_id.slice(0, -3), folder]) {
      const record = await kebab.ask("eval_record.v1", ["eval", "show", reference]);
      expect(record).toMatchObject({ run_id: golden.run_id, kind: "golden", git: null });
      expect(record.config).toMatchObject({ "search.rrf_k": 60, "embeddings.provider": "none" });
      expect(Object.keys(record.versions)).toEqual(
        expect.arrayContaining(["lexical", "chunker", "analyser", "prompt", "kebab", "node"]),
      );
      expect(record).not.toHaveProperty("query_records");
    }
  });

  it("show every query, or one with its hits and its answer", async () => {
    await kebab.run(["eval", "run", writeGolden()]);
    const all = await kebab.ask("eval_record.v1", ["eval", "show", "last", "--queries"]);
    expect(all.query_records?.map(({ query_id }) => query_id)).toEqual(["q1", "q2", "q3"]);
    expect(all.ask_records).toHaveLength(4);
    const one = await kebab.ask("eval_record.v1", ["eval", "show", "last", "--query", "q2"]);
    expect(one.query_records).toMatchObject([{ rank: null, miss: { missing_words: ["undo", "release"] } }]);
    const { stdout } = await kebab.run(["eval", "show", "last", "--query", "q1"]);
    expect(stdout).toMatch(/^q1 · lexical: 배포를 롤백하려면\?\nndcg@10 1\.0000/);
    expect(stdout).toContain("1. ops/rollback.md#L");
    const table = await kebab.run(["eval", "show", "last", "--queries"]);
    expect(table.stdout).toMatch(/^q2 +0\.0000 at – +undo a release$/m);
    const unknown = await kebab.run(["eval", "show", "last", "--query", "q9", "--json"]);
    expect(unknown.error()).toMatchObject({
      code: "not-found",
      hint: expect.stringMatching(/Did you mean q/),
    });
  });

  it("name a broken run, and show the others", async () => {
    const golden = writeGolden();
    const good = await kebab.ask("eval_run.v1", ["eval", "run", golden, "--no-ask"]);
    const bad = await kebab.ask("eval_run.v1", ["eval", "run", golden, "--no-ask"]);
    writeFileSync(kebab.at(".local/share/kebab/runs", bad.run_id, "run.json"), "{");
    const list = await kebab.run(["eval", "list", "--json"]);
    expect(parseWire("eval_list.v1", list.json())).toMatchObject({
      runs: [{ run_id: good.run_id }],
      broken: [{ reason: expect.stringContaining("it is not JSON") }],
    });
    expect((await kebab.run(["eval", "show", bad.run_id])).code).toBe(2);
  });

  it("outlive a reset, which deletes the index of the corpus", async () => {
    const golden = writeGolden();
    await kebab.run(["eval", "run", golden, "--no-ask"]);
    const { deleted } = await kebab.ask("reset_report.v1", ["reset", "--yes"]);
    expect(deleted).toEqual([kebab.at(".local/share/kebab/evaluation")]);
    expect((await kebab.run(["eval", "show", "last"])).code).toBe(0);
  });
});

describe("a run that is ended early", () => {
  /** Long enough to be met in the middle. */
  function writeLongGolden(): string {
    const queries = Array.from(
      { length: 8000 },
      (_, at) => `  - { id: q${at}, query: "배포 롤백 ${at}", expect: ops/rollback.md }`,
    );
    return writeGolden(`version: 1\ncorpus: notes\nqueries:\n${queries.join("\n")}\n`);
  }

  async function startAndWait(golden: string) {
    const running = kebab.start(["eval", "run", golden, "--no-ask"]);
    const evaluation = kebab.at(".local/share/kebab/evaluation");
    // The corpus is indexed before the first query.
    while (running.isRunning && !existsSync(evaluation))
      await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(running.isRunning).toBe(true);
    return running;
  }

  it("by Ctrl-C exits 130 and stores nothing", async () => {
    const running = await startAndWait(writeLongGolden());
    running.kill("SIGINT");
    const { code, stdout } = await running.end;
    expect([code, stdout]).toEqual([130, ""]);
    expect(storedRuns()).toEqual([]);
  });

  it("by a kill leaves nothing half, and the next run works", async () => {
    const running = await startAndWait(writeLongGolden());
    running.kill("SIGKILL");
    await running.end;
    expect(storedRuns()).toEqual([]);
    rmSync(kebab.at("set/golden.yaml"));
    const { run_id } = await kebab.ask("eval_run.v1", ["eval", "run", writeGolden(), "--no-ask"]);
    expect(storedRuns()).toEqual([run_id]);
  });
});
