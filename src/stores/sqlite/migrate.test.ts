import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { parseQuery } from "../../core/query.ts";
import { checkVectors } from "./check-vectors.ts";
import { Database } from "./database.ts";
import { migrate, SCHEMA_VERSION } from "./migrate.ts";
import type { Migration } from "./migration.ts";
import { openForReading, openForWriting } from "./open-sqlite.ts";
import { checkLexicalIndex, SqliteDocumentReader } from "./sqlite-document-reader.ts";
import { createSqliteLexicalIndex } from "./sqlite-lexical-index.ts";
import { SqliteVectorLedger } from "./sqlite-vector-ledger.ts";
import { SqliteVectorStore } from "./sqlite-vector-store.ts";

const STORED = fileURLToPath(new URL("../../../test/fixtures/databases", import.meta.url));

function listApplied(database: Database): { id: number; name: string; appliedAt: number }[] {
  return database.all("select id, name, applied_at as appliedAt from migrations order by rowid");
}

/** Every table, view, index and trigger by name, those that FTS5 makes for itself included; not those of a model. */
function dumpSchema(database: Database): string {
  const rows = database.all<{ sql: string }>(`
    select sql from sqlite_master where sql is not null and name not like 'chunk_embeddings_%' and name <> 'sqlite_sequence'
    order by case type when 'table' then 1 when 'view' then 2 when 'index' then 3 else 4 end, name
  `);
  return rows.map(({ sql }) => `${sql.replace(/\n {2}/g, "\n")};\n`).join("\n");
}

/** With what FTS5 was told, which no statement shows. */
function dumpHouse(database: Database): string {
  const settings = database.all<{ k: string; v: number }>("select k, v from chunks_fts_config order by k");
  return `${dumpSchema(database)}\n-- chunks_fts: ${settings.map(({ k, v }) => `${k} = ${v}`).join(", ")}\n`;
}

describe("migrate()", () => {
  it("gives a fresh database the schema in test/golden/schema.sql", async () => {
    using database = openForWriting(":memory:");
    await expect(dumpHouse(database)).toMatchFileSnapshot("../../../test/golden/schema.sql");
  });

  it("records every migration once, in order, and applies none a second time", () => {
    using folder = new TemporaryFolder();
    const path = folder.at("kebab.sqlite");
    const first = (() => {
      using database = openForWriting(path);
      return listApplied(database);
    })();
    expect(first.map(({ id }) => id)).toEqual(
      Array.from({ length: SCHEMA_VERSION }, (_, index) => index + 1),
    );
    using again = openForWriting(path);
    expect(listApplied(again)).toEqual(first);
  });

  const done: number[] = [];
  const step = (id: number, up?: (database: Database) => void): Migration => ({
    id,
    name: `step-${id}`,
    up: (database) => {
      done.push(id);
      up?.(database);
    },
  });

  it("applies the missing ones only, in order", () => {
    using database = new Database(":memory:", { readonly: false });
    migrate(database, [step(1)]);
    done.length = 0;
    migrate(database, [step(1), step(2), step(3)]);
    migrate(database, [step(1), step(2), step(3)]);
    expect(done).toEqual([2, 3]);
    expect(listApplied(database).map(({ name }) => name)).toEqual(["step-1", "step-2", "step-3"]);
  });

  it("leaves the database as it was when one of them fails", () => {
    using database = new Database(":memory:", { readonly: false });
    migrate(database, [step(1, (on) => on.exec("create table first (x)"))]);
    const before = dumpSchema(database);
    const breaking = step(3, () => {
      throw new Error("does not work out");
    });
    const migrations = [step(1), step(2, (on) => on.exec("create table second (x)")), breaking];
    expect(() => migrate(database, migrations)).toThrow("does not work out");
    expect(dumpSchema(database)).toBe(before);
    expect(listApplied(database).map(({ id }) => id)).toEqual([1]);
  });

  it("refuses a database that a newer kebab has written, by the name of its schema", () => {
    using folder = new TemporaryFolder();
    const path = folder.at("kebab.sqlite");
    {
      using database = openForWriting(path);
      database.run("insert into migrations (id, name, applied_at) values (?, ?, ?)", [
        SCHEMA_VERSION + 6,
        "attic",
        1,
      ]);
    }
    for (const open of [openForWriting, openForReading]) {
      expect(() => open(path)).toThrow(
        expect.objectContaining({
          code: "database-newer",
          message: `Cannot open ${path}: it has schema ${SCHEMA_VERSION + 6} ("attic"), this kebab knows up to ${SCHEMA_VERSION}`,
          details: { schema: SCHEMA_VERSION + 6, known: SCHEMA_VERSION },
        }),
      );
    }
  });

  it("has a stored database of every version to be tested from", () => {
    const stored = readdirSync(STORED).filter((name) => name.endsWith(".sqlite"));
    expect(stored.sort()).toEqual(
      Array.from({ length: SCHEMA_VERSION }, (_, index) => `schema-${index + 1}.sqlite`),
    );
  });
});

describe.each(readdirSync(STORED).filter((name) => name.endsWith(".sqlite")))(
  "the stored database %s",
  (name) => {
    function openCopy(folder: TemporaryFolder): Database {
      copyFileSync(join(STORED, name), folder.at(name));
      return openForWriting(folder.at(name));
    }

    it("is of the version it is named after", () => {
      using folder = new TemporaryFolder();
      copyFileSync(join(STORED, name), folder.at(name));
      using database = new Database(folder.at(name), { readonly: true });
      expect(`schema-${listApplied(database).at(-1)?.id}.sqlite`).toBe(name);
    });

    it("has the schema of a fresh one after its migration", () => {
      using folder = new TemporaryFolder();
      using migrated = openCopy(folder);
      using fresh = openForWriting(":memory:");
      expect(dumpHouse(migrated)).toBe(dumpHouse(fresh));
    });

    it("keeps its documents, tags, sources and reasons", async () => {
      using folder = new TemporaryFolder();
      await using reader = new SqliteDocumentReader(openCopy(folder));
      const documents = await reader.documents({}, { limit: 10, offset: 0 });
      expect(documents.map(({ sourceId, path, type, tags }) => ({ sourceId, path, type, tags }))).toEqual([
        { sourceId: "library", path: "inbox.txt", type: "note", tags: ["errand"] },
        { sourceId: "notes", path: "ops/deploy.md", type: "markdown", tags: ["favourite", "howto", "ops"] },
        { sourceId: "notes", path: "ops/배포.md", type: "markdown", tags: [] },
        { sourceId: "notes", path: "src/add.ts", type: "code", tags: [] },
      ]);
      expect(documents[1]?.metadata).toEqual({
        aliases: ["release"],
        sourceType: null,
        extra: { owner: "kim" },
      });
      expect((await reader.sources()).map(({ id, origin }) => [id, origin])).toEqual([
        ["library", "library"],
        ["notes", "command"],
      ]);
      expect(await reader.setAside()).toEqual([
        { sourceId: "notes", path: "broken.pdf", kind: "failed", reason: "not a PDF file" },
      ]);
    });

    it("is sound and can be searched", async () => {
      using folder = new TemporaryFolder();
      const database = openCopy(folder);
      await using reader = new SqliteDocumentReader(database);
      expect(await reader.check()).toEqual([]);
      expect(checkLexicalIndex(database)).toEqual([]);
      const index = createSqliteLexicalIndex(database, { heading: 1, text: 1, cjk: 1, identifiers: 1 });
      const find = async (query: string): Promise<string[]> => {
        const ranked = await index.search(parseQuery(query), { limit: 5, filter: {} });
        return [
          ...new Set(
            (await reader.chunks(ranked.map(({ chunkId }) => chunkId))).map((chunk) => chunk.document.path),
          ),
        ];
      };
      expect(await find("milk")).toEqual(["inbox.txt"]);
      expect(await find('"배포 절차"')).toEqual(["ops/배포.md"]);
      expect(await find("http header")).toEqual(["ops/deploy.md"]);
      expect(await find("release")).toEqual(["ops/deploy.md"]);
    });
  },
);

describe("the vectors of a stored database", () => {
  function openCopy(folder: TemporaryFolder, name: string): Database {
    copyFileSync(join(STORED, name), folder.at(name));
    return openForWriting(folder.at(name));
  }
  const key = { store: "sqlite-vec", modelId: "fixture", version: "1" } as const;

  it("are none in schema 1: all its chunks wait once a model is enrolled", async () => {
    using folder = new TemporaryFolder();
    using database = openCopy(folder, "schema-1.sqlite");
    const ledger = new SqliteVectorLedger(database);
    expect(await ledger.tables()).toEqual([]);
    await ledger.enrol(key);
    const { count } = database.get<{ count: number }>("select count(*) as count from chunks") ?? {};
    expect(await ledger.counts(key)).toEqual({ committed: 0, pending: count, uncovered: 0 });
  });

  it("are found in schema 2, and the rest still waits", async () => {
    using folder = new TemporaryFolder();
    using database = openCopy(folder, "schema-2.sqlite");
    const ledger = new SqliteVectorLedger(database);
    const table = await ledger.find(key);
    expect(table).toMatchObject({ name: "chunk_embeddings_fixture", dimension: 3 });
    const store = new SqliteVectorStore(database);
    const options = { limit: 10, filter: { sources: ["notes"] } };
    const found = await store.search(table!, Float32Array.of(0, 0.6, 0.8), options);
    expect(found.map(({ score }) => score)).toEqual([expect.closeTo(1, 12), 0]);
    expect((await ledger.counts(key)).committed).toBe(2);
    expect((await ledger.counts(key)).pending).toBeGreaterThan(0);
    expect(checkVectors(database)).toEqual([]);
  });

  const entries = Array.from({ length: 200 }, (_, at) => ({
    hash: String(at).padStart(64, "0"),
    vector: Float32Array.from({ length: 384 }, (_, place) => at + place),
  }));

  it("are kept in the cache of schema 2", async () => {
    using folder = new TemporaryFolder();
    copyFileSync(join(STORED, "schema-2.sqlite"), folder.at("kebab.sqlite"));
    {
      using old = new Database(folder.at("kebab.sqlite"), { readonly: false });
      await new SqliteVectorLedger(old).putCached(key, entries);
    }
    using database = openForWriting(folder.at("kebab.sqlite"));
    const kept = await new SqliteVectorLedger(database).cached(
      key,
      entries.map(({ hash }) => hash),
    );
    expect(kept).toEqual(new Map(entries.map(({ hash, vector }) => [hash, vector])));
  });

  it("take two to a page of the cache", async () => {
    using folder = new TemporaryFolder();
    using database = openForWriting(folder.at("kebab.sqlite"));
    const pages = (): number => database.get<{ page_count: number }>("pragma page_count")?.page_count ?? 0;
    const before = pages();
    await new SqliteVectorLedger(database).putCached(key, entries);
    expect(pages() - before).toBeLessThan(entries.length * 0.65);
  });
});
