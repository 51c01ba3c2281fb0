import { beforeEach, describe, expect, it } from "vitest";
import { prepare, prepareAll } from "../../../test/support/prepare.ts";
import type { PreparedDocument } from "../../ports/document-store.ts";
import type { Database } from "./database.ts";
import { openForWriting } from "./open-sqlite.ts";
import { checkLexicalIndex, SqliteDocumentReader } from "./sqlite-document-reader.ts";
import { SqliteDocumentWriter } from "./sqlite-document-writer.ts";

let database: Database;
let writer: SqliteDocumentWriter;
let reader: SqliteDocumentReader;
let documents: PreparedDocument[];

beforeEach(async () => {
  database = openForWriting(":memory:");
  writer = new SqliteDocumentWriter(database);
  reader = new SqliteDocumentReader(database);
  documents = await prepareAll([
    { path: "b.md", text: "# One\n\nfirst\n\n# Two\n\nsecond\n", tags: ["x", "y"] },
    { path: "a.md", text: "# Three\n\nthird\n", tags: ["x"], sourceId: "work" },
    { path: "a.md", text: "const three = 3;\n", tags: [], type: "code" },
  ]);
  for (const document of documents) await writer.put(document);
  return () => database[Symbol.dispose]();
});

describe("chunks()", () => {
  it("gives chunks in the order asked, repeats included, and leaves out unknown ids", async () => {
    const ids = documents.flatMap(({ chunks }) => chunks.map(({ id }) => id));
    const asked = [ids[3]!, "0".repeat(32), ids[0]!, ids[2]!, ids[0]!];
    expect((await reader.chunks(asked)).map(({ id }) => id)).toEqual([ids[3], ids[0], ids[2], ids[0]]);
    expect(await reader.chunks([])).toEqual([]);
  });

  it("gives each chunk with its document", async () => {
    const [chunk] = await reader.chunks([documents[1]!.chunks[0]!.id]);
    expect(chunk?.document).toEqual(await reader.document(documents[1]!.id));
    expect(chunk?.document).toMatchObject({ path: "a.md", sourceId: "work", tags: ["x"] });
  });

  it("takes a thousand ids in one query", async () => {
    const id = documents[0]!.chunks[0]!.id;
    expect(await reader.chunks(Array<string>(1000).fill(id))).toHaveLength(1000);
  });
});

describe("chunksOf()", () => {
  it("gives leads, chunks and tail that make up the text", async () => {
    const text = "---\ntitle: T\n---\n\n\n# One\n\nfirst\n\n\n\n# Two\n\nsecond\n\n\n";
    const document = await prepare({ path: "c.md", text });
    await writer.put(document);
    const { chunks, tail } = await reader.chunksOf(document.id);
    expect(chunks.map(({ lead, text: own }) => lead + own).join("") + tail).toBe(text);
    expect(await reader.chunksOf("0".repeat(32))).toEqual({ chunks: [], tail: "" });
  });
});

describe("pathsOf()", () => {
  it("names the document of each chunk", async () => {
    const ids = [documents[0]!.chunks[1]!.id, documents[1]!.chunks[0]!.id, "unknown"];
    expect(await reader.pathsOf(ids)).toEqual(
      new Map([
        [ids[0], "b.md"],
        [ids[1], "a.md"],
      ]),
    );
  });
});

describe("documents()", () => {
  it("lists by source and path, a page at a time", async () => {
    const list = async (limit: number, offset: number): Promise<string[]> =>
      (await reader.documents({}, { limit, offset })).map(({ sourceId, path }) => `${sourceId}/${path}`);
    expect(await list(10, 0)).toEqual(["notes/a.md", "notes/b.md", "work/a.md"]);
    expect(await list(2, 0)).toEqual(["notes/a.md", "notes/b.md"]);
    expect(await list(2, 2)).toEqual(["work/a.md"]);
  });

  it("lists and counts what a filter lets through", async () => {
    const filter = { tagsAll: ["x"], path: "*.md", types: ["markdown" as const] };
    expect((await reader.documents(filter, { limit: 10, offset: 0 })).map(({ id }) => id)).toEqual([
      documents[0]!.id,
      documents[1]!.id,
    ]);
    expect(await reader.countDocuments(filter)).toBe(2);
    expect(await reader.countDocuments({})).toBe(3);
    expect(await reader.countDocuments({ documents: [] })).toBe(0);
  });
});

describe("document()", () => {
  it("is null for an unknown id", async () => {
    expect(await reader.document("0".repeat(32))).toBeNull();
  });
});

describe("tags()", () => {
  it("counts documents, not who gave the tag, most used first", async () => {
    await writer.tagDocument(documents[0]!.id, { add: ["x", "z"], remove: [] });
    expect(await reader.tags()).toEqual([
      { tag: "x", documents: 2 },
      { tag: "y", documents: 1 },
      { tag: "z", documents: 1 },
    ]);
  });
});

describe("counts()", () => {
  it("counts everything", async () => {
    await writer.setAside(
      "notes",
      { path: "p", size: 1, modifiedMs: 1, pipeline: "p" },
      { kind: "failed", reason: "r" },
    );
    await writer.setAside(
      "notes",
      { path: "q", size: 1, modifiedMs: 1, pipeline: "p" },
      { kind: "skipped", reason: "r" },
    );
    await writer.setAside(
      "notes",
      { path: "r", size: 1, modifiedMs: 1, pipeline: "p" },
      { kind: "skipped", reason: "r" },
    );
    expect(await reader.counts()).toEqual({
      documents: 3,
      chunks: 4,
      tags: 2,
      byType: { code: 1, markdown: 2 },
      bySource: { notes: 2, work: 1 },
      failed: 1,
      skipped: 2,
      lastRunAt: null,
    });
  });
});

describe("check()", () => {
  it("finds nothing in a sound database", async () => {
    expect(await reader.check()).toEqual([]);
    expect(checkLexicalIndex(database)).toEqual([]);
  });

  it("finds a chunk whose document is gone", async () => {
    database.exec("pragma foreign_keys = off; delete from documents where path = 'b.md'");
    expect(new Set(await reader.check())).toEqual(
      new Set(["a row of chunks refers to nothing", "a row of document_tags refers to nothing"]),
    );
  });

  it("finds a keyword index that does not agree with the chunks", () => {
    database.exec("drop trigger chunks_after_update; update chunks set text = 'something else'");
    expect(checkLexicalIndex(database)).toEqual([expect.stringContaining("does not agree with the chunks")]);
  });
});

describe("a closed reader", () => {
  it("is closed twice without harm, and says so when it is used", async () => {
    await reader[Symbol.asyncDispose]();
    await reader[Symbol.asyncDispose]();
    await expect(reader.counts()).rejects.toThrow(/not open/);
  });
});
