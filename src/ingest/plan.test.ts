import { describe, expect, it } from "vitest";
import type { KnownFile } from "../ports/document-store.ts";
import type { FoundFile, SourceScan } from "../ports/source.ts";
import { type Plan, planIngest } from "./plan.ts";

const found = (path: string, changes: Partial<FoundFile> = {}): FoundFile => ({
  path,
  size: 10,
  modifiedMs: 1000.5,
  repo: null,
  ...changes,
});

const stored = (path: string, changes: Partial<KnownFile> = {}): KnownFile => ({
  path,
  size: 10,
  modifiedMs: 1000.5,
  checkedAt: 50_000,
  pipeline: pipelineOf(path),
  state: { kind: "stored", documentId: `id of ${path}`, contentHash: "hash" },
  ...changes,
});

const aside = (path: string, changes: Partial<KnownFile> = {}): KnownFile =>
  stored(path, { state: { kind: "failed", reason: "broken", documentId: null }, ...changes });

function pipelineOf(path: string): string {
  return `pipeline of ${path.slice(path.lastIndexOf(".") + 1)}`;
}

function plan(
  files: readonly FoundFile[],
  known: readonly KnownFile[],
  options: Partial<Parameters<typeof planIngest>[2]> & Partial<SourceScan> = {},
): Plan {
  const { unreadable = [], ...rest } = options;
  return planIngest({ files, skipped: [], unreadable }, known, {
    pipelineOf,
    below: "",
    force: false,
    ...rest,
  });
}

const changedPaths = ({ changed }: Plan): string[] => changed.map(({ file }) => file.path);
const gonePaths = ({ gone }: Plan): string[] => gone.map(({ path }) => path);

describe("planIngest()", () => {
  it("leaves alone a file whose size and time are as stored", () => {
    expect(plan([found("a.md")], [stored("a.md")])).toEqual({
      changed: [],
      unchanged: 1,
      stillAside: [],
      gone: [],
    });
  });

  it.each<[what: string, file: FoundFile, known: KnownFile]>([
    ["its size is another", found("a.md", { size: 11 }), stored("a.md")],
    ["its time is later", found("a.md", { modifiedMs: 1001 }), stored("a.md")],
    ["its time is earlier, as after a restore", found("a.md", { modifiedMs: 999 }), stored("a.md")],
    ["its time differs by less than a millisecond", found("a.md", { modifiedMs: 1000.5001 }), stored("a.md")],
    [
      "it was written in the tick of the clock in which it was read",
      found("a.md"),
      stored("a.md", { checkedAt: 1050 }),
    ],
    [
      "its time is a whole second, and it was read within two of them",
      found("a.md", { modifiedMs: 4000 }),
      stored("a.md", { modifiedMs: 4000, checkedAt: 5900 }),
    ],
    [
      "its time lies in the future",
      found("a.md", { modifiedMs: 90_000 }),
      stored("a.md", { modifiedMs: 90_000 }),
    ],
    ["another pipeline made its rows", found("a.md"), stored("a.md", { pipeline: "older" })],
  ])("has a file read when %s", (_, file, known) => {
    expect(plan([file], [known])).toMatchObject({
      changed: [{ file, known, pipeline: "pipeline of md" }],
      unchanged: 0,
      gone: [],
    });
  });

  it("leaves alone a file that was read well after its time, be that a whole second or a finer one", () => {
    const fine = [
      found("a.md", { modifiedMs: 4000.5 }),
      stored("a.md", { modifiedMs: 4000.5, checkedAt: 4200 }),
    ];
    const coarse = [
      found("a.md", { modifiedMs: 4000 }),
      stored("a.md", { modifiedMs: 4000, checkedAt: 6000 }),
    ];
    for (const [file, known] of [fine, coarse] as [FoundFile, KnownFile][])
      expect(plan([file], [known]).unchanged).toBe(1);
  });

  it("has a new file read", () => {
    expect(plan([found("new.md")], []).changed).toEqual([
      { file: found("new.md"), pipeline: "pipeline of md", known: null },
    ]);
  });

  it("touches only the files of the type whose pipeline changed", () => {
    const files = [found("a.md"), found("b.ts"), found("c.pdf")];
    const known = files.map(({ path }) => stored(path));
    const changed = plan(files, known, {
      pipelineOf: (path) => (path.endsWith(".ts") ? "newer" : pipelineOf(path)),
    });
    expect(changedPaths(changed)).toEqual(["b.ts"]);
    expect(changed.unchanged).toBe(2);
  });

  it("has everything read when forced, what failed included", () => {
    const forced = plan([found("a.md"), found("b.md")], [stored("a.md"), aside("b.md")], { force: true });
    expect(changedPaths(forced)).toEqual(["a.md", "b.md"]);
    expect(forced).toMatchObject({ unchanged: 0, stillAside: [] });
  });

  it("does not try again a file that failed and has not changed since", () => {
    const known = aside("a.md");
    expect(plan([found("a.md")], [known])).toEqual({
      changed: [],
      unchanged: 0,
      stillAside: [known],
      gone: [],
    });
  });

  it("tries again a file that failed when it or its pipeline changed", () => {
    const files = [found("a.md", { size: 11 }), found("b.md")];
    expect(changedPaths(plan(files, [aside("a.md"), aside("b.md", { pipeline: "older" })]))).toEqual([
      "a.md",
      "b.md",
    ]);
  });

  it("takes a file that is not there any more for gone, whatever its state", () => {
    expect(gonePaths(plan([found("a.md")], [stored("a.md"), stored("b.md"), aside("c.md")]))).toEqual([
      "b.md",
      "c.md",
    ]);
  });

  it("never takes for gone what could not be looked at", () => {
    const known = ["a.md", "closed/b.md", "closed/deep/c.md", "closed-too.md", "closed.md", "x/file.md"].map(
      (path) => stored(path),
    );
    const unreadable = [
      { path: "closed", reason: "EACCES" },
      { path: "x/file.md", reason: "EIO" },
    ];
    expect(gonePaths(plan([], known, { unreadable }))).toEqual(["a.md", "closed-too.md", "closed.md"]);
  });

  it("takes nothing for gone when the source itself could not be looked at", () => {
    expect(
      gonePaths(
        plan([], [stored("a.md"), stored("b/c.md")], { unreadable: [{ path: "", reason: "EACCES" }] }),
      ),
    ).toEqual([]);
  });

  it("takes only what lies below for gone when a part was asked for", () => {
    const known = ["docs/a.md", "docs/b/c.md", "docs-old/d.md", "e.md"].map((path) => stored(path));
    expect(gonePaths(plan([], known, { below: "docs" }))).toEqual(["docs/a.md", "docs/b/c.md"]);
    expect(gonePaths(plan([], known, { below: "e.md" }))).toEqual(["e.md"]);
    expect(gonePaths(plan([found("docs/a.md")], known, { below: "docs" }))).toEqual(["docs/b/c.md"]);
  });
});
