import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { kill, readLine, startChild } from "../../../test/support/run-child.ts";
import { TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Source, SourceScan } from "../../ports/source.ts";
import { createFsSource, type FsSourceOptions } from "./fs-source.ts";

const SETTINGS = { id: "notes", tags: [], trustLevel: "primary" } as const;
const MAKE_DEEP_FOLDER = new URL("../../../test/support/children/make-deep-folder.ts", import.meta.url);
const SCAN_WITHOUT_RIGHTS = new URL("../../../test/support/children/scan-without-rights.ts", import.meta.url);

function sourceOf(root: string, options: Partial<FsSourceOptions> = {}): Source {
  return createFsSource(SETTINGS, {
    root,
    include: [],
    exclude: [],
    maxFileBytes: 1000,
    followGitignore: true,
    ...options,
  });
}

/** A folder with these files; paths without a text get one. */
function folderOf(
  files: readonly (string | readonly [path: string, text: string | Uint8Array])[],
): TemporaryFolder {
  const folder = new TemporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  for (const file of files) folder.write(...(typeof file === "string" ? ([file, "text\n"] as const) : file));
  return folder;
}

function makePipe(path: string): void {
  expect(spawnSync("sh", ["-c", 'mkfifo "$0"', path]).status).toBe(0);
}

const pathsOf = (scan: SourceScan): string[] => scan.files.map(({ path }) => path);

async function scanPaths(folder: TemporaryFolder, options: Partial<FsSourceOptions> = {}): Promise<string[]> {
  const scan = await sourceOf(folder.path, options).scan({});
  expect(scan.unreadable).toEqual([]);
  return pathsOf(scan);
}

describe("scan()", () => {
  it("finds files in all folders, in order of their paths", async () => {
    const folder = folderOf(["b.md", "a/z.md", "a.md", "a/b/c.txt", "a-b.md", "Z.md", "한글.md"]);
    expect(await scanPaths(folder)).toEqual([
      "Z.md",
      "a-b.md",
      "a.md",
      "a/b/c.txt",
      "a/z.md",
      "b.md",
      "한글.md",
    ]);
  });

  it("tells size and time as the disk has them", async () => {
    const folder = folderOf([["a.md", "한글"]]);
    utimesSync(folder.at("a.md"), 1_700_000_000.123456, 1_700_000_000.123456);
    const { files } = await sourceOf(folder.path).scan({});
    expect(files).toEqual([
      { path: "a.md", size: 6, modifiedMs: statSync(folder.at("a.md")).mtimeMs, repo: null },
    ]);
  });

  it("leaves out hidden files and folders, and those of tools, without a word", async () => {
    const folder = folderOf([
      "a.md",
      ".hidden.md",
      ".obsidian/x.md",
      ".git/config",
      "node_modules/p/x.md",
      "x/__pycache__/y.md",
    ]);
    const scan = await sourceOf(folder.path).scan({});
    expect(scan).toMatchObject({ files: [{ path: "a.md" }], skipped: [], unreadable: [] });
  });

  it("skips what is empty, too large or binary by its name, with the reason", async () => {
    const folder = folderOf([
      ["empty.md", ""],
      ["large.md", "x".repeat(1001)],
      ["fits.md", "x".repeat(1000)],
      "photo.JPG",
      "a.sqlite",
    ]);
    const scan = await sourceOf(folder.path).scan({});
    expect(pathsOf(scan)).toEqual(["fits.md"]);
    expect(scan.skipped).toEqual([
      { path: "a.sqlite", reason: "not a supported type (.sqlite)" },
      { path: "empty.md", reason: "empty file" },
      { path: "large.md", reason: "larger than ingest.max_file_bytes (1001 bytes)" },
      { path: "photo.JPG", reason: "not a supported type (.jpg)" },
    ]);
  });

  it("takes what `include` names and leaves out what `exclude` names", async () => {
    const folder = folderOf(["a.md", "b.txt", "drafts/c.md", "deep/er/d.md", "e.ts"]);
    expect(await scanPaths(folder, { include: ["**/*.md", "*.txt"] })).toEqual([
      "a.md",
      "b.txt",
      "deep/er/d.md",
      "drafts/c.md",
    ]);
    expect(await scanPaths(folder, { exclude: ["drafts/**", "*.ts"] })).toEqual([
      "a.md",
      "b.txt",
      "deep/er/d.md",
    ]);
    expect(await scanPaths(folder, { include: ["**/*.md"], exclude: ["**/d.md"] })).toEqual([
      "a.md",
      "drafts/c.md",
    ]);
  });

  it("says nothing of files that `include` does not name", async () => {
    const folder = folderOf(["a.md", "photo.jpg", ["empty.txt", ""]]);
    expect((await sourceOf(folder.path, { include: ["*.md"] }).scan({})).skipped).toEqual([]);
  });

  it("throws when the folder is not there, and says whose documents stay", async () => {
    const folder = folderOf([]);
    await expect(sourceOf(folder.at("absent")).scan({})).rejects.toMatchObject({
      code: "source-unreadable",
      message: expect.stringContaining(folder.at("absent")),
      hint: expect.stringContaining("stay in the index"),
    });
  });

  it("stops when it is told to", async () => {
    const folder = folderOf(["a/b/c/d.md"]);
    const controller = new AbortController();
    const scan = sourceOf(folder.path).scan({ signal: controller.signal });
    controller.abort();
    await expect(scan).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("ignore rules", () => {
  it("leave out what .gitignore names, at any depth", async () => {
    const folder = folderOf([
      [".gitignore", "*.log\n/build\nsecret.md\n# comment\n\ndocs/*.tmp.md\n"],
      "a.md",
      "a.log",
      "deep/b.log",
      "build/x.md",
      "deep/build/x.md",
      "deep/secret.md",
      "docs/x.tmp.md",
      "deep/docs/x.tmp.md",
    ]);
    expect(await scanPaths(folder)).toEqual(["a.md", "deep/build/x.md", "deep/docs/x.tmp.md"]);
  });

  it("tell folders from files", async () => {
    const folder = folderOf([[".gitignore", "out/\n"], "out/a.md", "b/out"]);
    expect(await scanPaths(folder)).toEqual(["b/out"]);
  });

  it("of a deeper folder decide over those above it", async () => {
    const folder = folderOf([
      [".gitignore", "*.md\n"],
      ["keep/.gitignore", "!*.md\nbut-not.md\n"],
      "a.md",
      "keep/b.md",
      "keep/but-not.md",
      "keep/deeper/c.md",
      "other/d.md",
    ]);
    expect(await scanPaths(folder)).toEqual(["keep/b.md", "keep/deeper/c.md"]);
  });

  it("of a deeper folder hold for that folder alone", async () => {
    const folder = folderOf([
      ["a/.gitignore", "/x.md\ny.md\n"],
      "x.md",
      "a/x.md",
      "a/b/x.md",
      "a/b/y.md",
      "b/y.md",
    ]);
    expect(await scanPaths(folder)).toEqual(["a/b/x.md", "b/y.md", "x.md"]);
  });

  it("take back what an earlier line said, but not inside a folder that is ignored", async () => {
    const folder = folderOf([
      [".gitignore", "*.md\n!keep.md\nout/\n!out/keep.md\n"],
      "a.md",
      "keep.md",
      "out/keep.md",
    ]);
    expect(await scanPaths(folder)).toEqual(["keep.md"]);
  });

  it("take back single files of a folder whose content is ignored", async () => {
    const folder = folderOf([[".gitignore", "out/*\n!out/keep.md\n"], "out/a.md", "out/keep.md"]);
    expect(await scanPaths(folder)).toEqual(["out/keep.md"]);
  });

  it("in .kebabignore have the last word over .gitignore", async () => {
    const folder = folderOf([
      [".gitignore", "notes.md\n"],
      [".kebabignore", "!notes.md\nprivate/\n"],
      "notes.md",
      "private/x.md",
      "a.md",
    ]);
    expect(await scanPaths(folder)).toEqual(["a.md", "notes.md"]);
  });

  it("in .gitignore do not count when follow_gitignore is off; those in .kebabignore do", async () => {
    const folder = folderOf([[".gitignore", "a.md\n"], [".kebabignore", "b.md\n"], "a.md", "b.md"]);
    expect(await scanPaths(folder, { followGitignore: false })).toEqual(["a.md"]);
  });

  it("tell capital letters from small ones, as git does", async () => {
    const folder = folderOf([[".gitignore", "Draft.md\nBUILD/\n"], "draft.md", "build/a.md"]);
    expect(await scanPaths(folder)).toEqual(["build/a.md", "draft.md"]);
  });

  it("are read with Windows line ends and a byte order mark", async () => {
    const folder = folderOf([[".gitignore", "\uFEFFa.md\r\nb.md\r\n"], "a.md", "b.md", "c.md"]);
    expect(await scanPaths(folder)).toEqual(["c.md"]);
  });

  it("match Hangul names whether composed or decomposed", async () => {
    const folder = folderOf([
      [".gitignore", "비밀.md\n"],
      "비밀.md".normalize("NFD"),
      "공개.md".normalize("NFD"),
    ]);
    expect(await scanPaths(folder)).toEqual(["공개.md".normalize("NFD")]);
    expect(await scanPaths(folder, { include: ["공*.md"] })).toEqual(["공개.md".normalize("NFD")]);
  });

  it("are not read from a link, which may lead anywhere", async () => {
    const outside = folderOf([["rules", "a.md\n"]]);
    const folder = folderOf(["a.md"]);
    symlinkSync(outside.at("rules"), folder.at(".gitignore"));
    expect(await scanPaths(folder)).toEqual(["a.md"]);
  });

  it("are not read from a folder of that name", async () => {
    const folder = folderOf(["a.md", ".gitignore/x"]);
    expect(await scanPaths(folder)).toEqual(["a.md"]);
  });
});

describe("symbolic links", () => {
  it("are skipped with the reason, wherever they lead", async () => {
    const outside = folderOf(["secret.md", "folder/secret.md"]);
    const folder = folderOf(["a.md", "inside/b.md"]);
    symlinkSync(outside.at("secret.md"), folder.at("file-outside.md"));
    symlinkSync(outside.at("folder"), folder.at("folder-outside"));
    symlinkSync(folder.at("a.md"), folder.at("file-inside.md"));
    symlinkSync("inside", folder.at("folder-inside"));
    symlinkSync("absent", folder.at("nowhere.md"));
    const scan = await sourceOf(folder.path).scan({});
    expect(pathsOf(scan)).toEqual(["a.md", "inside/b.md"]);
    expect(scan.skipped).toEqual(
      ["file-inside.md", "file-outside.md", "folder-inside", "folder-outside", "nowhere.md"].map((path) => ({
        path,
        reason: "symbolic link",
      })),
    );
  });

  it("that go in circles do not keep the walk going", async () => {
    const folder = folderOf(["a/b.md"]);
    symlinkSync("..", folder.at("a/up"));
    symlinkSync("loop", folder.at("loop"));
    const scan = await sourceOf(folder.path).scan({});
    expect(pathsOf(scan)).toEqual(["a/b.md"]);
    expect(scan.skipped.map(({ path }) => path)).toEqual(["a/up", "loop"]);
  });

  it("that an ignore rule names are not mentioned", async () => {
    const folder = folderOf([[".gitignore", "result\n"], "a.md"]);
    symlinkSync("/nix/store", folder.at("result"));
    expect((await sourceOf(folder.path).scan({})).skipped).toEqual([]);
  });

  it("may lead to the source itself", async () => {
    const folder = folderOf(["real/a.md"]);
    symlinkSync("real", folder.at("link"));
    const source = sourceOf(folder.at("link"));
    expect(pathsOf(await source.scan({}))).toEqual(["a.md"]);
    expect(await source.read("a.md")).toEqual({ bytes: Buffer.from("text\n") });
  });
});

describe.skipIf(process.platform === "win32")("what is neither file nor folder", () => {
  it("is passed over without waiting for it", async () => {
    const folder = folderOf(["a.md"]);
    makePipe(folder.at("pipe.md"));
    const server = createServer().listen(folder.at("socket.md"));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const source = sourceOf(folder.path);
    expect(pathsOf(await source.scan({}))).toEqual(["a.md"]);
    expect(await source.read("pipe.md")).toEqual({ unreadable: "not a regular file" });
    expect(Object.keys(await source.read("socket.md"))).toEqual(["unreadable"]);
  });
});

describe("strange names", () => {
  it("with line breaks, quotes, backslashes and blanks are found, matched and read", async () => {
    const names = [
      "new\nline.md",
      'quo"te.md',
      "back\\slash.md",
      " blank .md",
      "-dash.md",
      "*.md",
      "#hash.md",
      "tab\t.md",
    ];
    const folder = folderOf(names.map((name) => `folder\n/${name}`));
    const source = sourceOf(folder.path, { include: ["**/*.md"] });
    const scan = await source.scan({});
    expect(pathsOf(scan)).toEqual(names.map((name) => `folder\n/${name}`).sort());
    for (const path of pathsOf(scan))
      expect(await source.read(path)).toEqual({ bytes: Buffer.from("text\n") });
  });

  it("in decomposed Hangul keep the bytes they have on disk", async () => {
    const folder = folderOf(["회의록.md".normalize("NFD"), "회의록.md".normalize("NFC")]);
    const paths = await scanPaths(folder);
    expect(paths).toEqual(["회의록.md".normalize("NFD"), "회의록.md".normalize("NFC")]);
    for (const path of paths) expect(Object.keys(await sourceOf(folder.path).read(path))).toEqual(["bytes"]);
  });

  it.skipIf(process.platform !== "linux")("that are not valid UTF-8 are reported", async () => {
    const folder = folderOf(["a.md"]);
    writeFileSync(
      Buffer.concat([Buffer.from(`${folder.path}/`), Buffer.from([0xff, 0xfe]), Buffer.from(".md")]),
      "text",
    );
    const scan = await sourceOf(folder.path).scan({});
    expect(pathsOf(scan)).toEqual(["a.md"]);
    expect(scan.unreadable).toEqual([{ path: "\ufffd\ufffd.md", reason: expect.stringContaining("ENOENT") }]);
  });

  it.skipIf(process.platform !== "linux")(
    "longer than a path may be are reported, the rest is found",
    async () => {
      const folder = folderOf([]);
      const child = await startChild(MAKE_DEEP_FOLDER, [folder.path, "20"]);
      onTestFinished(() => {
        spawnSync("rm", ["-rf", folder.path]);
      });
      expect(await readLine(child)).toBe("made");
      const scan = await sourceOf(folder.path).scan({});
      expect(scan.files.length).toBeGreaterThan(10);
      expect(scan.files.length).toBeLessThan(20);
      expect(scan.unreadable).toEqual([
        { path: expect.stringMatching(/^folder-/), reason: expect.stringContaining("ENAMETOOLONG") },
      ]);
      const [longest = ""] = pathsOf(scan).sort((a, b) => b.length - a.length);
      expect(longest.length).toBeGreaterThan(2500);
      expect(Object.keys(await sourceOf(folder.path).read(longest))).toEqual(["bytes"]);
    },
  );
});

describe("`below`", () => {
  const files = ["a.md", "docs/b.md", "docs/deep/c.md", "docs-old/d.md", "other/e.md"];
  const scanBelow = async (below: string, more: Parameters<typeof folderOf>[0] = []): Promise<string[]> =>
    pathsOf(await sourceOf(folderOf([...files, ...more]).path).scan({ below }));

  it("limits a scan to a folder, and not to names that begin alike", async () => {
    expect(await scanBelow("docs")).toEqual(["docs/b.md", "docs/deep/c.md"]);
    expect(await scanBelow("docs/deep")).toEqual(["docs/deep/c.md"]);
  });

  it("limits a scan to a file", async () => {
    expect(await scanBelow("docs/b.md")).toEqual(["docs/b.md"]);
    expect(await scanBelow("a.md")).toEqual(["a.md"]);
  });

  it("finds nothing where there is nothing", async () => {
    expect(await scanBelow("absent/deep")).toEqual([]);
  });

  it("keeps the rules of the folders above", async () => {
    expect(await scanBelow("docs/deep", [[".gitignore", "c.md\n"], "docs/deep/x.md"])).toEqual([
      "docs/deep/x.md",
    ]);
    expect(await scanBelow("docs/deep", [[".gitignore", "docs/\n"]])).toEqual([]);
  });
});

describe("repositories", () => {
  const reposOf = async (folder: TemporaryFolder, root = folder.path) =>
    Object.fromEntries((await sourceOf(root).scan({})).files.map(({ path, repo }) => [path, repo]));

  it("are named after their folder, the innermost counts", async () => {
    const folder = folderOf([
      "a.md",
      "app/.git/HEAD",
      "app/b.md",
      "app/src/c.ts",
      "app/vendor/lib/.git/HEAD",
      "app/vendor/lib/d.md",
    ]);
    expect(await reposOf(folder)).toEqual({
      "a.md": null,
      "app/b.md": "app",
      "app/src/c.ts": "app",
      "app/vendor/lib/d.md": "lib",
    });
  });

  it("are known by a .git file too, as worktrees and submodules have it", async () => {
    const folder = folderOf([["tree/.git", "gitdir: /elsewhere\n"], "tree/a.md"]);
    expect(await reposOf(folder)).toEqual({ "tree/a.md": "tree" });
  });

  it("are found around a source that is a part of one", async () => {
    const folder = folderOf(["app/.git/HEAD", "app/docs/a.md"]);
    expect(await reposOf(folder, folder.at("app/docs"))).toEqual({ "a.md": "app" });
  });
});

describe("read()", () => {
  it("gives the bytes as they are", async () => {
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, 0, 13, 10, 255]);
    const folder = folderOf([["a.md", bytes]]);
    expect(await sourceOf(folder.path).read("a.md")).toEqual({ bytes: Buffer.from(bytes) });
  });

  it("tells why it cannot", async () => {
    const folder = folderOf([["large.md", "x".repeat(1001)], "folder/a.md"]);
    const source = sourceOf(folder.path);
    expect(await source.read("absent.md")).toEqual({ unreadable: expect.stringContaining("ENOENT") });
    expect(await source.read("large.md")).toEqual({ unreadable: "larger than 1000 bytes" });
    expect(Object.keys(await source.read("folder"))).toEqual(["unreadable"]);
  });

  it("does not leave the source, neither by dots nor by a link", async () => {
    const outside = folderOf(["secret.md"]);
    const folder = folderOf(["source/a.md", "source-2/secret.md"]);
    symlinkSync(outside.path, folder.at("source/folder"));
    symlinkSync(outside.at("secret.md"), folder.at("source/file.md"));
    const source = sourceOf(folder.at("source"));
    for (const path of ["../source-2/secret.md", "../secret.md", "folder/secret.md"]) {
      expect(await source.read(path)).toEqual({ unreadable: "leads outside the source" });
    }
    expect(Object.keys(await source.read("file.md"))).toEqual(["unreadable"]);
  });

  it("refuses a folder that became a link to the outside since the scan", async () => {
    const outside = folderOf([["a.md", "secret"]]);
    const folder = folderOf(["notes/a.md"]);
    const source = sourceOf(folder.path);
    expect(pathsOf(await source.scan({}))).toEqual(["notes/a.md"]);
    renameSync(folder.at("notes"), folder.at("moved"));
    symlinkSync(outside.path, folder.at("notes"));
    expect(await source.read("notes/a.md")).toEqual({ unreadable: "leads outside the source" });
  });

  it("refuses a file that became a link or a pipe since the scan", async () => {
    const outside = folderOf([["a.md", "secret"]]);
    const folder = folderOf(["a.md", "b.md"]);
    const source = sourceOf(folder.path);
    await source.scan({});
    rmSync(folder.at("a.md"));
    symlinkSync(outside.at("a.md"), folder.at("a.md"));
    expect(await source.read("a.md")).toEqual({ unreadable: expect.stringContaining("ELOOP") });
    rmSync(folder.at("b.md"));
    makePipe(folder.at("b.md"));
    expect(await source.read("b.md")).toEqual({ unreadable: "not a regular file" });
  });

  it("reads within a source that is the whole disk", async () => {
    const folder = folderOf(["deep/a.md"]);
    expect(await sourceOf("/").read(folder.at("deep/a.md").slice(1))).toEqual({
      bytes: Buffer.from("text\n"),
    });
  });
});

describe.skipIf(process.platform === "win32")("without permission", () => {
  it("folders and files are reported, and the rest is found", async () => {
    const folder = folderOf([
      "a.md",
      "closed/b.md",
      "unlisted/c.md",
      "d.md",
      ["rules/.gitignore", "e.md\n"],
      "rules/e.md",
    ]);
    mkdirSync(folder.at("open"));
    chmodSync(folder.path, 0o755);
    chmodSync(folder.at("closed"), 0o000);
    // May be listed, but nothing in it may be looked at.
    chmodSync(folder.at("unlisted"), 0o744);
    chmodSync(folder.at("d.md"), 0o000);
    chmodSync(folder.at("rules/.gitignore"), 0o000);
    const child = await startChild(SCAN_WITHOUT_RIGHTS, [folder.path]);
    onTestFinished(() => kill(child, "SIGKILL"));
    const scan = JSON.parse(await readLine(child)) as SourceScan & { contents: unknown };
    for (const path of ["closed", "unlisted", "d.md"]) chmodSync(folder.at(path), 0o755);
    expect(pathsOf(scan)).toEqual(["a.md", "d.md", "rules/e.md"]);
    expect(scan.unreadable).toEqual([
      { path: "closed", reason: expect.stringContaining("EACCES") },
      { path: "unlisted/c.md", reason: expect.stringContaining("EACCES") },
    ]);
    expect(scan.contents).toEqual({ "a.md": "bytes", "d.md": "unreadable", "rules/e.md": "bytes" });
    expect(readFileSync(folder.at("closed/b.md"), "utf8")).toBe("text\n");
  });
});
