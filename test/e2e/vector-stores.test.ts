import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EMBEDDING_TIMEOUT_MS, openEmbeddedNotes } from "./embedded-notes.ts";
import { type KebabCommand, parseWire, type RunOptions } from "./kebab-command.ts";

const LANCEDB = { env: { KEBAB_STORAGE_VECTOR_STORE: "lancedb" } };
const FILTERS = [
  "",
  "--type code",
  "--path dev/*",
  "--tags ops",
  "--lang ko",
  "--tags ops,production --type markdown",
];
const QUERIES = [
  "how to set up version control",
  "useMemo dependency array는 언제",
  "http header",
  "rollback",
];

let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openEmbeddedNotes();
}, EMBEDDING_TIMEOUT_MS);
afterAll(() => kebab[Symbol.dispose]());

const vectorsOf = async (options: RunOptions) => {
  const result = await kebab.run(["index", "--embeddings", "--json"], options);
  expect(result.code).toBe(0);
  return parseWire("index_report.v1", result.jsonLines().at(-1));
};
const folderOf = (data = kebab.dataDir): string => join(data, "vectors.lance");

describe("storage.vector_store", () => {
  it("lancedb is filled from vectors that are known: nothing is embedded anew", async () => {
    const before = await kebab.runHere(["search", "version control", "--json"], LANCEDB);
    expect(before.wire("search_response.v1").warnings).toEqual([
      expect.stringContaining(
        "vectors of bge-small-en-v1.5+bridge-ko in sqlite-vec, none of bge-small-en-v1.5+bridge-ko in lancedb",
      ),
    ]);
    expect(existsSync(folderOf())).toBe(false);
    const report = await vectorsOf(LANCEDB);
    expect(report).toMatchObject({ store: "lancedb", embedded: 0, remaining: 0 });
    expect(report.reused).toBeGreaterThan(200);
    expect(existsSync(folderOf())).toBe(true);
    const { vectors } = await kebab.askHere("status.v1", ["status"]);
    expect(vectors.map(({ store, committed, pending }) => `${store} ${committed} ${pending}`).sort()).toEqual(
      [`lancedb ${report.reused} 0`, `sqlite-vec ${report.reused} 0`],
    );
    expect(await vectorsOf(LANCEDB)).toMatchObject({ embedded: 0, reused: 0 });
    expect(await vectorsOf({})).toMatchObject({ store: "sqlite-vec", embedded: 0, reused: 0 });
  }, 60_000);

  it.each(QUERIES)(
    "both give the same hits in the same order: %s",
    async (query) => {
      const lines = FILTERS.flatMap((words) =>
        ["vector", "hybrid"].map((mode) => {
          const named = words.split(" ").filter((word) => word !== "");
          const flags = named.flatMap((word, at) =>
            word.startsWith("--") ? [[word.slice(2), named[at + 1]]] : [],
          );
          return `${JSON.stringify({ query, mode, top: 20, ...Object.fromEntries(flags) })}\n`;
        }),
      );
      const args = ["search", "--bulk", "--json"];
      const sqlite = await kebab.run(args, { stdin: lines.join("") });
      const lancedb = await kebab.run(args, { ...LANCEDB, stdin: lines.join("") });
      expect(sqlite.lines()).toHaveLength(lines.length);
      // Line by line: the one that differs is named.
      expect(lancedb.lines()).toEqual(sqlite.lines());
      expect(sqlite.stdout).toContain('"vector_rank":20');
    },
    60_000,
  );

  it("a note stored with one store gets its vector in the other on its next run", async () => {
    await kebab.run(["note", "Aluminium welding needs argon and patience"], LANCEDB);
    const find = (options: RunOptions) =>
      kebab.askHere("search_response.v1", ["search", "metal joining", "--vec-only", "--top", "1"], options);
    expect((await find(LANCEDB)).hits[0]?.type).toBe("note");
    expect((await find(LANCEDB)).hits[0]?.source_id).toBe("library");
    expect(await vectorsOf({})).toMatchObject({ embedded: 0, reused: 1 });
    expect((await find({})).hits).toEqual((await find(LANCEDB)).hits);
  }, 60_000);

  it("reset deletes both, and the next ingest starts afresh", async () => {
    const elsewhere = kebab.at("short");
    kebab.write("short-notes/a.md", "# Argon\n\nA gas.\n");
    const here = ["--data-dir", elsewhere];
    expect((await kebab.run(["ingest", kebab.at("short-notes"), ...here], LANCEDB)).code).toBe(0);
    expect(existsSync(folderOf(elsewhere))).toBe(true);
    const { deleted } = await kebab.ask("reset_report.v1", ["reset", "--yes", ...here]);
    expect(deleted).toEqual(expect.arrayContaining([join(elsewhere, "kebab.sqlite"), folderOf(elsewhere)]));
    expect(existsSync(folderOf(elsewhere))).toBe(false);
    expect(existsSync(join(elsewhere, "kebab.sqlite"))).toBe(false);
    const again = await kebab.run(["ingest", kebab.at("short-notes"), "--json", ...here], LANCEDB);
    expect(parseWire("ingest_report.v1", again.jsonLines().at(-1)).vectors).toMatchObject({
      embedded: 1,
      reused: 0,
    });
  }, 60_000);
});

it("config show hides embeddings.api_key, from a file and from the environment", async () => {
  const config = kebab.write("secret.toml", '[embeddings]\napi_key = "sk-in-the-file"\n');
  for (const options of [{}, { env: { KEBAB_EMBEDDINGS_API_KEY: "sk-in-the-environment" } }]) {
    for (const flags of [[], ["--json"]]) {
      const { code, stdout, stderr } = await kebab.run(
        ["config", "show", "--config", config, ...flags],
        options,
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).not.toContain("sk-in-the");
      expect(stdout).toContain("(hidden)");
    }
  }
});
