import { renameSync, rmSync, utimesSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { IngestBench } from "../../test/support/ingest-bench.ts";
import { LONG_AGO } from "../../test/support/temporary-folder.ts";
import { KebabError } from "../core/errors.ts";
import type { PrepareOutcome, Preparer, PrepareTask } from "../ports/preparer.ts";
import type { Source } from "../ports/source.ts";
import type { Format } from "./prepare.ts";
import type { IngestProgress, IngestReport } from "./report.ts";

const LATER = LONG_AGO + 60_000;

let bench: IngestBench;
beforeEach(() => {
  bench = new IngestBench();
  return () => bench[Symbol.dispose]();
});

/** What a report says besides nothing at all; the time it took is nobody's business. */
function told(report: IngestReport): Partial<IngestReport> {
  const { durationMs, ...rest } = report;
  expect(durationMs).toBeGreaterThanOrEqual(0);
  const isSomething = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.length > 0
      : typeof value === "object" && value !== null
        ? Object.values(value).some(Boolean)
        : Boolean(value);
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => isSomething(value)));
}

function write(files: Readonly<Record<string, string>>, modifiedMs = LONG_AGO): void {
  for (const [path, text] of Object.entries(files)) bench.folder.write(path, text, modifiedMs);
}

describe("a first run", () => {
  it("stores everything and says exactly what", async () => {
    write({
      "a.md": "# One\n\nfirst\n\n# Two\n\nsecond\n",
      "deep/b.txt": "third\n",
      "c.ts": "export const four = 4;\n",
      "empty.md": "",
      "binary.txt": "a\0b\0",
      "photo.png": "x",
      "odd.md": "---\ntitle: [unclosed\n---\nfifth\n",
    });
    const events: IngestProgress[] = [];
    const report = await bench.run({ onProgress: (event) => events.push(event) });
    expect(told(report)).toEqual({
      files: 5,
      added: 4,
      skipped: [
        { source: "notes", path: "binary.txt", reason: "binary file" },
        { source: "notes", path: "empty.md", reason: "empty file" },
        { source: "notes", path: "photo.png", reason: "not a supported type (.png)" },
      ],
      notices: [{ source: "notes", path: "odd.md", reason: expect.stringMatching(/./) }],
      chunks: { added: 5, kept: 0, removed: 0 },
    });
    expect(events[0]).toEqual({ kind: "scan-finished", source: "notes", files: 5, changed: 5 });
    expect(
      events
        .slice(1)
        .map(({ kind, ...event }) => `${kind} ${"path" in event ? event.path : ""}`)
        .sort(),
    ).toEqual([
      "file-skipped binary.txt",
      "file-stored a.md",
      "file-stored c.ts",
      "file-stored deep/b.txt",
      "file-stored odd.md",
    ]);
    expect(await bench.find("third")).toEqual(["deep/b.txt"]);
    expect(await bench.problems()).toEqual([]);
    expect((await bench.reader.counts()).lastRunAt).not.toBeNull();
  });

  it("gives the same ids on every machine, in whatever order the files are prepared", async () => {
    write({ "a.md": "# A\n\none\n", "b.md": "# B\n\ntwo\n" });
    await bench.run();
    using other = new IngestBench();
    other.folder.write("b.md", "# B\n\ntwo\n", LATER);
    await other.run();
    other.folder.write("a.md", "# A\n\none\n", LATER);
    await other.run();
    expect(await other.ids()).toEqual(await bench.ids());
    const chunkIds = (of: IngestBench): unknown =>
      of.database.all("select chunk_id from chunks order by chunk_id");
    expect(chunkIds(other)).toEqual(chunkIds(bench));
  });
});

describe("what a run stores", () => {
  it("cites every chunk by the lines it has in the file, those of the frontmatter counted", async () => {
    const text = `---\ntitle: T\ntags: [x]\n---\n\nlead\n\n# One\n\n${"a line of text\n".repeat(300)}\n# Two\n\nend\n`;
    write({ "a.md": text });
    await bench.run();
    const { chunks } = await bench.reader.chunksOf((await bench.ids())["a.md"] ?? "");
    expect(chunks.length).toBeGreaterThan(3);
    const lines = text.split("\n");
    for (const { span, text: own } of chunks) {
      expect(lines.slice(span.startLine - 1, span.endLine).join("\n")).toBe(own);
    }
  });

  it("gives each piece of one long block an id of its own, equal as they are", async () => {
    write({ "a.txt": "the same line\n".repeat(3000) });
    const { chunks } = await bench.run();
    expect(chunks.added).toBeGreaterThan(10);
    expect(bench.database.get("select count(distinct chunk_id) as ids from chunks")).toEqual({
      ids: chunks.added,
    });
  });

  it("compares times as moments, whatever zone they were written in", async () => {
    write({
      "seoul.md": "---\nupdated: 2024-01-01T08:30:00+09:00\n---\nx\n",
      "utc.md": "---\nupdated: 2023-12-31T23:45:00Z\n---\nx\n",
      "york.md": "---\nupdated: 2023-12-31T19:00:00-05:00\n---\nx\n",
    });
    await bench.run();
    const listBy = async (filter: { after?: number; before?: number }): Promise<string[]> =>
      (await bench.reader.documents(filter, { limit: 9, offset: 0 })).map(({ path }) => path);
    // 23:30, 23:45 and 24:00 by one clock; as texts they would stand the other way round.
    expect(await listBy({ after: Date.UTC(2023, 11, 31, 23, 40) })).toEqual(["utc.md", "york.md"]);
    expect(await listBy({ before: Date.UTC(2023, 11, 31, 23, 45) })).toEqual(["seoul.md", "utc.md"]);
  });
});

describe("a large run", () => {
  it("commits in groups, and tells of each file when it is stored", async () => {
    write(
      Object.fromEntries(Array.from({ length: 230 }, (_, index) => [`${index}.md`, `# N\n\nword${index}\n`])),
    );
    const groups: number[] = [];
    const { putAll } = bench.writer;
    bench.writer.putAll = (documents) => {
      groups.push(documents.length);
      return putAll.call(bench.writer, documents);
    };
    let stored = 0;
    const report = await bench.run({
      onProgress: ({ kind }) => {
        if (kind === "file-stored") stored++;
        const { count } =
          bench.database.get<{ count: number }>("select count(*) as count from documents") ?? {};
        expect(count).toBeGreaterThanOrEqual(stored);
      },
    });
    expect(report).toMatchObject({ files: 230, added: 230, chunks: { added: 230, kept: 0, removed: 0 } });
    expect(groups.reduce((sum, size) => sum + size, 0)).toBe(230);
    expect(groups.length).toBeLessThan(10);
    expect(await bench.find("word229")).toEqual(["229.md"]);
    expect(await bench.problems()).toEqual([]);
  });
});

describe("a run after nothing happened", () => {
  it("prepares no file, changes no row, and tells the reasons again", async () => {
    write({ "a.md": "# A\n\none\n", "b.txt": "a\0b\0" });
    await bench.run();
    const before = bench.dump();
    const preparer: Preparer = {
      concurrency: 1,
      prepare: () => Promise.reject(new Error("an unchanged file was prepared")),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
    const report = await bench.run({ preparer });
    expect(told(report)).toEqual({
      files: 2,
      unchanged: 1,
      skipped: [{ source: "notes", path: "b.txt", reason: "binary file" }],
    });
    const withoutRuns = (dump: unknown) =>
      (dump as [string, unknown][]).filter(([name]) => name !== "ingest_runs");
    expect(withoutRuns(bench.dump())).toEqual(withoutRuns(before));
  });

  it("reads again a file that was written just before it was read, and finds it as it is", async () => {
    write({ "a.md": "# A\n\none\n" });
    bench.now = () => LONG_AGO + 50;
    await bench.run();
    const reads: string[] = [];
    const source = bench.source();
    const counting: Source = {
      ...source,
      read: (path) => {
        reads.push(path);
        return source.read(path);
      },
    };
    expect(told(await bench.run({ sources: [{ source: counting }] }))).toEqual({ files: 1, unchanged: 1 });
    expect(reads).toEqual(["a.md"]);
    bench.now = () => LONG_AGO + 10_000;
    await bench.run({ sources: [{ source: counting }] });
    await bench.run({ sources: [{ source: counting }] });
    expect(reads).toEqual(["a.md", "a.md"]);
  });

  it("sees a change that kept size and time, when both were written in one tick of the clock", async () => {
    write({ "a.md": "before" });
    bench.now = () => LONG_AGO;
    await bench.run();
    write({ "a.md": "behind" });
    expect(told(await bench.run())).toMatchObject({ updated: 1 });
    expect(await bench.find("behind")).toEqual(["a.md"]);
  });
});

describe("a file that is written again while the run goes on", () => {
  it("in the same size and tick is read again, however late it was stored", async () => {
    write({ "a.md": "before" });
    bench.now = () => LONG_AGO + 50;
    const inner = bench.preparer([bench.source()]);
    const preparer: Preparer = {
      ...inner,
      prepare: async (task) => {
        const outcome = await inner.prepare(task);
        write({ "a.md": "behind" });
        bench.now = () => LONG_AGO + 60_000;
        return outcome;
      },
    };
    await bench.run({ preparer });
    expect(await bench.find("before")).toEqual(["a.md"]);
    expect(told(await bench.run())).toMatchObject({ updated: 1 });
    expect(await bench.find("behind")).toEqual(["a.md"]);
  });
});

describe("an edit", () => {
  it("of one section of fifty adds that section's chunk and keeps the other forty-nine", async () => {
    const sections = Array.from(
      { length: 50 },
      (_, index) => `## Section ${index}\n\nwords of section ${index}\n`,
    );
    write({ "a.md": sections.join("\n"), "b.md": "# Other\n\nuntouched\n" });
    await bench.run();
    const before = bench.database.all<{ id: number; chunkId: string }>(
      "select id, chunk_id as chunkId from chunks order by id",
    );
    sections[20] = "## Section 20\n\nentirely new words, and more of them\n";
    write({ "a.md": sections.join("\n") }, LATER);
    expect(told(await bench.run())).toEqual({
      files: 2,
      updated: 1,
      unchanged: 1,
      chunks: { added: 1, kept: 49, removed: 1 },
    });
    const after = bench.database.all<{ id: number; chunkId: string }>(
      "select id, chunk_id as chunkId from chunks order by id",
    );
    expect(
      before.filter((row) => !after.some(({ id, chunkId }) => id === row.id && chunkId === row.chunkId)),
    ).toHaveLength(1);
    expect(await bench.find("entirely")).toEqual(["a.md"]);
    expect(await bench.problems()).toEqual([]);
  });

  it("moves the citations of what stands below it", async () => {
    write({ "a.md": "# One\n\nfirst\n\n# Two\n\nsecond\n" });
    await bench.run();
    write({ "a.md": "# One\n\nfirst\n\nand\n\nmore\n\n# Two\n\nsecond\n" }, LATER);
    await bench.run();
    const { chunks } = await bench.reader.chunksOf((await bench.ids())["a.md"] ?? "");
    expect(chunks.map(({ span }) => [span.startLine, span.endLine])).toEqual([
      [1, 7],
      [9, 11],
    ]);
  });

  it("that leaves the content as it was is no edit", async () => {
    write({ "a.md": "# A\n\none\n" });
    await bench.run();
    const { indexed_at: indexedAt } =
      bench.database.get<{ indexed_at: number }>("select indexed_at from documents") ?? {};
    utimesSync(bench.folder.at("a.md"), LATER / 1000, LATER / 1000);
    const events: string[] = [];
    const report = await bench.run({ onProgress: ({ kind }) => events.push(kind) });
    expect(told(report)).toEqual({ files: 1, unchanged: 1 });
    expect(events).toEqual(["scan-finished", "file-unchanged"]);
    expect(bench.database.all("select modified_ms, indexed_at from documents")).toEqual([
      { modified_ms: LATER, indexed_at: indexedAt },
    ]);
  });
});

describe("a file that is gone", () => {
  it("leaves the index whole, and its twin stays", async () => {
    write({ "a.md": "# Same\n\ncontent\n", "b.md": "# Same\n\ncontent\n" });
    await bench.run();
    rmSync(bench.folder.at("a.md"));
    const events: IngestProgress[] = [];
    expect(told(await bench.run({ onProgress: (event) => events.push(event) }))).toEqual({
      files: 1,
      unchanged: 1,
      removed: 1,
    });
    expect(events).toContainEqual({ kind: "file-removed", source: "notes", path: "a.md" });
    expect(await bench.find("content")).toEqual(["b.md"]);
    expect(await bench.problems()).toEqual([]);
  });

  it("and had given no document is forgotten without a word", async () => {
    write({ "a.txt": "a\0b\0" });
    await bench.run();
    rmSync(bench.folder.at("a.txt"));
    expect(told(await bench.run())).toEqual({});
    expect(await bench.reader.setAside()).toEqual([]);
  });

  it("stays as long as its folder cannot be read", async () => {
    write({ "open/a.md": "# A\n\none\n", "closed/b.md": "# B\n\ntwo\n" });
    await bench.run();
    rmSync(bench.folder.at("open/a.md"));
    const source = bench.source();
    const blind: Source = {
      ...source,
      scan: async (options) => {
        const { files, skipped } = await source.scan(options);
        return {
          files: files.filter(({ path }) => path.startsWith("open/")),
          skipped,
          unreadable: [{ path: "closed", reason: "EACCES" }],
        };
      },
    };
    expect(told(await bench.run({ sources: [{ source: blind }] }))).toEqual({
      removed: 1,
      failed: [{ source: "notes", path: "closed", reason: "EACCES" }],
    });
    expect(await bench.find("two")).toEqual(["closed/b.md"]);
  });

  it("outside the part that was asked for stays until that part is asked for", async () => {
    write({ "docs/a.md": "# A\n\none\n", "other/b.md": "# B\n\ntwo\n" });
    await bench.run();
    rmSync(bench.folder.at("docs/a.md"));
    rmSync(bench.folder.at("other/b.md"));
    expect(told(await bench.run({ sources: [{ source: bench.source(), below: "docs" }] }))).toEqual({
      removed: 1,
    });
    expect(Object.keys(await bench.ids())).toEqual(["other/b.md"]);
  });
});

describe("a rename", () => {
  it("keeps the id, the chunks and the user's tags, and is told as a rename alone", async () => {
    write({ "a.md": "# A\n\none\n", "c.md": "# C\n\nthree\n" });
    await bench.run();
    const { "a.md": id } = await bench.ids();
    await bench.writer.tagDocument(id ?? "", { add: ["mine"], remove: [] });
    bench.folder.folder("deep");
    renameSync(bench.folder.at("a.md"), bench.folder.at("deep/b.md"));
    expect(told(await bench.run())).toEqual({
      files: 2,
      renamed: 1,
      unchanged: 1,
      chunks: { added: 0, kept: 1, removed: 0 },
    });
    expect(await bench.ids()).toMatchObject({ "deep/b.md": id });
    expect((await bench.reader.document(id ?? ""))?.tags).toEqual(["mine"]);
    // The file's name is searched for too, so the index must have heard of it.
    expect(await bench.find("b")).toEqual(["deep/b.md"]);
    expect(told(await bench.run())).toEqual({ files: 2, unchanged: 2 });
  });

  it("leaves its old path to a new file, which gets an id of its own", async () => {
    write({ "a.md": "# A\n\none\n" });
    await bench.run();
    const { "a.md": id } = await bench.ids();
    renameSync(bench.folder.at("a.md"), bench.folder.at("b.md"));
    await bench.run();
    write({ "a.md": "# New\n\nfile\n" });
    expect(told(await bench.run())).toMatchObject({ added: 1, unchanged: 1 });
    const ids = await bench.ids();
    expect(ids["b.md"]).toBe(id);
    expect(ids["a.md"]).not.toBe(id);
    expect(await bench.problems()).toEqual([]);
  });

  it("of a twin is not guessed", async () => {
    write({ "a.md": "# Same\n\ncontent\n", "b.md": "# Same\n\ncontent\n" });
    await bench.run();
    renameSync(bench.folder.at("a.md"), bench.folder.at("c.md"));
    renameSync(bench.folder.at("b.md"), bench.folder.at("d.md"));
    expect(told(await bench.run())).toMatchObject({ added: 2, removed: 2 });
  });

  it("in circles loses nothing", async () => {
    write({ "a.md": "# A\n\nalpha\n", "b.md": "# B\n\nbeta beta\n", "c.md": "# C\n\ngamma gamma gamma\n" });
    await bench.run();
    renameSync(bench.folder.at("a.md"), bench.folder.at("x.md"));
    renameSync(bench.folder.at("b.md"), bench.folder.at("a.md"));
    renameSync(bench.folder.at("x.md"), bench.folder.at("b.md"));
    renameSync(bench.folder.at("c.md"), bench.folder.at("d.md"));
    await bench.run();
    expect([await bench.find("alpha"), await bench.find("beta"), await bench.find("gamma")]).toEqual([
      ["b.md"],
      ["a.md"],
      ["d.md"],
    ]);
    expect(await bench.problems()).toEqual([]);
  });
});

describe("a changed setting", () => {
  it("indexes again exactly the files it touches", async () => {
    write({ "a.md": "# A\n\none\n", "b.txt": "two\n", "c.ts": "export const three = 3;\n" });
    await bench.run();
    const newer = (of: Format): Format =>
      of.parser.type === "note" ? { ...of, parser: { ...of.parser, version: "newer" } } : of;
    const formats = bench.formats.map(newer);
    const events: string[] = [];
    const report = await bench.run({
      formats,
      onProgress: (event) => events.push("path" in event ? event.path : ""),
    });
    expect(told(report)).toMatchObject({ updated: 1, unchanged: 2 });
    expect(events).toContain("b.txt");
    expect(told(await bench.run({ formats }))).toEqual({ files: 3, unchanged: 3 });
  });

  it("of the source's tags reaches its documents", async () => {
    write({ "a.md": "# A\n\none\n" });
    await bench.run();
    const source: Source = {
      ...bench.source(),
      settings: { id: "notes", tags: ["work"], trustLevel: "secondary" },
    };
    expect(told(await bench.run({ sources: [{ source }] }))).toMatchObject({
      updated: 1,
      chunks: { added: 0, kept: 1, removed: 0 },
    });
    const [document] = await bench.reader.documents({}, { limit: 1, offset: 0 });
    expect(document).toMatchObject({ tags: ["work"], trustLevel: "secondary" });
  });

  it("of the chunk size cuts anew", async () => {
    write({ "a.md": "word ".repeat(900) });
    await bench.run();
    const report = await bench.run({ chunkOptions: { targetTokens: 100, overlapTokens: 0 } });
    expect(report.updated).toBe(1);
    expect(report.chunks.added).toBeGreaterThan(3);
  });
});

describe("force", () => {
  it("indexes again what has not changed, and keeps ids and chunks", async () => {
    write({ "a.md": "# A\n\none\n" });
    await bench.run();
    const ids = await bench.ids();
    expect(told(await bench.run({ force: true }))).toEqual({
      files: 1,
      updated: 1,
      chunks: { added: 0, kept: 1, removed: 0 },
    });
    expect(await bench.ids()).toEqual(ids);
  });
});

describe("a file that fails", () => {
  const tries: string[] = [];
  beforeEach(() => {
    tries.length = 0;
  });

  /** Notes that say BROKEN cannot be parsed, those that say BOOM make the parser throw. */
  function fragile(): readonly Format[] {
    return bench.formats.map(({ parser, chunker }) => ({
      chunker,
      parser: {
        ...parser,
        parse: async (path, bytes) => {
          tries.push(path);
          const text = Buffer.from(bytes).toString();
          if (text.includes("BOOM")) throw new Error("nobody thought of this");
          return text.includes("BROKEN")
            ? { kind: "failed", reason: "is broken" }
            : parser.parse(path, bytes);
        },
      },
    }));
  }

  it("keeps its last good version, and does not stop the others", async () => {
    write({ "a.md": "# A\n\ngood\n", "b.md": "# B\n\nfine\n" });
    const formats = fragile();
    await bench.run({ formats });
    const { "a.md": id } = await bench.ids();
    write({ "a.md": "BROKEN", "b.md": "# B\n\nbetter\n" }, LATER);
    expect(told(await bench.run({ formats }))).toEqual({
      files: 2,
      updated: 1,
      failed: [{ source: "notes", path: "a.md", reason: "is broken" }],
      chunks: { added: 1, kept: 0, removed: 1 },
    });
    expect(await bench.find("good")).toEqual(["a.md"]);
    expect(await bench.find("better")).toEqual(["b.md"]);
    write({ "a.md": "# A\n\nmended\n" }, LATER + 1);
    expect(told(await bench.run({ formats }))).toMatchObject({
      updated: 1,
      chunks: { added: 1, kept: 0, removed: 1 },
    });
    expect(await bench.ids()).toMatchObject({ "a.md": id });
    expect(await bench.reader.setAside()).toEqual([]);
  });

  it("is told on every run, but tried again only when it changed or when forced", async () => {
    write({ "a.md": "BROKEN" });
    const formats = fragile();
    const failed = [{ source: "notes", path: "a.md", reason: "is broken" }];
    expect(told(await bench.run({ formats }))).toEqual({ files: 1, failed });
    expect(told(await bench.run({ formats }))).toEqual({ files: 1, failed });
    expect(tries).toEqual(["a.md"]);
    expect(told(await bench.run({ formats, force: true }))).toEqual({ files: 1, failed });
    expect(tries).toEqual(["a.md", "a.md"]);
    write({ "a.md": "BROKEN too" }, LATER);
    expect(told(await bench.run({ formats }))).toEqual({ files: 1, failed });
    expect(tries).toHaveLength(3);
  });

  it("by throwing is a line in the report as well", async () => {
    write({ "a.md": "BOOM", "b.md": "# B\n\nfine\n" });
    expect(told(await bench.run({ formats: fragile() }))).toMatchObject({
      added: 1,
      failed: [{ path: "a.md", reason: "the markdown parser gave up: nobody thought of this" }],
    });
  });

  it("because it cannot be read is tried on every run, and keeps its last good version", async () => {
    write({ "a.md": "# A\n\ngood\n" });
    await bench.run();
    write({ "a.md": "# A\n\nlater\n" }, LATER);
    const source = bench.source();
    const sources = [{ source: { ...source, read: async () => ({ unreadable: "EIO" }) } }];
    const failed = [{ source: "notes", path: "a.md", reason: "EIO" }];
    expect(told(await bench.run({ sources }))).toEqual({ files: 1, failed });
    expect(told(await bench.run({ sources }))).toEqual({ files: 1, failed });
    expect(await bench.find("good")).toEqual(["a.md"]);
    expect(told(await bench.run())).toMatchObject({ updated: 1 });
  });
});

describe("a dry run", () => {
  it("tells what would be done and changes nothing", async () => {
    write({
      "same.md": "# S\n\nsame\n",
      "edited.md": "# E\n\nbefore\n",
      "gone.md": "# G\n\ngone\n",
      "old.md": "# R\n\nrenamed\n",
    });
    await bench.run();
    write({ "edited.md": "# E\n\nafter\n" }, LATER);
    write({ "new.md": "# N\n\nnew\n" });
    rmSync(bench.folder.at("gone.md"));
    renameSync(bench.folder.at("old.md"), bench.folder.at("moved.md"));
    const before = bench.dump();
    const report = await bench.run({ dryRun: true });
    expect(told(report)).toEqual({
      files: 4,
      added: 1,
      updated: 1,
      unchanged: 1,
      renamed: 1,
      removed: 1,
      dryRun: true,
    });
    expect(bench.dump()).toEqual(before);
    const { dryRun, chunks, ...counts } = told(await bench.run());
    expect(counts).toEqual({ files: 4, added: 1, updated: 1, unchanged: 1, renamed: 1, removed: 1 });
    expect([dryRun, chunks]).toEqual([undefined, { added: 2, kept: 1, removed: 1 }]);
  });
});

describe("an abort", () => {
  const files = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`${index}.md`, `# ${index}\n\nwords ${index}\n`]),
  );

  /** Aborts while it prepares the file of this number. */
  function abortingAt(number: number, controller: AbortController): Preparer {
    const inner = bench.preparer([bench.source()]);
    let prepared = 0;
    return {
      ...inner,
      prepare: (task) => {
        if (++prepared === number) controller.abort();
        return inner.prepare(task);
      },
    };
  }

  it("finishes the document in hand, counts only what was done, and the next run does the rest", async () => {
    write(files);
    const controller = new AbortController();
    const report = await bench.run({ signal: controller.signal, preparer: abortingAt(3, controller) });
    expect(told(report)).toEqual({
      files: 9,
      added: 3,
      chunks: { added: 3, kept: 0, removed: 0 },
      interrupted: true,
    });
    expect(Object.keys(await bench.ids())).toHaveLength(3);
    expect(await bench.problems()).toEqual([]);
    expect(told(await bench.run())).toMatchObject({ added: 6, unchanged: 3 });
  });

  it("does not count the renames it did not get to", async () => {
    write(files);
    await bench.run();
    for (const path of Object.keys(files)) renameSync(bench.folder.at(path), bench.folder.at(`x${path}`));
    const controller = new AbortController();
    const report = await bench.run({ signal: controller.signal, preparer: abortingAt(1, controller) });
    expect(told(report)).toMatchObject({ renamed: 1, interrupted: true });
    expect(told(await bench.run())).toMatchObject({ renamed: 8, unchanged: 1 });
  });

  it("before the start does nothing but report", async () => {
    write(files);
    expect(told(await bench.run({ signal: AbortSignal.abort() }))).toEqual({ interrupted: true });
    expect(await bench.ids()).toEqual({});
  });

  it("during the scan reports what the sources before it gave", async () => {
    write({ "one/a.md": "# A\n\none\n", "two/b.md": "# B\n\ntwo\n" });
    const controller = new AbortController();
    const first = bench.source("one", { root: bench.folder.at("one") });
    const second = bench.source("two", { root: bench.folder.at("two") });
    const late: Source = {
      ...second,
      scan: (options) => {
        controller.abort();
        return second.scan(options);
      },
    };
    const report = await bench.run({
      sources: [{ source: first }, { source: late }],
      signal: controller.signal,
    });
    expect(told(report)).toMatchObject({ files: 1, added: 1, interrupted: true });
    expect((await bench.reader.counts()).lastRunAt).not.toBeNull();
  });
});

describe("several sources", () => {
  const absent = (): Source => bench.source("absent", { root: bench.folder.at("absent") });

  it("one of which cannot be read are told so, and the others are ingested", async () => {
    write({ "here/a.md": "# A\n\none\n" });
    const here = bench.source("here", { root: bench.folder.at("here") });
    const report = await bench.run({ sources: [{ source: absent() }, { source: here }] });
    expect(told(report)).toMatchObject({
      files: 1,
      added: 1,
      failed: [
        { source: "absent", path: "", reason: expect.stringContaining("Cannot read the source folder") },
      ],
    });
  });

  it("none of which can be read are an error", async () => {
    await expect(bench.run({ sources: [{ source: absent() }] })).rejects.toMatchObject({
      code: "source-unreadable",
    });
  });

  it("keep the documents of one that cannot be read", async () => {
    write({ "here/a.md": "# A\n\none\n", "away/b.md": "# B\n\ntwo\n" });
    const here = bench.source("here", { root: bench.folder.at("here") });
    const away = bench.source("away", { root: bench.folder.at("away") });
    await bench.run({ sources: [{ source: here }, { source: away }] });
    renameSync(bench.folder.at("away"), bench.folder.at("unmounted"));
    await bench.run({ sources: [{ source: here }, { source: away }] });
    expect(await bench.find("two")).toEqual(["b.md"]);
  });

  it("may hold the same path without disturbing each other", async () => {
    write({ "one/a.md": "# Same\n\ncontent\n", "two/a.md": "# Same\n\ncontent\n" });
    const sources = ["one", "two"].map((id) => ({ source: bench.source(id, { root: bench.folder.at(id) }) }));
    expect(told(await bench.run({ sources }))).toMatchObject({ files: 2, added: 2 });
    rmSync(bench.folder.at("one/a.md"));
    await bench.run({ sources });
    expect((await bench.reader.documentsAt("a.md")).map(({ sourceId }) => sourceId)).toEqual(["two"]);
  });
});

describe("a store that fails", () => {
  const files = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`${index}.md`, `# ${index}\n\nwords\n`]),
  );

  /** Prepares two at a time; counts those that are still being prepared. */
  class SlowPreparer implements Preparer {
    readonly concurrency = 2;
    readonly #inner = bench.preparer([bench.source()]);
    started = 0;
    inHand = 0;

    async prepare(task: PrepareTask): Promise<PrepareOutcome> {
      this.started++;
      this.inHand++;
      const outcome = await this.#inner.prepare(task);
      // The first comes back at once, the second while the first is being stored.
      if (task.file.path !== "0.md") await new Promise((resolve) => setTimeout(resolve, 20));
      this.inHand--;
      return outcome;
    }

    async [Symbol.asyncDispose](): Promise<void> {
      await this.#inner[Symbol.asyncDispose]();
    }
  }

  it("ends the run with its error, once every document in hand is done with", async () => {
    write(files);
    bench.writer.touch = () => Promise.reject(new KebabError("disk-full", "the disk is full"));
    bench.writer.putAll = () => Promise.reject(new KebabError("disk-full", "the disk is full"));
    const preparer = new SlowPreparer();
    await expect(bench.run({ preparer })).rejects.toMatchObject({ code: "disk-full" });
    expect(preparer.inHand).toBe(0);
    expect(await bench.ids()).toEqual({});
  });

  it("is not asked for more after its first error", async () => {
    write({ ...files, "0.md": "a\0b\0" });
    bench.writer.setAside = () => Promise.reject(new KebabError("disk-full", "the disk is full"));
    const preparer = new SlowPreparer();
    await expect(bench.run({ preparer })).rejects.toMatchObject({ code: "disk-full" });
    expect(preparer).toMatchObject({ started: 2, inHand: 0 });
    // What was prepared by then is stored all the same.
    expect(Object.keys(await bench.ids())).toEqual(["1.md"]);
  });
});

describe("a scan that was found to be the same", () => {
  beforeEach(() => bench.writer.putSource({ id: "notes", root: bench.folder.path, origin: "command" }));

  it("is known by its digest, and the next run asks nothing of each file", async () => {
    write({ "a.md": "# One\n\nfirst\n", "binary.txt": "a\0b\0" });
    await bench.run();
    await bench.run();
    bench.writer.knownFiles = () => Promise.reject(new Error("asked for every file"));
    const report = await bench.run();
    expect(told(report)).toEqual({
      files: 2,
      unchanged: 1,
      skipped: [{ source: "notes", path: "binary.txt", reason: "binary file" }],
    });
  });

  it("is forgotten before anything is written, so that a killed run leaves no false word", async () => {
    write({ "a.md": "# One\n\nfirst\n" });
    await bench.run();
    await bench.run();
    expect(await bench.writer.verifiedScan("notes")).toMatch(/^[0-9a-f]{64}$/);
    write({ "a.md": "# One\n\nchanged\n" }, LATER);
    bench.writer.putAll = () => Promise.reject(new KebabError("disk-full", "the disk is full"));
    await expect(bench.run()).rejects.toThrow("the disk is full");
    expect(await bench.writer.verifiedScan("notes")).toBeNull();
  });
});
