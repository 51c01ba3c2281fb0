import { describe, expect, it, onTestFinished } from "vitest";
import { LONG_AGO, TemporaryFolder } from "../../test/support/temporary-folder.ts";
import type { Preparer, PrepareTask } from "../ports/preparer.ts";
import { createFsSource } from "../sources/fs/fs-source.ts";
import { createFormats } from "./formats.ts";
import { createInlinePreparer } from "./inline-preparer.ts";
import { createWorkerPreparer } from "./worker-preparer.ts";

const BUILT = new URL("../../dist/prepare-worker.js", import.meta.url);
const NAUGHTY = new URL("../../test/fixtures/workers/naughty-worker.mjs", import.meta.url);
const SETTINGS = { id: "notes", tags: ["source-tag"], trustLevel: "primary" } as const;
const CHUNK_OPTIONS = { targetTokens: 400, overlapTokens: 0 };
/** Long enough for a thread to start on a busy machine. */
const PATIENCE_MS = 3000;

const taskOf = (path: string, changes: Partial<PrepareTask> = {}): PrepareTask => ({
  source: SETTINGS,
  file: { path, size: 1, modifiedMs: LONG_AGO, repo: null },
  documentId: "d".repeat(32),
  pipeline: "p",
  storedHash: null,
  ...changes,
});

function open(
  script: URL,
  root: string,
  options: { workers?: number; fileTimeoutMs?: number } = {},
): Preparer {
  const preparer = createWorkerPreparer({
    script,
    workers: 1,
    fileTimeoutMs: 30_000,
    ...options,
    setup: {
      options: CHUNK_OPTIONS,
      sources: [
        {
          settings: SETTINGS,
          options: { root, include: [], exclude: [], maxFileBytes: 1_000_000, followGitignore: true },
        },
      ],
    },
  });
  onTestFinished(() => preparer[Symbol.asyncDispose]());
  return preparer;
}

/** What the naughty thread answers to a file that it has nothing against. */
const answer = (path: string) => ({ kind: "skipped", reason: path });

describe("the built thread", () => {
  it("prepares what this thread would have prepared", async () => {
    using folder = new TemporaryFolder();
    folder.write("a.md", "---\ntags: [x]\n---\n# 제목\n\nparseHttpHeader는 함수다\n");
    folder.write("b.ts", "export function add(a: number): number {\n  return a;\n}\n");
    folder.write("c.txt", "plain\n");
    folder.write("binary.txt", "a\0b");
    const options = {
      root: folder.path,
      include: [],
      exclude: [],
      maxFileBytes: 1_000_000,
      followGitignore: true,
    };
    const inline = createInlinePreparer({
      formats: createFormats(),
      options: CHUNK_OPTIONS,
      sources: new Map([["notes", createFsSource(SETTINGS, options)]]),
    });
    const threads = open(BUILT, folder.path, { workers: 2 });
    const paths = ["a.md", "b.ts", "c.txt", "binary.txt", "absent.md"];
    const outcomes = await Promise.all(paths.map((path) => threads.prepare(taskOf(path))));
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "prepared",
      "prepared",
      "prepared",
      "skipped",
      "unreadable",
    ]);
    expect(outcomes).toEqual(await Promise.all(paths.map((path) => inline.prepare(taskOf(path)))));
  });

  it("finds a file as stored by its content", async () => {
    using folder = new TemporaryFolder();
    folder.write("a.md", "# A\n");
    const threads = open(BUILT, folder.path);
    const first = await threads.prepare(taskOf("a.md"));
    const storedHash = first.kind === "prepared" ? first.document.contentHash : "";
    expect(await threads.prepare(taskOf("a.md", { storedHash }))).toEqual({ kind: "unchanged" });
  });

  it("tells of a source it does not know", async () => {
    const threads = open(BUILT, "/");
    const task = taskOf("a.md", { source: { ...SETTINGS, id: "other" } });
    expect(await threads.prepare(task)).toEqual({ kind: "unreadable", reason: "unknown source other" });
  });
});

describe("a thread that misbehaves", () => {
  it.each([
    ["exit", "the parser's thread ended"],
    ["throw", "the parser's thread died: this parser is broken"],
    ["reject", "the parser's thread died: nobody waited for this"],
  ])("by %s costs the file in hand alone", async (deed, reason) => {
    const preparer = open(NAUGHTY, "/");
    const paths = ["1", deed, "2", `again/${deed}`, "3"];
    const outcomes = await Promise.all(paths.map((path) => preparer.prepare(taskOf(path))));
    expect(outcomes).toEqual([
      answer("1"),
      { kind: "failed", reason },
      answer("2"),
      { kind: "failed", reason },
      answer("3"),
    ]);
  });

  it("by hanging is given up after its time, and the files behind it go on", async () => {
    const preparer = open(NAUGHTY, "/", { fileTimeoutMs: PATIENCE_MS });
    const outcomes = await Promise.all(["1", "hang", "2", "3"].map((path) => preparer.prepare(taskOf(path))));
    const reason = `took longer than ${PATIENCE_MS} ms (ingest.file_timeout_ms)`;
    expect(outcomes).toEqual([answer("1"), { kind: "failed", reason }, answer("2"), answer("3")]);
    expect(await preparer.prepare(taskOf("4"))).toEqual(answer("4"));
  });

  it("by eating all memory costs the file in hand alone", async () => {
    const preparer = open(NAUGHTY, "/");
    const outcomes = await Promise.all(["1", "memory", "2"].map((path) => preparer.prepare(taskOf(path))));
    expect(outcomes).toEqual([
      answer("1"),
      { kind: "failed", reason: expect.stringContaining("memory") },
      answer("2"),
    ]);
  }, 90_000);

  it("does not hold up the other threads", async () => {
    const preparer = open(NAUGHTY, "/", { workers: 2, fileTimeoutMs: 20_000 });
    const hanging = preparer.prepare(taskOf("hang"));
    const outcomes = [];
    for (const path of ["1", "2", "3"]) outcomes.push(await preparer.prepare(taskOf(path)));
    expect(outcomes).toEqual([answer("1"), answer("2"), answer("3")]);
    await preparer[Symbol.asyncDispose]();
    expect(await hanging).toMatchObject({ kind: "unreadable" });
  });

  it("and answers too late does not answer for the file behind it", async () => {
    const preparer = open(NAUGHTY, "/", { fileTimeoutMs: PATIENCE_MS });
    await preparer.prepare(taskOf("warm-up"));
    // This thread looks away when the time is up, and meanwhile the answer comes in. Timers of one length that are
    // both overdue are called one right after the other, so it hears of the time first; a moment before it looks away
    // for that long that they are.
    const lookAway = (ms: number): void =>
      void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    setTimeout(() => lookAway(200), PATIENCE_MS - 100);
    setTimeout(() => lookAway(2000), PATIENCE_MS);
    const outcomes = Promise.all(["late", "1", "2"].map((path) => preparer.prepare(taskOf(path))));
    expect(await outcomes).toEqual([
      { kind: "failed", reason: expect.stringContaining("took longer") },
      answer("1"),
      answer("2"),
    ]);
  });

  it("by printing does not reach the screen, and is answered", async () => {
    const preparer = open(NAUGHTY, "/");
    expect(await preparer.prepare(taskOf("print"))).toEqual(answer("print"));
  });

  it("by not starting at all fails every file and rejects none", async () => {
    const preparer = open(new URL("absent.mjs", NAUGHTY), "/");
    const outcomes = await Promise.all(["1", "2"].map((path) => preparer.prepare(taskOf(path))));
    expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "failed"]);
  });
});

describe("dispose", () => {
  it("ends what is waiting without calling the files broken, and starts nothing new", async () => {
    const preparer = open(NAUGHTY, "/");
    const waiting = ["hang", "1"].map((path) => preparer.prepare(taskOf(path)));
    await preparer[Symbol.asyncDispose]();
    await preparer[Symbol.asyncDispose]();
    const ended = { kind: "unreadable", reason: "the run was over before its turn" };
    expect(await Promise.all([...waiting, preparer.prepare(taskOf("2"))])).toEqual([ended, ended, ended]);
  });

  it("offers more work than it has threads, so that none waits for the store", () => {
    expect(open(NAUGHTY, "/", { workers: 3 }).concurrency).toBeGreaterThan(3);
  });
});
