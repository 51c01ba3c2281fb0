import { beforeEach, describe, expect, it } from "vitest";
import { prepare, prepareAll } from "../../../test/support/prepare.ts";
import { toDocumentId } from "../../core/ids.ts";
import { parseQuery } from "../../core/query.ts";
import type { PreparedDocument } from "../../ports/document-store.ts";
import type { Database } from "./database.ts";
import { openForWriting } from "./open-sqlite.ts";
import { checkLexicalIndex, SqliteDocumentReader } from "./sqlite-document-reader.ts";
import { SqliteDocumentWriter } from "./sqlite-document-writer.ts";
import { createSqliteLexicalIndex } from "./sqlite-lexical-index.ts";

const SECTIONS = "# Alpha\n\nfirst words\n\n# Beta\n\nsecond words\n\n# Gamma\n\nthird words\n";
const FILE = { size: 5, modifiedMs: 1234.5678, pipeline: "p" };

let database: Database;
let writer: SqliteDocumentWriter;
let reader: SqliteDocumentReader;
let now: number;

beforeEach(() => {
  now = 5000;
  database = openForWriting(":memory:");
  writer = new SqliteDocumentWriter(database, () => now);
  reader = new SqliteDocumentReader(database);
  return () => database[Symbol.dispose]();
});

/** The paths found, each once. */
async function find(query: string): Promise<string[]> {
  const index = createSqliteLexicalIndex(database, { heading: 1, text: 1, cjk: 1, identifiers: 1 });
  const ranked = await index.search(parseQuery(query), { limit: 50, filter: {} });
  const chunks = await reader.chunks(ranked.map(({ chunkId }) => chunkId));
  return [...new Set(chunks.map((chunk) => chunk.document.path))].sort();
}

function listRows(): { id: number; chunkId: string; ordinal: number }[] {
  return database.all("select id, chunk_id as chunkId, ordinal from chunks order by ordinal");
}

/** Everything in the database, FTS5's own tables included, except the clock. */
function dump(): unknown {
  const tables = database.all<{ name: string }>(
    "select name from sqlite_master where type = 'table' order by name",
  );
  return tables
    .filter(({ name }) => name !== "chunks_fts" && name !== "migrations")
    .map(({ name }) => [name, database.all(`select * from "${name}"`)]);
}

describe("put()", () => {
  it("stores a document with everything that is known of it", async () => {
    const document = await prepare({
      path: "ops/a.md",
      text: "---\ntitle: Ops\ntags: [x]\naliases: [y]\nlang: en\ncreated: 2024-01-02\nrank: 3\n---\n# Head\n\nbody\n\n\n",
      repo: "infra",
      trustLevel: "secondary",
      modifiedMs: 1700000000123.4568,
    });
    await writer.put(document);
    const { chunks, id, notices, pipeline, tail, tags, ...stored } = document;
    expect(await reader.document(id)).toEqual({ ...stored, id, tags: ["x"], indexedAt: 5000 });
    const read = await reader.chunksOf(id);
    expect(read.tail).toBe(tail);
    const indexed = ["textHash", "heading", "words", "cjk", "identifiers"];
    const toStored = (chunk: object) => Object.entries(chunk).filter(([key]) => !indexed.includes(key));
    expect(read.chunks).toEqual(
      chunks.map((chunk) => ({ ...Object.fromEntries(toStored(chunk)), document: expect.anything() })),
    );
    expect([notices, pipeline, tags]).toEqual([[], "test pipeline", [{ tag: "x", origin: "document" }]]);
  });

  it("changes nothing when the same document is put again", async () => {
    const document = await prepare({ path: "a.md", text: SECTIONS, tags: ["x"] });
    expect(await writer.put(document)).toEqual({ added: 3, kept: 0, removed: 0 });
    const before = dump();
    expect(await writer.put(document)).toEqual({ added: 0, kept: 3, removed: 0 });
    expect(dump()).toEqual(before);
  });

  it("keeps the rows and ids of the chunks that an edit does not touch", async () => {
    await writer.put(await prepare({ path: "a.md", text: SECTIONS }));
    const before = listRows();
    const edited = await prepare({ path: "a.md", text: SECTIONS.replace("second", "other") });
    expect(await writer.put(edited)).toEqual({ added: 1, kept: 2, removed: 1 });
    const after = listRows();
    expect(after[0]).toEqual(before[0]);
    expect(after[2]).toEqual(before[2]);
    expect(after[1]?.chunkId).not.toBe(before[1]?.chunkId);
    expect(await find("second")).toEqual([]);
    expect(await find("other")).toEqual(["a.md"]);
    expect(checkLexicalIndex(database)).toEqual([]);
  });

  it("moves a chunk whose text stayed to its new place and heading, in the index too", async () => {
    const body = "# Alpha\n\nlead\n\n## Part\n\nstays\n";
    await writer.put(await prepare({ path: "a.md", text: body }));
    const [before] = (await reader.chunks(listRows().map(({ chunkId }) => chunkId))).filter((chunk) =>
      chunk.text.includes("stays"),
    );
    await writer.put(
      await prepare({ path: "a.md", text: `intro\n\n${body.replace("Alpha", "설명 Omega")}` }),
    );
    const [after] = await reader.chunks([before?.id ?? ""]);
    expect(after?.span.startLine).toBe((before?.span.startLine ?? 0) + 2);
    expect(after?.headingPath).toEqual(["설명 Omega", "Part"]);
    const index = createSqliteLexicalIndex(database, { heading: 1, text: 1, cjk: 1, identifiers: 1 });
    for (const query of ["omega stays", "설명 stays"]) {
      const ranked = await index.search(parseQuery(`"${query.split(" ")[0]}" ${query}`), {
        limit: 9,
        filter: {},
      });
      expect(ranked.map(({ chunkId }) => chunkId)).toContain(after?.id);
    }
    expect(await find("alpha")).toEqual([]);
    expect(checkLexicalIndex(database)).toEqual([]);
  });

  it("indexes anew what another analyser made of the same text", async () => {
    const document = await prepare({ path: "a.md", text: "# Alpha\n\nplain\n" });
    await writer.put(document);
    const [chunk] = document.chunks;
    await writer.put({
      ...document,
      chunks: [{ ...chunk!, words: "otherwise", identifiers: "split", cjk: "배포", tokens: 77 }],
    });
    expect([await find("plain"), await find("otherwise"), await find("split"), await find("배포")]).toEqual([
      [],
      ["a.md"],
      ["a.md"],
      ["a.md"],
    ]);
    expect((await reader.chunks([chunk!.id]))[0]?.tokens).toBe(77);
    await writer.put({ ...document, chunks: [{ ...chunk!, words: "once more" }] });
    expect([await find("otherwise"), await find("once"), await find("배포")]).toEqual([[], ["a.md"], []]);
    expect(checkLexicalIndex(database)).toEqual([]);
  });

  it("gives two equal paragraphs of one document an id each", async () => {
    const twice = await prepare({ path: "a.md", text: "# A\n\nsame\n\n# A\n\nsame\n" });
    await writer.put(twice);
    expect(new Set(listRows().map(({ chunkId }) => chunkId)).size).toBe(2);
  });

  it("keeps the tags a user gave and replaces the document's own", async () => {
    const document = await prepare({ path: "a.md", text: SECTIONS, tags: ["old", "shared"] });
    await writer.put(document);
    await writer.tagDocument(document.id, { add: ["mine", "shared"], remove: [] });
    await writer.put(await prepare({ path: "a.md", text: SECTIONS, tags: ["new"] }));
    expect((await reader.document(document.id))?.tags).toEqual(["mine", "new", "shared"]);
  });

  it("leaves the version before in place when it fails halfway", async () => {
    const document = await prepare({ path: "a.md", text: SECTIONS, tags: ["old"] });
    await writer.put(document);
    await writer.setAside("notes", { ...FILE, path: "a.md" }, { kind: "failed", reason: "r" });
    const before = dump();
    const next = await prepare({
      path: "a.md",
      text: SECTIONS.replaceAll("words", "changed"),
      tags: ["new"],
    });
    // The last chunk repeats the id of the first: SQLite refuses it after all the others were written.
    const broken: PreparedDocument = {
      ...next,
      chunks: [...next.chunks, { ...next.chunks[0]!, ordinal: 3 }],
    };
    await expect(writer.put(broken)).rejects.toThrow(/UNIQUE/);
    expect(dump()).toEqual(before);
    expect(await find("changed")).toEqual([]);
    expect(checkLexicalIndex(database)).toEqual([]);
    expect(await writer.put(next)).toEqual({ added: 3, kept: 0, removed: 3 });
  });

  it("forgets that the file was ever set aside", async () => {
    await writer.setAside("notes", { ...FILE, path: "a.md" }, { kind: "failed", reason: "r" });
    await writer.put(await prepare({ path: "a.md", text: SECTIONS }));
    expect(await reader.setAside()).toEqual([]);
  });

  it("stores a text as it is, whatever characters it holds", async () => {
    const text = "# 제목 \u{1F600}\n\n'quotes\" -- ; \\ % _ \u{10FFFF} e\u0301 \u202e\n";
    const document = await prepare({ path: "it's; --.md", text });
    await writer.put(document);
    const { chunks, tail } = await reader.chunksOf(document.id);
    expect(chunks.map((chunk) => chunk.lead + chunk.text).join("") + tail).toBe(text);
    expect((await reader.documentsAt("it's; --.md")).map(({ id }) => id)).toEqual([document.id]);
  });
});

describe("putAll()", () => {
  it("stores several at once and tells what became of each, in order", async () => {
    await writer.put(await prepare({ path: "b.md", text: SECTIONS }));
    const documents = await prepareAll([
      { path: "a.md", text: "# A\n\none\n" },
      { path: "b.md", text: SECTIONS.replace("second", "other") },
    ]);
    expect(await writer.putAll(documents)).toEqual([
      { added: 1, kept: 0, removed: 0 },
      { added: 1, kept: 2, removed: 1 },
    ]);
    expect(await writer.putAll([])).toEqual([]);
    expect(await find("words")).toEqual(["b.md"]);
    expect(checkLexicalIndex(database)).toEqual([]);
  });

  it("stores none of them when one fails", async () => {
    const before = dump();
    const [good, bad] = await prepareAll([
      { path: "a.md", text: SECTIONS },
      { path: "b.md", text: SECTIONS },
    ]);
    const broken = { ...bad!, chunks: [...bad!.chunks, bad!.chunks[0]!] };
    await expect(writer.putAll([good!, broken])).rejects.toThrow(/UNIQUE/);
    expect(dump()).toEqual(before);
  });
});

describe("twins: the same bytes at two paths", () => {
  it("live side by side, and removing one keeps the other", async () => {
    const [first, second] = [
      await prepare({ path: "a.md", text: SECTIONS }),
      await prepare({ path: "b.md", text: SECTIONS }),
    ];
    await writer.put(first);
    expect(await writer.put(second)).toEqual({ added: 3, kept: 0, removed: 0 });
    expect(first.contentHash).toBe(second.contentHash);
    expect(await find("second words")).toEqual(["a.md", "b.md"]);
    await writer.remove("notes", ["a.md"]);
    expect(await find("second words")).toEqual(["b.md"]);
    expect(await reader.document(first.id)).toBeNull();
    expect((await reader.chunksOf(second.id)).chunks).toHaveLength(3);
    expect(checkLexicalIndex(database)).toEqual([]);
  });

  it("live side by side in two sources under the same path", async () => {
    await writer.put(await prepare({ path: "a.md", text: SECTIONS, sourceId: "one" }));
    await writer.put(await prepare({ path: "a.md", text: SECTIONS, sourceId: "two" }));
    expect((await reader.documentsAt("a.md")).map(({ sourceId }) => sourceId)).toEqual(["one", "two"]);
    await writer.remove("one", ["a.md"]);
    expect((await reader.documentsAt("a.md")).map(({ sourceId }) => sourceId)).toEqual(["two"]);
  });
});

describe("a renamed document", () => {
  it("keeps its id, its chunks and its user's tags under the new path", async () => {
    const document = await prepare({ path: "a.md", text: SECTIONS });
    await writer.put(document);
    await writer.tagDocument(document.id, { add: ["mine"], remove: [] });
    const rows = listRows();
    const moved = await prepare({ path: "b.md", text: SECTIONS, id: document.id });
    expect(await writer.put(moved)).toEqual({ added: 0, kept: 3, removed: 0 });
    expect(listRows()).toEqual(rows);
    expect(await reader.document(document.id)).toMatchObject({ path: "b.md", tags: ["mine"] });
    expect(await reader.documentsAt("a.md")).toEqual([]);
  });

  it("leaves another id to a new file at its old path", async () => {
    const document = await prepare({ path: "a.md", text: SECTIONS });
    expect(await writer.freeDocumentId("notes", "a.md")).toBe(document.id);
    await writer.put(await prepare({ path: "b.md", text: SECTIONS, id: document.id }));
    const free = await writer.freeDocumentId("notes", "a.md");
    expect(free).toBe(toDocumentId("notes", "a.md", 1));
    await writer.put(await prepare({ path: "a.md", text: SECTIONS, id: free }));
    expect(await find("second words")).toEqual(["a.md", "b.md"]);
    expect(await writer.freeDocumentId("notes", "a.md")).toBe(toDocumentId("notes", "a.md", 2));
  });
});

describe("remove()", () => {
  it("leaves nothing of a document behind: no chunk, tag, reason or keyword", async () => {
    const empty = dump();
    const document = await prepare({
      path: "a.md",
      text: `${SECTIONS}\n배포 parseHttpHeader\n`,
      tags: ["x"],
    });
    await writer.put(document);
    await writer.tagDocument(document.id, { add: ["mine"], remove: [] });
    await writer.setAside("notes", { ...FILE, path: "a.md" }, { kind: "skipped", reason: "r" });
    await writer.remove("notes", ["a.md"]);
    expect(checkLexicalIndex(database)).toEqual([]);
    await writer.merge("all");
    expect(database.all("select * from chunks_fts_docsize")).toEqual([]);
    database.exec("create virtual table temp.vocabulary using fts5vocab(main, chunks_fts, row)");
    expect(database.all("select term from temp.vocabulary")).toEqual([]);
    const withoutIndex = (tables: unknown) =>
      (tables as [string, unknown][]).filter(([name]) => !name.startsWith("chunks_fts"));
    expect(withoutIndex(dump())).toEqual(withoutIndex(empty));
  });

  it("ignores unknown paths and other sources", async () => {
    await writer.put(await prepare({ path: "a.md", text: SECTIONS }));
    await writer.remove("notes", ["b.md", ""]);
    await writer.remove("other", ["a.md"]);
    expect(await find("second")).toEqual(["a.md"]);
  });
});

describe("removeSource()", () => {
  it("takes the source with every document and reason of it, and nothing else", async () => {
    for (const id of ["one", "two"]) {
      await writer.putSource({ id, root: `/${id}`, origin: "command" });
      await writer.put(await prepare({ path: "a.md", text: SECTIONS, sourceId: id }));
      await writer.setAside(id, { ...FILE, path: "x" }, { kind: "failed", reason: "r" });
    }
    await writer.removeSource("one");
    expect((await reader.sources()).map(({ id, documents }) => [id, documents])).toEqual([["two", 1]]);
    expect((await reader.setAside()).map(({ sourceId }) => sourceId)).toEqual(["two"]);
    expect((await reader.counts()).bySource).toEqual({ two: 1 });
    expect(checkLexicalIndex(database)).toEqual([]);
  });
});

describe("knownFiles()", () => {
  it("tells what is stored, to the last bit of its time", async () => {
    const document = await prepare({ path: "a.md", text: SECTIONS, modifiedMs: 1700000000123.4568 });
    await writer.put(document);
    expect(await writer.knownFiles("notes")).toEqual([
      {
        path: "a.md",
        size: document.size,
        modifiedMs: 1700000000123.4568,
        checkedAt: 5000,
        pipeline: "test pipeline",
        state: { kind: "stored", documentId: document.id, contentHash: document.contentHash },
      },
    ]);
    expect(await writer.knownFiles("other")).toEqual([]);
  });

  it("tells of a file that failed after it had been stored that it failed, and which document is left of it", async () => {
    const document = await prepare({ path: "a.md", text: SECTIONS });
    await writer.put(document);
    now = 6000;
    await writer.setAside("notes", { ...FILE, path: "a.md" }, { kind: "failed", reason: "broken" });
    expect(await writer.knownFiles("notes")).toEqual([
      {
        ...FILE,
        path: "a.md",
        checkedAt: 6000,
        state: { kind: "failed", reason: "broken", documentId: document.id },
      },
    ]);
    expect(await find("second")).toEqual(["a.md"]);
  });

  it("tells of a file that never gave a document", async () => {
    await writer.setAside("notes", { ...FILE, path: "a.bin" }, { kind: "skipped", reason: "binary file" });
    await writer.setAside("notes", { ...FILE, path: "a.bin" }, { kind: "failed", reason: "later" });
    expect((await writer.knownFiles("notes")).map(({ state }) => state)).toEqual([
      { kind: "failed", reason: "later", documentId: null },
    ]);
  });
});

describe("touch()", () => {
  it("renews size and times, leaves the rest, and forgets a reason", async () => {
    const document = await prepare({ path: "a.md", text: SECTIONS });
    await writer.put(document);
    await writer.setAside("notes", { ...FILE, path: "a.md" }, { kind: "failed", reason: "r" });
    now = 9000;
    await writer.touch("notes", { path: "a.md", size: document.size, modifiedMs: 77.5 });
    const [known] = await writer.knownFiles("notes");
    expect(known).toMatchObject({ modifiedMs: 77.5, checkedAt: 9000, state: { kind: "stored" } });
    expect(await reader.document(document.id)).toMatchObject({ indexedAt: 5000, title: document.title });
  });

  it("gives a document the new date of its file, unless it has one of its own", async () => {
    const dated = await prepare({ path: "dated.md", text: "---\nupdated: 2024-05-06\n---\n# Dated\n" });
    const plain = await prepare({ path: "plain.md", text: SECTIONS });
    for (const document of [dated, plain]) {
      await writer.put(document);
      await writer.touch("notes", { path: document.path, size: document.size, modifiedMs: 77_000.5 });
    }
    expect(plain.updatedAt).toBe(Math.round(plain.modifiedMs));
    expect(await reader.document(plain.id)).toMatchObject({ updatedAt: 77_001 });
    expect(await reader.document(dated.id)).toMatchObject({ updatedAt: Date.UTC(2024, 4, 6) });
  });
});

describe("tagDocument()", () => {
  it("adds and removes a user's tags, but not those a document gives itself", async () => {
    const document = await prepare({ path: "a.md", text: SECTIONS, tags: ["own"] });
    await writer.put(document);
    await writer.tagDocument(document.id, { add: ["x", "x", "한글"], remove: [] });
    await writer.tagDocument(document.id, { add: [], remove: ["x", "own", "absent"] });
    expect((await reader.document(document.id))?.tags).toEqual(["own", "한글"]);
    await writer.tagDocument("0".repeat(32), { add: ["nobody"], remove: [] });
    expect((await reader.tags()).map(({ tag }) => tag)).toEqual(["own", "한글"]);
  });
});

describe("putSource()", () => {
  it("puts a source once and takes its new folder", async () => {
    await writer.putSource({ id: "notes", root: "/old", origin: "command" });
    await writer.putSource({ id: "notes", root: "/new", origin: "config" });
    expect(await reader.sources()).toEqual([{ id: "notes", root: "/new", origin: "config", documents: 0 }]);
  });
});

describe("runs", () => {
  it("know their files as checked when they began, however late those are stored", async () => {
    const run = await writer.startRun();
    now = 8000;
    await writer.put(await prepare({ path: "a.md", text: SECTIONS }));
    await writer.setAside("notes", { ...FILE, path: "b.md" }, { kind: "failed", reason: "r" });
    await writer.touch("notes", { path: "a.md", size: 1, modifiedMs: 1 });
    expect((await writer.knownFiles("notes")).map(({ checkedAt }) => checkedAt)).toEqual([5000, 5000]);
    await writer.finishRun(run, {});
    await writer.touch("notes", { path: "a.md", size: 1, modifiedMs: 1 });
    expect((await writer.knownFiles("notes"))[0]?.checkedAt).toBe(8000);
  });

  it("remember when the last finished one ended", async () => {
    const first = await writer.startRun();
    now = 7000;
    await writer.finishRun(first, { added: 1 });
    now = 8000;
    expect(await writer.startRun()).not.toBe(first);
    expect((await reader.counts()).lastRunAt).toBe(7000);
  });
});
