import { chmodSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { prepare } from "../../../test/support/prepare.ts";
import { kill, readLine, startChild } from "../../../test/support/run-child.ts";
import { TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { Database } from "./database.ts";
import { openForReading, openForWriting } from "./open-sqlite.ts";
import { checkLexicalIndex, SqliteDocumentReader } from "./sqlite-document-reader.ts";
import { SqliteDocumentWriter } from "./sqlite-document-writer.ts";

const WRITE_AND_DIE = new URL("../../../test/support/children/write-and-die.ts", import.meta.url);
const WITHOUT_RIGHTS = new URL("../../../test/support/children/without-rights.ts", import.meta.url);

async function makeIndex(folder: TemporaryFolder, documents = 3): Promise<string> {
  const path = folder.at("kebab.sqlite");
  await using writer = new SqliteDocumentWriter(openForWriting(path));
  for (let index = 0; index < documents; index++) {
    await writer.put(
      await prepare({ path: `${index}.md`, text: `# Number ${index}\n\n${"word ".repeat(300)}\n` }),
    );
  }
  return path;
}

async function countDocuments(database: Database): Promise<number> {
  await using reader = new SqliteDocumentReader(database);
  return (await reader.counts()).documents;
}

describe("openForWriting()", () => {
  it("leaves everything in the one file when it is closed", async () => {
    using folder = new TemporaryFolder();
    const path = await makeIndex(folder);
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const copy = folder.write("copy.sqlite", readFileSync(path));
    expect(await countDocuments(openForReading(copy))).toBe(3);
  });

  it("refuses a file that is no database, says so, and leaves it alone", () => {
    using folder = new TemporaryFolder();
    const path = folder.write("kebab.sqlite", "These are my notes, not a database. ".repeat(50));
    const before = readFileSync(path);
    for (const open of [openForWriting, openForReading]) {
      expect(() => open(path)).toThrow(
        expect.objectContaining({
          code: "database-broken",
          message: expect.stringContaining(`Cannot read ${path}: `),
        }),
      );
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("says which path it cannot open", () => {
    using folder = new TemporaryFolder();
    expect(() => openForWriting(folder.folder("kebab.sqlite"))).toThrow(
      expect.objectContaining({
        code: "index-missing",
        message: expect.stringContaining(folder.at("kebab.sqlite")),
      }),
    );
  });

  it("finds the last whole state after a writer was killed in the middle of a transaction", async () => {
    using folder = new TemporaryFolder();
    const path = await makeIndex(folder, 20);
    const child = await startChild(WRITE_AND_DIE, [path]);
    onTestFinished(() => kill(child, "SIGKILL"));
    expect(await readLine(child)).toBe("written");
    await kill(child, "SIGKILL");
    using database = openForWriting(path);
    expect(database.get("select count(*) as half from chunks where text like 'half%'")).toEqual({ half: 0 });
    expect(database.get("select count(*) as chunks from chunks")).toEqual({ chunks: 20 });
    expect(checkLexicalIndex(database)).toEqual([]);
  });
});

describe("openForReading()", () => {
  it("says what to run where there is no index", () => {
    using folder = new TemporaryFolder();
    expect(() => openForReading(folder.at("kebab.sqlite"))).toThrow(
      expect.objectContaining({ code: "index-missing", hint: expect.stringContaining("kebab ingest") }),
    );
    expect(statSync(folder.at("kebab.sqlite"), { throwIfNoEntry: false })).toBeUndefined();
  });

  it("says what to run where the index is of an earlier version, an empty file included", () => {
    using folder = new TemporaryFolder();
    expect(() => openForReading(folder.write("kebab.sqlite", ""))).toThrow(
      expect.objectContaining({ code: "index-missing", details: { schema: 0, known: expect.any(Number) } }),
    );
  });

  it("cannot write, and leaves the file as it is", async () => {
    using folder = new TemporaryFolder();
    const path = await makeIndex(folder);
    const before = readFileSync(path);
    const { mtimeMs } = statSync(path);
    {
      using database = openForReading(path);
      expect(() => database.exec("delete from documents")).toThrow(
        expect.objectContaining({ code: "readonly" }),
      );
      expect(() => database.exec("create table x (y)")).toThrow(
        expect.objectContaining({ code: "readonly" }),
      );
      await expect(new SqliteDocumentWriter(database).remove("notes", ["0.md"])).rejects.toMatchObject({
        code: "readonly",
      });
      expect(database.get("select count(*) as documents from documents")).toEqual({ documents: 3 });
    }
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
  });

  it("sees one state for as long as a statement runs, whatever is written meanwhile", async () => {
    using folder = new TemporaryFolder();
    const path = await makeIndex(folder);
    await using reader = new SqliteDocumentReader(openForReading(path));
    await using writer = new SqliteDocumentWriter(openForWriting(path));
    const [first] = await reader.documents({}, { limit: 1, offset: 0 });
    const reading = reader.chunksOf(first?.id ?? "");
    await writer.remove("notes", ["0.md"]);
    expect((await reading).chunks).toHaveLength(1);
    expect(await reader.document(first?.id ?? "")).toBeNull();
  });

  it("reads an index in a folder where nothing can be written, and says why it cannot be written", async () => {
    using folder = new TemporaryFolder();
    const path = await makeIndex(folder);
    // A closed index is one file; what a connection leaves behind until it is collected would help.
    for (const end of ["-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
    chmodSync(path, 0o444);
    chmodSync(folder.path, 0o555);
    const child = await startChild(WITHOUT_RIGHTS, [folder.path]);
    onTestFinished(() => kill(child, "SIGKILL"));
    const told = JSON.parse(await readLine(child)) as unknown;
    chmodSync(folder.path, 0o755);
    expect(told).toEqual({ documents: 3, writing: "readonly", locking: "readonly", making: "readonly" });
  });
});

describe("a database that nobody can write", () => {
  it("is read together with the log that a writer left, and nothing is put beside it", async () => {
    using folder = new TemporaryFolder();
    const path = await makeIndex(folder);
    using writer = new DatabaseSync(path);
    writer.exec("pragma wal_autocheckpoint = 0; delete from documents where path = '0.md'");
    const copy = folder.write("copy.sqlite", readFileSync(path));
    folder.write("copy.sqlite-wal", readFileSync(`${path}-wal`));
    const counts = (["file", "file and log"] as const).map((alone) => {
      using database = new Database(copy, { readonly: true, alone });
      return database.get("select count(*) as documents from documents");
    });
    expect(counts).toEqual([{ documents: 3 }, { documents: 2 }]);
    expect(statSync(`${copy}-shm`, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe("a broken database", () => {
  it("is told as broken, whether its head, its middle or its end is missing", async () => {
    using folder = new TemporaryFolder();
    const path = await makeIndex(folder, 30);
    const whole = readFileSync(path);
    const middle = Buffer.from(whole).fill(0xaa, 4096 * 2, whole.length - 4096);
    const told: unknown[] = [];
    for (const [name, bytes] of [
      ["head", Buffer.from(whole).fill(0xaa, 0, 50)],
      ["middle", middle],
    ] as const) {
      const copy = folder.write(`${name}.sqlite`, bytes);
      try {
        await countDocuments(openForReading(copy));
      } catch (error) {
        told.push((error as { code: string }).code);
      }
    }
    expect(told).toEqual(["database-broken", "database-broken"]);
    truncateSync(path, 4096 * 3);
    await expect(async () => countDocuments(openForReading(path))).rejects.toMatchObject({
      code: "database-broken",
    });
  });

  it("is told as broken when only the keyword index is", async () => {
    using folder = new TemporaryFolder();
    const path = await makeIndex(folder);
    const vandal = new DatabaseSync(path, { defensive: false });
    vandal.exec("delete from chunks_fts_data where id > 10");
    vandal.close();
    using database = openForReading(path);
    expect(() => database.all("select rowid from chunks_fts where chunks_fts match 'word'")).toThrow(
      expect.objectContaining({ code: "database-broken" }),
    );
  });
});

describe("a full disk", () => {
  it("is told as such and loses nothing that was stored", async () => {
    using folder = new TemporaryFolder();
    const path = await makeIndex(folder);
    const large = await prepare({
      path: "0.md",
      text: `# Large\n\n${"many different words of a large text\n\n".repeat(20_000)}`,
    });
    {
      const database = openForWriting(path);
      await using writer = new SqliteDocumentWriter(database);
      const { pages } = database.get<{ pages: number }>(
        "select page_count as pages from pragma_page_count",
      ) ?? { pages: 0 };
      database.exec(`pragma max_page_count = ${pages + 20}`);
      await expect(writer.put(large)).rejects.toMatchObject({
        code: "disk-full",
        message: expect.stringContaining(path),
      });
      expect(await writer.put(await prepare({ path: "1.md", text: "small" }))).toEqual({
        added: 1,
        kept: 0,
        removed: 1,
      });
    }
    using database = openForWriting(path);
    expect(checkLexicalIndex(database)).toEqual([]);
    await using reader = new SqliteDocumentReader(database);
    expect(await reader.check()).toEqual([]);
    expect((await reader.documents({}, { limit: 9, offset: 0 })).map(({ title }) => title)).toEqual([
      "Number 0",
      "1",
      "Number 2",
    ]);
  });
});

describe("a database that another program holds", () => {
  it("is told as locked", () => {
    using folder = new TemporaryFolder();
    const path = folder.at("kebab.sqlite");
    using first = openForWriting(path);
    using second = openForWriting(path);
    second.exec("pragma busy_timeout = 0");
    first.exec("begin immediate");
    expect(() => second.exec("begin immediate")).toThrow(expect.objectContaining({ code: "locked" }));
    first.exec("rollback");
  });
});

describe("transaction()", () => {
  it("undoes everything when the work throws, and passes the error on", () => {
    using database = new Database(":memory:", { readonly: false });
    database.exec("create table t (x)");
    const mistake = new Error("a mistake");
    const work = (): never => {
      database.run("insert into t values (?)", [1]);
      throw mistake;
    };
    expect(() => database.transaction(work)).toThrow(mistake);
    expect(database.all("select * from t")).toEqual([]);
    expect(database.transaction(() => database.run("insert into t values (?)", [2]).changes)).toBe(1);
    expect(database.all("select * from t")).toEqual([{ x: 2 }]);
  });
});

describe("an open that fails", () => {
  it("can be repeated once the cause is gone", () => {
    using folder = new TemporaryFolder();
    const path = folder.write("kebab.sqlite", "not a database ".repeat(100));
    expect(() => openForWriting(path)).toThrow();
    writeFileSync(path, "");
    using database = openForWriting(path);
    expect(database.get("select count(*) as documents from documents")).toEqual({ documents: 0 });
  });
});
