import { copyFileSync, existsSync, renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KebabCommand, parseWire, type Result, ROOT, type Wire } from "./kebab-command.ts";

const POSIX = process.platform !== "win32";
const PDF = join(ROOT, "test", "fixtures", "pdf");

let kebab: KebabCommand;
beforeEach(() => {
  kebab = new KebabCommand();
});
afterEach(() => kebab[Symbol.dispose]());

const reportOf = (result: Result): Wire<"ingest_report.v1"> =>
  parseWire("ingest_report.v1", result.jsonLines().at(-1));
const ingest = async (...args: string[]) => reportOf(await kebab.run(["ingest", ...args, "--json"]));
const ingestHere = async (...args: string[]) => reportOf(await kebab.runHere(["ingest", ...args, "--json"]));
const search = async (query: string) =>
  (await kebab.askHere("search_response.v1", ["search", query])).hits.map((hit) => hit.doc_path);

describe("ingest", () => {
  it("adds, leaves alone, updates, renames and removes, and tells so", async () => {
    kebab.write("notes/a.md", "# Alpha\n\nargon\n\n## Second\n\nboron\n");
    kebab.write("notes/b.md", "# Beta\n\ncarbon\n");
    kebab.write("notes/c.md", "# Gamma\n\ncobalt\n");
    expect(await ingest("notes")).toMatchObject({
      files: 3,
      added: 3,
      updated: 0,
      unchanged: 0,
      dry_run: false,
    });
    expect(await ingest()).toMatchObject({
      files: 3,
      added: 0,
      updated: 0,
      unchanged: 3,
      chunks: { added: 0, kept: 0, removed: 0 },
    });
    const { doc_id } = await kebab.askHere("document.v1", ["inspect", "doc", "b.md"]);
    kebab.write("notes/a.md", "# Alpha\n\nargon\n\n## Second\n\nboron and bromine\n");
    renameSync(kebab.at("notes/b.md"), kebab.at("notes/renamed.md"));
    rmSync(kebab.at("notes/c.md"));
    expect(await ingest("notes")).toMatchObject({
      ...{ files: 2, added: 0, updated: 1, renamed: 1, removed: 1, unchanged: 0 },
    });
    expect(await search("bromine")).toEqual(["a.md"]);
    expect(await search("cobalt")).toEqual([]);
    expect(await kebab.askHere("document.v1", ["inspect", "doc", "renamed.md"])).toMatchObject({ doc_id });
  });

  it("changes nothing with --dry-run, not even a folder on the disk", async () => {
    kebab.write("notes/a.md", "# Alpha\n");
    const dry = await kebab.run(["ingest", "notes", "--dry-run"]);
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^dry run: 1 added, 0 updated, 0 unchanged of 1 file; /),
    });
    expect(existsSync(kebab.dataDir)).toBe(false);
    await ingestHere("notes");
    kebab.write("notes/a.md", "# Alpha, changed\n");
    kebab.write("notes/b.md", "# Beta\n");
    const before = kebab.dumpIndex();
    expect(await ingest("notes", "--dry-run", "--readonly")).toMatchObject({
      added: 1,
      updated: 1,
      dry_run: true,
    });
    expect(kebab.dumpIndex()).toEqual(before);
  });

  it("indexes again what has not changed with --force, and to the same ids", async () => {
    kebab.write("notes/a.md", "# Alpha\n");
    await ingestHere("notes");
    const before = kebab.dumpIndex();
    expect(await ingestHere("notes", "--force")).toMatchObject({
      updated: 1,
      unchanged: 0,
      chunks: { added: 0, kept: 1, removed: 0 },
    });
    expect(kebab.dumpIndex()).toEqual(before);
  });

  it("does not read a file whose time alone is new into new chunks", async () => {
    const file = kebab.write("notes/a.md", "# Alpha\n");
    await ingestHere("notes");
    utimesSync(file, new Date("2025-01-01"), new Date("2025-01-01"));
    expect(await ingestHere("notes")).toMatchObject({ updated: 0, unchanged: 1 });
    const { stale } = await kebab.askHere("document.v1", ["inspect", "doc", "a.md"]);
    expect(stale).toBe(false);
  });

  it("honours .gitignore, .kebabignore and hidden names, and skips with a reason what it cannot use", async () => {
    kebab.write("notes/.gitignore", "drafts/\n*.log\n");
    kebab.write("notes/deep/.kebabignore", "private.md\n");
    for (const path of [
      "drafts/a.md",
      "run.log",
      "deep/private.md",
      "deep/public.md",
      ".hidden/a.md",
      "node_modules/x.js",
    ]) {
      kebab.write(`notes/${path}`, "# Text\n");
    }
    kebab.write("notes/picture.png", "not really");
    kebab.write("notes/empty.md", "");
    if (POSIX) symlinkSync(kebab.write("elsewhere.md", "outside"), kebab.at("notes/link.md"));
    const report = await ingestHere("notes");
    expect(report.added).toBe(1);
    expect(report.skipped).toEqual([
      { source: "notes", path: "empty.md", reason: "empty file" },
      ...(POSIX ? [{ source: "notes", path: "link.md", reason: "symbolic link" }] : []),
      { source: "notes", path: "picture.png", reason: "not a supported type (.png)" },
    ]);
    expect(await search("text")).toEqual(["deep/public.md"]);
  });

  it("takes a file or folder inside a source for what it is there", async () => {
    kebab.write("notes/a.md", "# Alpha\n");
    kebab.write("notes/deep/b.md", "# Beta\n");
    await ingestHere("notes");
    kebab.write("notes/a.md", "# Alpha 2\n");
    kebab.write("notes/deep/b.md", "# Beta 2\n");
    expect(await ingestHere("notes/deep")).toMatchObject({ files: 1, updated: 1, removed: 0 });
    expect(await ingestHere("notes/a.md")).toMatchObject({ files: 1, updated: 1, removed: 0 });
    expect((await kebab.askHere("source_list.v1", ["list", "sources"])).sources).toHaveLength(1);
  });

  it("reads configured sources, with their tags, trust, include and exclude", async () => {
    kebab.write("notes/keep/a.md", "# Alpha\n");
    kebab.write("notes/keep/skip.md", "# Skip\n");
    kebab.write("notes/other/b.md", "# Beta\n");
    kebab.write(
      ".config/kebab/config.toml",
      `[[sources]]\nid = "mine"\npath = "~/notes"\ntags = ["work"]\ntrust_level = "secondary"\ninclude = ["keep/**"]\nexclude = ["**/skip.md"]\n`,
    );
    expect(await ingestHere()).toMatchObject({ files: 1, added: 1 });
    const { documents } = await kebab.askHere("document_list.v1", ["list", "docs"]);
    expect(documents).toMatchObject([
      { doc_path: "keep/a.md", source_id: "mine", tags: ["work"], trust_level: "secondary" },
    ]);
  });

  it("keeps the documents of a source whose folder is gone, and exits 2 when no source can be read", async () => {
    kebab.write("notes/a.md", "# Alpha\n\nargon\n");
    await ingestHere("notes");
    renameSync(kebab.at("notes"), kebab.at("unmounted"));
    const alone = await kebab.run(["ingest", "--json"]);
    expect(alone.code).toBe(2);
    expect(alone.error()).toMatchObject({
      code: "source-unreadable",
      message: expect.stringContaining("notes"),
    });
    kebab.write("more/b.md", "# Beta\n");
    const both = await kebab.run(["ingest", "more", "notes", "--json"]);
    expect(both.code).toBe(0);
    expect(reportOf(both)).toMatchObject({ added: 1, removed: 0, failed: [{ source: "notes", path: "" }] });
    expect(await search("argon")).toEqual(["a.md"]);
  });
});

describe("broken files", () => {
  const write = (lineLength = 7000): void => {
    kebab.write("notes/good.md", "# Good\n\nargon\n");
    copyFileSync(join(PDF, "encrypted.pdf"), kebab.at("notes/encrypted.pdf"));
    copyFileSync(join(PDF, "truncated.pdf"), kebab.at("notes/truncated.pdf"));
    kebab.write("notes/not-a.pdf", "this is no PDF");
    kebab.write("notes/header.md", "---\ntitle: [unclosed\ntags: {\n---\n\n# Header\n\nboron\n");
    kebab.write("notes/encoding.md", Uint8Array.from([0x23, 0x20, 0xff, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0x0a]));
    kebab.write("notes/line.txt", `${"carbon ".repeat(lineLength / 7)}end\n`);
    kebab.write(
      "notes/binary",
      Uint8Array.from({ length: 5000 }, (_, position) => (position * 7) % 256),
    );
  };

  it("are lines in the report with a reason; the run goes on and exits 0", async () => {
    write(5_250_000);
    const result = await kebab.run(["ingest", "notes", "--json"]);
    expect(result.code).toBe(0);
    const { failed, skipped, notices, added } = reportOf(result);
    const all = [...failed, ...skipped];
    expect(all.map((line) => line.path)).toEqual(
      expect.arrayContaining(["encrypted.pdf", "not-a.pdf", "binary", "encoding.md"]),
    );
    expect(all.find((line) => line.path === "encrypted.pdf")?.reason).toMatch(/password/i);
    expect(skipped.find((line) => line.path === "binary")?.reason).toMatch(/binary/);
    expect(notices.find((line) => line.path === "header.md")?.reason).toMatch(/frontmatter/);
    for (const { reason } of all) expect(reason).toMatch(/^[^\n]{3,300}$/);
    expect(added).toBe(8 - all.length);
    expect(await search("argon")).toEqual(["good.md"]);
    expect(await search("boron")).toEqual(["header.md"]);
    expect(await search("carbon")).toContain("line.txt");
  });

  it("are told again by the next run, by status and by doctor, without being read again", async () => {
    write();
    const first = await ingestHere("notes");
    const second = await ingestHere("notes");
    expect(second.failed).toEqual(first.failed);
    const status = await kebab.run(["status", "--verbose"]);
    expect(status.stdout).toMatch(/set aside\s+\d+ failed, \d+ skipped/);
    expect(status.stdout).toMatch(/failed\s+encrypted\.pdf\s+\S/);
    const doctor = await kebab.run(["doctor", "--json"]);
    expect(doctor.code).toBe(3);
    expect(doctor.wire("doctor_report.v1").checks).toContainEqual(
      expect.objectContaining({ name: "files", state: "warning" }),
    );
  });

  it("show in the text of a run, the skipped ones with --verbose", async () => {
    write();
    const { stdout } = await kebab.run(["ingest", "notes"]);
    expect(stdout).toMatch(/^\d+ added, .* of 8 files; /);
    expect(stdout).toMatch(/\d failed\n {2}encrypted\.pdf {2,}\S/);
    expect(stdout).toMatch(/1 notice\n {2}header\.md {2}\S/);
    expect(stdout).toMatch(/\d skipped \(--verbose names them\)/);
    expect((await kebab.run(["ingest", "notes", "--verbose"])).stdout).toMatch(
      /skipped\n(.*\n)*? {2}binary {2,}\S/,
    );
  });

  it("alone make the run exit 2, with its report", async () => {
    kebab.folder("notes");
    copyFileSync(join(PDF, "encrypted.pdf"), kebab.at("notes/encrypted.pdf"));
    kebab.write("notes/not-a.pdf", "this is no PDF");
    const result = await kebab.run(["ingest", "notes", "--json"]);
    expect(result.code).toBe(2);
    expect(reportOf(result).failed).toHaveLength(2);
  });

  it("leave an earlier good version searchable", async () => {
    kebab.write("notes/a.md", "# Alpha\n\nargon\n");
    await ingestHere("notes");
    kebab.write("notes/a.md", Uint8Array.from([0, 1, 2, 3, 0, 0, 0]));
    expect((await ingestHere("notes")).skipped).toMatchObject([{ path: "a.md" }]);
    expect(await search("argon")).toEqual(["a.md"]);
  });
});
