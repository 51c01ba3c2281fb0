import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KebabError } from "../core/errors.ts";
import { type GoldenProblem, parseGolden } from "./parse-golden.ts";

const OPTIONS = {
  file: "golden.yaml",
  name: "golden",
  parseCodeLanguage: (text: string) => (text === "ts" ? "typescript" : null),
};

function problemsOf(text: string): readonly GoldenProblem[] {
  try {
    parseGolden(text, OPTIONS);
  } catch (error) {
    if (error instanceof KebabError) return error.details["problems"] as readonly GoldenProblem[];
    throw error;
  }
  throw new Error("nothing was wrong with it");
}

const withQueries = (...lines: string[]): string =>
  ["version: 1", "queries:", ...lines.map((line) => `  - ${line}`)].join("\n");

describe("what it reads", () => {
  test("every key, one line a query", () => {
    const set = parseGolden(
      `version: 1
name: notes
corpus: ./notes
defaults: { mode: lexical, top: 5 }
require: { "hybrid.ndcg@10": 0.8, ask.grounded: 1 }
queries:
  - { id: q1, kind: ko, group: g, query: "배포 롤백", expect: { path: ops/a.md, contains: "35일", grade: 2 }, must_contain: ["35일", x] }
  - { id: q2, group: g, query: roll back, expect: [ops/a.md, { chunk: abc }], forbidden: ["secret", { path: b.md }] }
  - { id: n1, query: capital of Mongolia, refuse: true, filters: { type: code, tags: [a, b], code_lang: ts, before: 2026-03-01 } }
`,
      OPTIONS,
    );
    expect(set).toEqual({
      name: "notes",
      corpus: "./notes",
      defaults: { mode: "lexical", top: 5 },
      require: new Map([
        ["hybrid.ndcg@10", 0.8],
        ["ask.grounded", 1],
      ]),
      queries: [
        {
          id: "q1",
          query: "배포 롤백",
          kind: "ko",
          group: "g",
          expect: [{ kind: "passage", path: "ops/a.md", contains: "35일", grade: 2 }],
          mustContain: ["35일", "x"],
          forbidden: [],
          refuse: false,
          filter: {},
        },
        {
          id: "q2",
          query: "roll back",
          kind: null,
          group: "g",
          expect: [
            { kind: "document", path: "ops/a.md", grade: 1 },
            { kind: "chunk", chunkId: "abc", grade: 1 },
          ],
          mustContain: [],
          forbidden: [
            { kind: "text", text: "secret" },
            { kind: "path", path: "b.md" },
          ],
          refuse: false,
          filter: {},
        },
        {
          id: "n1",
          query: "capital of Mongolia",
          kind: null,
          group: null,
          expect: [],
          mustContain: [],
          forbidden: [],
          refuse: true,
          filter: {
            types: ["code"],
            tagsAll: ["a", "b"],
            codeLangs: ["typescript"],
            before: Date.parse("2026-03-01T23:59:59.999Z"),
          },
        },
      ],
    });
  });

  test("a file without a name is called like the file, and asks the user's own index", () => {
    const set = parseGolden(withQueries("{ id: a, query: b, refuse: true }"), OPTIONS);
    expect(set).toMatchObject({ name: "golden", corpus: null, defaults: { mode: null, top: null } });
  });
});

describe("what it refuses, by line and query", () => {
  test.each([
    [
      withQueries("{ id: q1, query: a, expect: x.md, contain: b }"),
      /^line 3, query "q1", contain: there is no key/,
    ],
    [
      withQueries("{ id: q1, query: a, expect: { path: x.md, contian: b } }"),
      /^line 3, query "q1", expect.contian/,
    ],
    [withQueries("{ id: q1, query: a }"), /^line 3, query "q1": it says neither what to expect nor refuse/],
    [
      withQueries("{ id: q1, query: a, expect: x.md, refuse: true }"),
      /a query to refuse has nothing to expect/,
    ],
    [withQueries("{ id: q1, query: a, expect: { contains: b } }"), /expect: it takes either path or chunk/],
    [withQueries("{ id: q1, query: a, expect: { chunk: c, contains: b } }"), /named by its id alone/],
    [withQueries("{ id: q1, query: ' ', expect: x.md }"), /query "q1", query: it is blank/],
    [withQueries("{ id: 1, query: a, expect: x.md }"), /^line 3, query 1, id: .*expected string/],
    [
      withQueries("{ id: q1, query: a, refuse: true }", "{ id: q1, query: b, refuse: true }"),
      /^line 4, query "q1", id: another query has this id/,
    ],
    [
      withQueries("{ id: q1, query: a, refuse: true, group: g }"),
      /query "q1", group: it is alone in group "g"/,
    ],
    [
      withQueries("{ id: q1, query: a, refuse: true, filters: { after: soon } }"),
      /filters.after: "soon" is not a date/,
    ],
    [
      withQueries("{ id: q1, query: a, refuse: true, filters: { code_lang: [ts, klingon] } }"),
      /"klingon" is no language/,
    ],
    [
      "version: 2\nqueries: [{ id: a, query: b, refuse: true }]",
      /^line 1, version: this kebab reads version 1/,
    ],
    ["queries: []", /version/],
    [
      `require: { "hybrid.ndgc@10": 1 }\n${withQueries("{ id: a, query: b, refuse: true }")}`,
      /no figure is called/,
    ],
    ["- just\n- a list", /^the file: /],
    ["version: 1\nqueries:\n\t- x", /^line 3: /],
    ["", /^the file: /],
  ])("%j", (text, message) => {
    expect(problemsOf(text)[0]?.message).toMatch(message);
  });

  test("a wrong key brings the nearest right one, a lonely group the nearest group", () => {
    const of = (text: string): string | null | undefined => problemsOf(text)[0]?.hint;
    expect(of(withQueries("{ id: a, query: b, expect: x, must_contian: c }"))).toBe(
      'Did you mean "must_contain"?',
    );
    expect(of(withQueries("{ id: a, query: b, expect: { path: x, contian: c } }"))).toBe(
      'Did you mean "contains"?',
    );
    expect(of(`corpsu: x\n${withQueries("{ id: a, query: b, refuse: true }")}`)).toBe(
      'Did you mean "corpus"?',
    );
    expect(of(`require: { "hybrid.ndgc@10": 1 }\n${withQueries("{ id: a, query: b, refuse: true }")}`)).toBe(
      'Did you mean "hybrid.ndcg@10"?',
    );
    const groups = ["rollback", "rollback", "rolback"].map(
      (group, at) => `{ id: q${at}, query: a, refuse: true, group: ${group} }`,
    );
    expect(of(withQueries(...groups))).toBe('Did you mean "rollback"?');
  });

  test("all problems come in one error", () => {
    const text = withQueries(
      "{ id: a, query: b, refuse: true, typo: 1 }",
      "{ id: c, query: d, expect: x, other: 1 }",
    );
    expect(problemsOf(text).map(({ line, query_id }) => [line, query_id])).toEqual([
      [3, "a"],
      [4, "c"],
    ]);
    expect(() => parseGolden(text, OPTIONS)).toThrow(
      /^Cannot use golden\.yaml: line 3.*\(first of 2 problems\)$/,
    );
  });

  test("aliases that unfold without end are an error, not a hang", () => {
    const levels = Array.from({ length: 12 }, (_, at) =>
      at === 0
        ? "a0: &a0 [x, x]"
        : `a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join(", ")}]`,
    );
    expect(problemsOf(levels.join("\n"))[0]?.message).toMatch(/alias/i);
  });

  test("any text is either a set or one KebabError", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => `version: 1\nqueries: ${json}`),
        ),
        (text) => {
          try {
            parseGolden(text, OPTIONS);
          } catch (error) {
            expect(error).toBeInstanceOf(KebabError);
          }
        },
      ),
    );
  });
});
