import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KebabCommand } from "./kebab-command.ts";

/** Twelve pairs: each query names one document in its title, and its words stand in another one's text. */
const TOPICS = [
  ["rollback", "release"],
  ["backup", "archive"],
  ["certificate", "renewal"],
  ["latency", "budget"],
  ["pager", "rota"],
  ["cache", "eviction"],
  ["deploy", "checklist"],
  ["incident", "report"],
  ["token", "rotation"],
  ["log", "retention"],
  ["index", "rebuild"],
  ["meeting", "minutes"],
] as const;

let kebab: KebabCommand;
let set: string;
let first: string;
let second: string;

function writeSet(name: string, extraQuery = ""): string {
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const documents = TOPICS.flatMap(([one, other], index) => [
    { _id: `title-${index}`, title: `${one} ${other}`, text: "This page is short." },
    {
      _id: `text-${index}`,
      title: "Notes",
      text: `${one} ${other} and ${one} again, ${other} too: ${one} ${other}`,
    },
  ]);
  const queries = TOPICS.map(([one, other], index) => ({
    _id: `q${index}`,
    text: `${one} ${other} 어떻게 하지 <script>alert(1)</script>${extraQuery}`,
  }));
  const qrels = TOPICS.map((_, index) => `q${index}\ttitle-${index}\t1\n`).join("");
  kebab.write(`${name}/corpus.jsonl`, lines(documents));
  kebab.write(`${name}/queries.jsonl`, lines(queries));
  kebab.write(`${name}/qrels.tsv`, `query-id\tcorpus-id\tscore\n${qrels}`);
  return kebab.at(name);
}

beforeAll(async () => {
  kebab = new KebabCommand();
  set = writeSet("set");
  const run = async (headingWeight: string): Promise<string> => {
    const env = { KEBAB_SEARCH_HEADING_WEIGHT: headingWeight };
    return (await kebab.ask("eval_run.v1", ["eval", "beir", set, "--mode", "lexical,hybrid"], { env }))
      .run_id;
  };
  // Without a weight for headings every wanted document falls behind the one that says it in its text.
  first = await run("6");
  second = await run("0");
});

afterAll(() => kebab[Symbol.dispose]());

test("eval compare finds the loss, names the setting behind it and the queries that lost", async () => {
  const comparison = await kebab.ask("eval_comparison.v1", ["eval", "compare", first, second]);
  expect(comparison.a.run_id).toBe(first);
  expect(comparison.differs.config).toEqual([{ key: "search.heading_weight", a: 6, b: 0 }]);
  expect(comparison.variants.map(({ a }) => [a.mode, a.fusion])).toEqual([
    ["lexical", null],
    ["hybrid", "rrf"],
  ]);
  const [lexical] = comparison.variants;
  expect(lexical).toMatchObject({ queries: 12, verdict: "worse" });
  expect(lexical?.metrics["hit@1"]).toMatchObject({
    a: 1,
    b: 0,
    difference: -1,
    losses: 12,
    significant: true,
  });
  expect(lexical?.lost).toHaveLength(10);
  expect(lexical?.lost[0]?.a.top[0]).toBe("title-0");
  expect(lexical?.lost[0]?.b.top[0]).toBe("text-0");
  expect(lexical?.gained).toEqual([]);
});

test("eval compare exits 1 with --fail-on-loss where B is worse, and 0 where it is better", async () => {
  const compare = (a: string, b: string) => kebab.run(["eval", "compare", a, b, "--fail-on-loss"]);
  expect((await compare(first, second)).code).toBe(1);
  expect((await compare(second, first)).code).toBe(0);
  expect((await kebab.run(["eval", "compare", first, second])).code).toBe(0);
});

test("eval compare prints a table with signs, and compares variants within one run", async () => {
  const { stdout } = await kebab.run(["eval", "compare", first, second]);
  expect(stdout).toMatch(/^hit@1 +1\.0000 +0\.0000 +▼ -1\.0000 +\[-1\.0000, -1\.0000\] +0 +12 +0$/m);
  expect(stdout).toContain("search.heading_weight");
  const within = await kebab.ask("eval_comparison.v1", ["eval", "compare", "last:lexical", "last:hybrid"]);
  expect(within.variants).toHaveLength(1);
  expect(within.differs).toEqual({ config: [], versions: [], git: null });
});

test("eval compare writes a report of its own, in which query text stays text", async () => {
  const { code } = await kebab.run(["eval", "compare", first, second, "--html", "report.html"]);
  expect(code).toBe(0);
  const html = readFileSync(join(kebab.home, "report.html"), "utf8");
  expect(html).toContain("deploy checklist 어떻게 하지 &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toContain("<script");
  expect(html).not.toMatch(/(?:src|href)=/);
});

test("eval compare says what is wrong with a reference, a set or a run", async () => {
  const fail = async (...args: string[]) => {
    const result = await kebab.run(["eval", "compare", ...args, "--json"]);
    expect(result.code).toBe(2);
    return result.error();
  };
  expect(await fail(first, "20990101")).toMatchObject({ code: "not-found" });
  expect((await fail("last:lexcal", "last")).hint).toContain("lexical");
  expect((await fail("last", "last")).message).toContain("with itself");
  const other = writeSet("other", " more");
  const { run_id } = await kebab.ask("eval_run.v1", ["eval", "beir", other, "--mode", "lexical"]);
  expect((await fail(first, run_id)).message).toContain('"set" is not "other"');
  const html = ["eval", "compare", first, second, "--html", "x.html", "--readonly", "--json"];
  expect((await kebab.run(html)).error().code).toBe("readonly");
});

test("eval tune measures as eval beir does, and finds the heading weight again", async () => {
  const env = { KEBAB_SEARCH_HEADING_WEIGHT: "0" };
  const args = ["eval", "tune", set, "--metric", "mrr@10", "--seed", "3", "--json", "--out", "search.toml"];
  const tune = (await kebab.run(args, { env })).wire("eval_tune.v1");
  expect(tune).toMatchObject({ sides: "lexical", adopt: true, seed: 3 });
  expect(tune.current.heading_weight).toBe(0);
  expect(tune.best.heading_weight).toBeGreaterThan(0);
  // The halves put together are the run of the same settings.
  const { runs } = await kebab.ask("eval_run.v1", ["eval", "beir", set, "--mode", "lexical"], { env });
  const both = (tune.searched.metrics["mrr@10"].a + tune.held_out.metrics["mrr@10"].a) / 2;
  expect([tune.searched.queries, tune.held_out.queries]).toEqual([6, 6]);
  expect(both).toBeCloseTo(runs[0]?.metrics["mrr@10"] ?? 0, 10);
  const block = readFileSync(join(kebab.home, "search.toml"), "utf8");
  expect(block).toBe(tune.toml);
  expect(block).toMatch(/^\[search\]\nheading_weight = [\d.]+$/m);
  // What it suggests is a config file, and gives what it promised.
  kebab.write("suggested.toml", block);
  const applied = ["--config", kebab.at("suggested.toml"), "eval", "beir", set, "--mode", "lexical"];
  const after = await kebab.ask("eval_run.v1", applied);
  const promised = (tune.searched.metrics["mrr@10"].b + tune.held_out.metrics["mrr@10"].b) / 2;
  expect(after.runs[0]?.metrics["mrr@10"]).toBeCloseTo(promised, 10);
});

test("eval tune says plainly that the settings should stay where nothing is proven", async () => {
  const env = { KEBAB_SEARCH_HEADING_WEIGHT: "6" };
  const { stdout, code } = await kebab.run(["eval", "tune", set], { env });
  expect(code).toBe(0);
  expect(stdout).toContain("keep the settings you have");
  expect(stdout).not.toMatch(/^\[search\]/m);
});
