import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KebabCommand, openNotes, parseWire, type Result, type Wire } from "./kebab-command.ts";

type Response = Wire<"search_response.v1">;

let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openNotes();
});
afterAll(() => kebab[Symbol.dispose]());

const toLines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");
const bulk = (values: readonly unknown[], ...args: string[]): Promise<Result> =>
  kebab.runHere(["search", "--bulk", "--json", ...args], { stdin: toLines(values) });
const responses = (result: Result): Response[] =>
  result.jsonLines().map((value) => parseWire("search_response.v1", value));
const alone = (...args: string[]): Promise<Response> =>
  kebab.askHere("search_response.v1", ["search", ...args]);

describe("search --bulk", () => {
  it("answers one line a query, in their order, each as it is answered alone", async () => {
    const queries = ["rollback", "배포를 롤백하는 방법", "http header", "zzqqxxyy", "rollback"];
    const result = await kebab.run(["search", "--bulk", "--json"], { stdin: toLines(queries) });
    expect(result.code).toBe(0);
    const lines = result.lines();
    expect(lines).toHaveLength(queries.length);
    for (const [position, query] of queries.entries()) {
      const { stdout } = await kebab.runHere(["search", query, "--json"]);
      expect(`${lines[position]}\n`).toBe(stdout);
    }
  });

  it("prints JSON with and without --json", async () => {
    const { stdout } = await kebab.runHere(["search", "--bulk"], { stdin: '"rollback"\n' });
    expect(stdout).toBe((await bulk(["rollback"])).stdout);
  });

  it("takes a line's own flags over the command's, and the command's where a line says nothing", async () => {
    const lines = [
      "rollback",
      { query: "rollback", top: 1 },
      { query: "rollback", mode: "hybrid", type: ["markdown", "pdf"] },
      { query: "rollback", tags: "ops,production" },
      { query: "http header", code_lang: "ts", explain: true, snippet_chars: 60 },
      { query: "rollback", min_score: 0.9, threshold: "0" },
    ];
    const found = responses(await bulk(lines, "--top", "3", "--fts-only"));
    const common = ["--top", "3", "--fts-only"];
    expect(found[0]).toEqual(await alone("rollback", ...common));
    expect(found[1]).toEqual(await alone("rollback", "--top", "1", "--fts-only"));
    expect(found[2]).toEqual(await alone("rollback", "--top", "3", "--type", "markdown,pdf"));
    expect(found[3]).toEqual(await alone("rollback", ...common, "--tags", "ops,production"));
    const code = await alone(
      "http header",
      ...common,
      "--code-lang",
      "ts",
      "--explain",
      "--snippet-chars",
      "60",
    );
    expect(found[4]?.hits).toEqual(code.hits);
    expect(found[4]?.retrievers).toEqual(code.retrievers);
    expect(found[5]).toEqual(await alone("rollback", ...common, "--min-score", "0.9"));
    expect(found.map(({ mode }) => mode)).toEqual([
      ...["lexical", "lexical", "hybrid", "lexical", "lexical", "lexical"],
    ]);
  });

  it("goes on with a cursor", async () => {
    const [first] = responses(await bulk([{ query: "postgres", top: 2 }]));
    const [second] = responses(await bulk([{ query: "postgres", top: 2, cursor: first!.next_cursor }]));
    expect([...first!.hits, ...second!.hits]).toEqual((await alone("postgres", "--top", "4")).hits);
  });

  it("gives a bad line an error in its place, with its number, and answers the others", async () => {
    const stdin = [
      '"rollback"',
      "rollback",
      "",
      "{",
      '{"top": 3}',
      '{"query": 7}',
      "[]",
      '{"query": "rollback", "topp": 3}',
      '{"query": "rollback", "top": 0}',
      '{"query": "rollback", "mode": "fuzzy"}',
      '{"query": "rollback", "tags": [1]}',
      '{"query": "rollback", "cursor": "rubbish"}',
      '{"query": "rollback", "mode": "vector"}',
      '{"query": "rollback"}',
      "",
    ].join("\n");
    const result = await kebab.run(["search", "--bulk", "--json"], { stdin });
    expect(result.code).toBe(0);
    const answers = result.jsonLines() as { schema_version: string }[];
    const kinds = answers.map((answer) => answer.schema_version);
    expect(kinds).toEqual([
      "search_response.v1",
      ...Array.from({ length: 11 }, () => "error.v1"),
      "search_response.v1",
    ]);
    const errors = answers.slice(1, -1).map((answer) => parseWire("error.v1", answer));
    expect(errors.map(({ code }) => code)).toEqual([
      ...Array.from({ length: 10 }, () => "usage"),
      "index-missing",
    ]);
    // Numbers as an editor shows them: the empty line counts.
    expect(errors.map(({ details }) => details["line"])).toEqual([2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    for (const { message } of errors) expect(message).toMatch(/^Cannot /);
    expect(answers.at(-1)).toEqual(answers[0]);
  });

  it("exits 1 when no line found anything, and 2 when every line was bad", async () => {
    expect((await bulk(["zzqqxxyy", "zzqqxxyyzz"])).code).toBe(1);
    expect((await bulk(["zzqqxxyy", 7])).code).toBe(1);
    expect((await bulk([7, {}])).code).toBe(2);
    expect((await bulk(["zzqqxxyy", "rollback"])).code).toBe(0);
  });

  it.each([0, 101])("refuses %s queries before the first", async (count) => {
    const result = await bulk(Array.from({ length: count }, () => "rollback"));
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.error()).toMatchObject({
      code: "usage",
      message: expect.stringContaining(`${count} queries`),
      hint: expect.stringContaining('"query"'),
    });
  });

  it("takes 100", async () => {
    const result = await bulk(
      Array.from({ length: 100 }, (_, line) => ({ query: "rollback", top: (line % 3) + 1 })),
    );
    expect(responses(result).map(({ returned }) => returned)).toEqual(
      Array.from({ length: 100 }, (_, line) => (line % 3) + 1),
    );
  });

  it("and words at once are an error with a hint", async () => {
    const result = await kebab.run(["search", "rollback", "--bulk", "--json"], { stdin: '"kafka"\n' });
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.error()).toMatchObject({ code: "usage", message: expect.stringContaining("--bulk") });
    expect(result.error().hint).not.toBeNull();
  });
});
