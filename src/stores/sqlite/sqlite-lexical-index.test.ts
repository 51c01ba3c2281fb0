import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lexicalIndexContract } from "../../../test/contracts/lexical-index-contract.ts";
import { type DocumentSpec, prepareAll } from "../../../test/support/prepare.ts";
import { parseQuery } from "../../core/query.ts";
import type { PreparedDocument } from "../../ports/document-store.ts";
import type { LexicalIndex } from "../../ports/lexical-index.ts";
import { createMemoryLexicalIndex } from "../memory/memory-lexical-index.ts";
import { openForWriting } from "./open-sqlite.ts";
import { SqliteDocumentWriter } from "./sqlite-document-writer.ts";
import { createSqliteLexicalIndex } from "./sqlite-lexical-index.ts";

const EQUAL_WEIGHTS = { heading: 1, text: 1, cjk: 1, identifiers: 1 };

async function openSqlite(
  documents: readonly PreparedDocument[],
  weights = EQUAL_WEIGHTS,
): Promise<LexicalIndex> {
  const database = openForWriting(":memory:");
  const writer = new SqliteDocumentWriter(database);
  for (const document of documents) await writer.put(document);
  return createSqliteLexicalIndex(database, weights);
}

describe("the SQLite lexical index", () => {
  lexicalIndexContract(openSqlite);

  const WORDS = [
    "install",
    "installation",
    "lag",
    "parseHttpHeader",
    "header",
    "배포",
    "재배포를",
    "useMemo는",
    "돈",
    "café",
  ];
  const text = fc.array(fc.constantFrom(...WORDS, "\n\n# ", "filler", "and"), {
    minLength: 1,
    maxLength: 12,
  });
  const term = fc.constantFrom(...WORDS, "http", "memo", "the", "absent");
  const query = fc.oneof(
    term,
    fc.tuple(term, term).map(([first, second]) => `${first} ${second}`),
    fc.tuple(term, term).map(([first, second]) => `"${first} ${second}"`),
    fc.tuple(term, term).map(([first, second]) => `${first} -${second}`),
    fc.tuple(term, term, term).map(([first, second, third]) => `${first} -"${second} ${third}"`),
  );

  it("finds the same chunks with the same scores as a scan of every chunk", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 6 }),
        fc.array(query, { minLength: 5, maxLength: 5 }),
        async (texts, queries) => {
          const documents = await prepareAll(
            texts.map((words, index) => ({ path: `${index}.md`, text: words.join(" ") })),
          );
          const memory = createMemoryLexicalIndex(documents);
          const sqlite = await openSqlite(documents);
          for (const typed of queries) {
            const options = { limit: 100, filter: {} };
            const expected = await memory.search(parseQuery(typed), options);
            const found = await sqlite.search(parseQuery(typed), options);
            const toScores = (list: typeof found) =>
              Object.fromEntries(list.map(({ chunkId, score }) => [chunkId, score.toPrecision(9)]));
            expect(toScores(found)).toEqual(toScores(expected));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  const WEIGHED: readonly DocumentSpec[] = [
    { path: "1.md", text: "---\ntitle: Kafka\n---\nplain words here\n" },
    { path: "2.md", text: "---\ntitle: Plain\n---\nkafka words here\n" },
    { path: "3.md", text: "---\ntitle: Plain\n---\nother words here\n" },
    { path: "4.md", text: "---\ntitle: Plain\n---\nfurther words here\n" },
    { path: "5.md", text: "---\ntitle: Plain\n---\nlast words here\n" },
  ];

  it.each([
    ["heading", 5, "1.md"],
    ["heading", 0.1, "2.md"],
    ["text", 0.1, "1.md"],
  ] as const)("ranks by the weights of its columns: %s %d", async (column, weight, first) => {
    const documents = await prepareAll(WEIGHED);
    const index = await openSqlite(documents, { ...EQUAL_WEIGHTS, [column]: weight });
    const [best] = await index.search(parseQuery("kafka"), { limit: 1, filter: {} });
    expect(documents.find(({ chunks }) => chunks.some(({ id }) => id === best?.chunkId))?.path).toBe(first);
  });

  it("names its tokenizer, its analyser and its weights in its version", async () => {
    const { version } = await openSqlite([], { heading: 2, text: 1, cjk: 0.5, identifiers: 1 });
    expect(version).toMatch(/^lex:fts5-porter-unicode61\S*:a\d+:w2,1,0\.5,1$/);
  });
});
