import { expect, test } from "vitest";
import type { Expectation, GoldenQuery } from "./golden.ts";
import { judgePassages, type Passage, type PassageIndex, toUnits } from "./judge-passages.ts";

const passage = (chunkId: string, documentId: string, text: string): Passage => ({
  chunkId,
  documentId,
  path: `${documentId}.md`,
  uri: `${documentId}.md#${chunkId}`,
  text,
  headings: "",
});

const PASSAGES = [
  passage("a1", "a", "백업은\n35일 보관한다"),
  passage("a2", "a", "WAL도 35일"),
  passage("a3", "a", "복구 훈련"),
  passage("b1", "b", "roll back"),
  passage("b2", "b", "the release"),
];

const INDEX: PassageIndex = {
  passagesAt: async (path) => PASSAGES.filter((each) => each.path === path),
  passage: async (chunkId) => PASSAGES.find((each) => each.chunkId === chunkId) ?? null,
  paths: async () => ["a.md", "b.md"],
};

const query = (id: string, ...expected: Expectation[]): GoldenQuery => ({
  id,
  query: id,
  kind: null,
  group: null,
  expect: expected,
  mustContain: [],
  forbidden: [],
  refuse: false,
  filter: {},
});
const holds = (path: string, contains: string, grade = 1): Expectation => ({
  kind: "passage",
  path,
  contains,
  grade,
});

test("judgePassages() takes every passage of the document that holds the text, line breaks aside", async () => {
  const judged = await judgePassages(
    [query("q", holds("a.md", "35일")), query("r", holds("a.md", "백업은 35일"))],
    INDEX,
  );
  expect(judged.get("q")?.judgments).toEqual(
    new Map([
      ["a1", 1],
      ["a2", 1],
    ]),
  );
  expect(judged.get("r")?.judgments).toEqual(new Map([["a1", 1]]));
});

test("judgePassages() finds composed text by decomposed and the other way round", async () => {
  const judged = await judgePassages([query("q", holds("a.md", "복구 훈련".normalize("NFD")))], INDEX);
  expect([...(judged.get("q")?.judgments.keys() ?? [])]).toEqual(["a3"]);
});

test("judgePassages() gives a passage that two expectations name the higher grade", async () => {
  const judged = await judgePassages([query("q", holds("a.md", "35일", 1), holds("a.md", "WAL", 3))], INDEX);
  expect(judged.get("q")?.judgments).toEqual(
    new Map([
      ["a1", 1],
      ["a2", 3],
    ]),
  );
});

test("a document that is expected whole counts once, at its first chunk", async () => {
  const judged = await judgePassages([query("q", { kind: "document", path: "b.md", grade: 2 })], INDEX);
  const expected = judged.get("q");
  expect(expected?.judgments).toEqual(new Map([["b", 2]]));
  const hits = ["a1", "b2", "b1"].map((chunkId) => ({ chunkId, documentId: chunkId.charAt(0) }));
  expect(expected && toUnits(hits, expected)).toEqual(["a1", "b", "b1"]);
});

test("a chunk is found by its id", async () => {
  const judged = await judgePassages([query("q", { kind: "chunk", chunkId: "b1", grade: 1 })], INDEX);
  expect(judged.get("q")?.judgments).toEqual(new Map([["b1", 1]]));
});

test.each([
  [holds("aa.md", "x"), /query "q": there is no document aa\.md in the index/, "Did you mean a.md?"],
  [holds("a.md", "36일"), /no passage of a\.md holds "36일"/, /letter by letter/],
  [holds("b.md", "back the"), /no passage of b\.md holds/, /across two passages/],
  [{ kind: "chunk", chunkId: "zz", grade: 1 } as const, /there is no chunk zz/, /kebab inspect doc/],
])("an expectation that names nothing is an error: %j", async (expectation, message, hint) => {
  const judging = judgePassages([query("q", expectation)], INDEX);
  await expect(judging).rejects.toMatchObject({
    code: "config-invalid",
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });
});

test("a document and a passage of the same cannot both be expected, and all problems are told", async () => {
  const judging = judgePassages(
    [
      query("q", { kind: "document", path: "a.md", grade: 1 }, holds("a.md", "35일")),
      query("r", holds("c.md", "x")),
    ],
    INDEX,
  );
  await expect(judging).rejects.toMatchObject({
    message: expect.stringMatching(
      /query "q": it expects a document and a passage of the same \(first of 2 problems\)$/,
    ),
    details: { problems: [{ query_id: "q" }, { query_id: "r" }] },
  });
});
