import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBeirSet } from "./read-beir.ts";

const CORPUS = `{"_id":"d1","title":"One","text":"first","metadata":{"lang":"en"}}\n{"_id":"d2","text":"둘째"}\n`;
const QUERIES = `{"_id":"q1","text":"which is first?"}\n{"_id":"q2","text":"둘째는?"}\n`;
const QRELS = "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq2\td2\t1\n";

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "kebab-beir-"));
});
afterEach(() => rm(parent, { recursive: true }));

async function write(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(parent, "tiny");
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
}

const writeSet = (changed: Readonly<Record<string, string>> = {}): Promise<string> =>
  write({ "corpus.jsonl": CORPUS, "queries.jsonl": QUERIES, "qrels.tsv": QRELS, ...changed });

const toPlain = (qrels: ReadonlyMap<string, ReadonlyMap<string, number>>) =>
  Object.fromEntries([...qrels].map(([query, grades]) => [query, Object.fromEntries(grades)]));

test("readBeirSet() reads documents, queries and graded judgments", async () => {
  const set = await readBeirSet(await writeSet());
  expect({ ...set, qrels: toPlain(set.qrels) }).toEqual({
    name: "tiny",
    documents: [
      { id: "d1", title: "One", text: "first" },
      { id: "d2", title: "", text: "둘째" },
    ],
    queries: [
      { id: "q1", text: "which is first?" },
      { id: "q2", text: "둘째는?" },
    ],
    qrels: { q1: { d1: 2, d2: 0 }, q2: { d2: 1 } },
    contentHash: createHash("sha256").update(CORPUS).digest("hex"),
  });
});

test("readBeirSet() names a set by its folder even when the path ends in a slash", async () => {
  expect((await readBeirSet(`${await writeSet()}/`)).name).toBe("tiny");
});

describe("qrels", () => {
  const EXPECTED = { q1: { d1: 2, d2: 0 }, q2: { d2: -1 } };
  test.each([
    ["without a heading", "qrels.tsv", "q1\td1\t2\nq1\td2\t0\nq2\td2\t-1"],
    [
      "from qrels/test.tsv",
      "qrels/test.tsv",
      "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq2\td2\t-1\n",
    ],
    ["in four TREC columns", "qrels.tsv", "q1 0 d1 2\nq1 0  d2 0\nq2 Q0 d2 -1\n"],
    ["in four columns parted by tabs", "qrels.tsv", "q1\t0\td1\t2\nq1\t0\td2\t0\nq2\t0\td2\t-1\n"],
    [
      "with Windows line ends, blank lines and a byte order mark",
      "qrels.tsv",
      "\ufeffq1\td1\t2\r\n\r\nq1\td2\t0\r\nq2\td2\t-1\r\n",
    ],
  ])("are read %s", async (_case, name, content) => {
    const folder = await write({ "corpus.jsonl": CORPUS, "queries.jsonl": QUERIES, [name]: content });
    expect(toPlain((await readBeirSet(folder)).qrels)).toEqual(EXPECTED);
  });

  test("keep ids with spaces where tabs part the columns", async () => {
    const folder = await writeSet({ "qrels.tsv": "q 1\tnotes/my day.md\t1\n" });
    expect(toPlain((await readBeirSet(folder)).qrels)).toEqual({ "q 1": { "notes/my day.md": 1 } });
  });

  test("come from qrels.tsv where both files are there", async () => {
    const folder = await writeSet({ "qrels/test.tsv": "q9\td9\t1\n" });
    expect(toPlain((await readBeirSet(folder)).qrels)).toHaveProperty("q1");
  });
});

describe("lines", () => {
  test("end only at \\n: U+2028 and U+2029 stay in the text", async () => {
    const text = "before\u2028between\u2029after\u0085end";
    const folder = await writeSet({ "corpus.jsonl": `{"_id":"d1","text":"${text}"}` });
    expect((await readBeirSet(folder)).documents).toEqual([{ id: "d1", title: "", text }]);
  });

  test("are whole where a read ends inside a character or a line is larger than a read", async () => {
    const text = "가나다".repeat(100_000);
    const folder = await writeSet({
      "corpus.jsonl": `{"_id":"d1","text":"x${text}"}\n{"_id":"d2","text":"${text}"}`,
    });
    expect((await readBeirSet(folder)).documents.map((document) => document.text)).toEqual([
      `x${text}`,
      text,
    ]);
  });
});

test.each([
  ["corpus.jsonl", "corpus.jsonl is missing"],
  ["queries.jsonl", "queries.jsonl is missing"],
  ["qrels.tsv", `qrels.tsv or ${join("qrels", "test.tsv")} is missing`],
])("readBeirSet() says that %s is missing and what belongs there", async (name, reason) => {
  const folder = await writeSet();
  await rm(join(folder, name));
  await expect(readBeirSet(folder)).rejects.toMatchObject({
    code: "config-invalid",
    message: `Cannot read BEIR set ${folder}: ${reason}`,
    hint: "A BEIR folder holds corpus.jsonl, queries.jsonl, and qrels.tsv or qrels/test.tsv",
  });
});

test("readBeirSet() says that the whole folder is missing", async () => {
  await expect(readBeirSet(join(parent, "nowhere"))).rejects.toMatchObject({ code: "config-invalid" });
});

test("readBeirSet() does not take a folder for a file", async () => {
  const folder = await write({ "corpus.jsonl/x": "", "queries.jsonl": QUERIES, "qrels.tsv": QRELS });
  await expect(readBeirSet(folder)).rejects.toMatchObject({ code: "source-unreadable" });
});

test.each([
  ["corpus.jsonl", `${CORPUS}{"_id": "d3", "text`, 3, "not JSON"],
  ["corpus.jsonl", `\n\n["d1"]`, 3, "not a JSON object"],
  ["corpus.jsonl", `{"text":"x"}`, 1, `"_id" is missing or not a string`],
  ["corpus.jsonl", `{"_id":"d1"}`, 1, `"text" is missing or not a string`],
  ["corpus.jsonl", `{"_id":"d1","title":["x"],"text":"x"}`, 1, `"title" is not a string`],
  ["corpus.jsonl", `${CORPUS}{"_id":"d1","text":"x"}`, 3, `"_id" "d1" occurs a second time`],
  ["queries.jsonl", `${QUERIES}{"_id":"q3","text":null}`, 3, `"text" is missing or not a string`],
  ["qrels.tsv", `${QRELS}q1\td1`, 5, "2 columns where 3 (query, document, grade) or 4 (TREC) belong"],
  ["qrels.tsv", `${QRELS}q1\td1\thigh`, 5, 'grade "high" is not a number'],
  ["qrels.tsv", `${QRELS}q1\td1\t`, 5, 'grade "" is not a number'],
  ["qrels.tsv", `${QRELS}\td1\t1`, 5, "an id is empty"],
])("readBeirSet() names file and line of a malformed line of %s: %j", async (name, content, line, reason) => {
  const folder = await writeSet({ [name]: content });
  const path = join(folder, name);
  await expect(readBeirSet(folder)).rejects.toMatchObject({
    code: "config-invalid",
    message: `Cannot parse ${path} line ${line}: ${reason}`,
    details: { path, line },
  });
});

test("readBeirSet() refuses an empty corpus", async () => {
  const folder = await writeSet({ "corpus.jsonl": "\n" });
  await expect(readBeirSet(folder)).rejects.toThrow(
    `Cannot use ${join(folder, "corpus.jsonl")}: it holds no records`,
  );
});

test("readBeirSet() takes a number for an id", async () => {
  const folder = await writeSet({ "corpus.jsonl": `{"_id":7,"title":null,"text":"x"}` });
  expect((await readBeirSet(folder)).documents).toEqual([{ id: "7", title: "", text: "x" }]);
});
