import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KebabCommand, mapInParallel } from "./kebab-command.ts";

let kebab: KebabCommand;
beforeEach(() => {
  kebab = new KebabCommand();
});
afterEach(() => kebab[Symbol.dispose]());

const paths = async (query: string): Promise<string[]> =>
  (await kebab.askHere("search_response.v1", ["search", query])).hits.map((hit) => hit.doc_path);
const inLibrary = (folder: string): string[] =>
  readdirSync(kebab.at(".local/share/kebab/library", folder)).sort();

describe("note", () => {
  it("stores its words as a plain Markdown file that can be found at once", async () => {
    const { code, stdout } = await kebab.run([
      "note",
      "우유",
      "사기",
      "and",
      "bread",
      "--tags",
      "shopping,#home",
    ]);
    expect(code).toBe(0);
    const [title, path, id] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.trim());
    expect(title).toBe("우유 사기 and bread");
    expect(path).toMatch(/library[\\/]notes[\\/]\d{4}-\d\d-\d\d-우유-사기-and-bread\.md$/);
    const text = readFileSync(path!, "utf8");
    expect(text).toMatch(
      /^---\ntitle: "우유 사기 and bread"\ntags: \["shopping","home"\]\ncreated: .*\nsource_type: note\n---\n/,
    );
    expect(text.endsWith("\n우유 사기 and bread\n")).toBe(true);
    const found = await kebab.askHere("search_response.v1", [
      "search",
      "우유",
      "--type",
      "note",
      "--tags",
      "home,shopping",
    ]);
    expect(found.hits).toMatchObject([{ doc_id: id, source_id: "library", type: "note", title }]);
  });

  it("- and ingest-stdin read stdin, with their own title", async () => {
    const text = "first line\n\nsecond paragraph with beryllium #metal\n";
    const note = (await kebab.run(["note", "-", "--title", "Metals", "--json"], { stdin: text })).wire(
      "document.v1",
    );
    expect(note).toMatchObject({ title: "Metals", type: "note", tags: ["metal"], source_id: "library" });
    const same = (await kebab.run(["ingest-stdin", "--json"], { stdin: text })).wire("document.v1");
    expect(same.title).toBe("first line");
    expect((await paths("beryllium")).sort()).toEqual([note.doc_path, same.doc_path].sort());
  });

  it("twice the same makes two files", async () => {
    await kebab.runHere(["note", "twice"]);
    await kebab.runHere(["note", "twice"]);
    expect(inLibrary("notes").map((name) => name.slice(11))).toEqual(["twice-2.md", "twice.md"]);
  });

  it("takes hostile titles as text", async () => {
    const title = '../../etc/passwd "quoted": [x] \u001b[31m';
    const { doc_path, title: stored } = (
      await kebab.runHere(["note", "text", "--title", title, "--json"])
    ).wire("document.v1");
    expect(stored).toBe(title);
    expect(doc_path).toMatch(/^notes\/[\d-]+etc-passwd-quoted-x-31m\.md$/);
    expect((await kebab.runHere(["list", "docs"])).stdout).not.toContain("\u001b");
  });

  it("prints nothing with --quiet", async () => {
    expect(await kebab.run(["note", "silence", "--quiet"])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  it("is picked up by a plain ingest when it was edited by hand", async () => {
    const { stdout } = await kebab.runHere(["note", "draft"]);
    const path = stdout.split("\n")[1]!.trim();
    kebab.write(
      path.slice(kebab.home.length),
      readFileSync(path, "utf8").replace("\ndraft\n", "\nstrontium\n"),
    );
    const { code } = await kebab.runHere(["ingest"]);
    expect(code).toBe(0);
    expect(await paths("strontium")).toHaveLength(1);
  });
});

describe("add", () => {
  it("copies a file from outside the sources, and keeps the copy up to date", async () => {
    const file = kebab.write("desk/memo.md", "# Memo\n\nbarium\n");
    const first = (await kebab.run(["add", "desk/memo.md", "--tags", "inbox", "--json"])).wire("document.v1");
    expect(first).toMatchObject({
      doc_path: "files/memo.md",
      source_id: "library",
      title: "Memo",
      tags: ["inbox"],
    });
    kebab.write("desk/memo.md", "# Memo\n\nradium\n");
    const second = (await kebab.run(["ingest-file", file, "--json"])).wire("document.v1");
    expect(second).toMatchObject({ doc_id: first.doc_id, tags: ["inbox"] });
    expect([await paths("barium"), await paths("radium")]).toEqual([[], ["files/memo.md"]]);
    kebab.write("other/memo.md", "# Another\n");
    const third = (await kebab.runHere(["add", "other/memo.md", "--json"])).wire("document.v1");
    expect(third.doc_path).toBe("files/memo-2.md");
    expect(inLibrary("files")).toEqual(["memo-2.md", "memo.md"]);
  });

  it("indexes a file inside a source where it is", async () => {
    kebab.write("notes/a.md", "# Alpha\n");
    await kebab.runHere(["ingest", "notes"]);
    kebab.write("notes/b.md", "# Beta\n\nradon\n");
    const added = (await kebab.run(["add", "notes/b.md", "--json"])).wire("document.v1");
    expect(added).toMatchObject({ doc_path: "b.md", source_id: "notes" });
    expect(await paths("radon")).toEqual(["b.md"]);
  });

  it("says why a file cannot be indexed", async () => {
    kebab.write("notes/.gitignore", "*.secret\n");
    kebab.write("notes/a.md", "# Alpha\n");
    await kebab.runHere(["ingest", "notes"]);
    kebab.write("notes/b.secret", "text");
    kebab.write("desk/x.png", "no picture");
    kebab.write("desk/broken.pdf", "no pdf");
    const files = ["notes/b.secret", "desk/x.png", "desk/broken.pdf"];
    const reasons = await mapInParallel(
      files,
      async (file) => (await kebab.runHere(["add", file, "--json"])).error(),
      1,
    );
    expect(reasons.map((error) => error.code)).toEqual([
      "source-unreadable",
      "source-unreadable",
      "source-unreadable",
    ]);
    expect(reasons[0]?.message).toContain("an ignore rule");
    expect(reasons[1]?.message).toContain("not a supported type");
  });
});

describe("tag", () => {
  beforeEach(async () => {
    kebab.write("notes/a.md", "---\ntags: [own]\n---\n# Alpha\n");
    await kebab.runHere(["ingest", "notes"]);
  });
  const tagsOf = async (...args: string[]) =>
    (await kebab.runHere(["tag", ...args, "--json"])).wire("document.v1").tags;

  it("adds and takes away, in every way of writing it", async () => {
    expect(await kebab.run(["tag", "a.md", "ops", "+urgent"])).toMatchObject({
      code: 0,
      stdout: "a.md  #ops #own #urgent\n",
    });
    expect(await tagsOf("a.md", "--add", "x,#y", "--remove", "ops")).toEqual(["own", "urgent", "x", "y"]);
    const signed = await kebab.run(["tag", "--json", "--", "a.md", "+z", "-x", "-y"]);
    expect(signed.wire("document.v1").tags).toEqual(["own", "urgent", "z"]);
    expect(await tagsOf("a.md", "--remove", "never-there")).toEqual(["own", "urgent", "z"]);
  });

  it("filters searches, lists tags with their counts, and survives a new ingest", async () => {
    await kebab.runHere(["tag", "a.md", "+긴급"]);
    kebab.write("notes/a.md", "---\ntags: [own]\n---\n# Alpha, changed\n");
    await kebab.runHere(["ingest", "--force"]);
    const found = await kebab.askHere("search_response.v1", ["search", "alpha", "--tags", "own,긴급"]);
    expect(found.hits[0]?.tags).toEqual(["own", "긴급"]);
    expect((await kebab.runHere(["list", "tags"])).stdout).toBe("    1  own\n    1  긴급\n");
  });

  it("cannot take away a tag the document gives itself, and says so", async () => {
    const { code, stdout, stderr } = await kebab.run(["tag", "a.md", "--remove", "own"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "a.md  #own\n" });
    expect(stderr).toContain("own comes from the document");
  });
});

describe("list and inspect", () => {
  beforeEach(async () => {
    for (const name of ["a", "b", "c"]) kebab.write(`notes/${name}.md`, `# Title ${name}\n\ntext\n`);
    await kebab.runHere(["ingest", "notes"]);
  });

  it("pages through documents", async () => {
    const page = await kebab.run(["list", "docs", "--top", "2"]);
    expect(page.lines()).toHaveLength(2);
    expect(page.stderr).toBe("2 of 3; more with --offset 2\n");
    const rest = await kebab.askHere("document_list.v1", ["list", "docs", "-k", "2", "--offset", "2"]);
    expect(rest).toMatchObject({ total: 3, returned: 1, documents: [{ doc_path: "c.md" }] });
    expect(await kebab.runHere(["list", "docs", "--offset", "9"])).toMatchObject({ code: 1, stdout: "" });
  });

  it("shows ids that the other commands take", async () => {
    const [line] = (await kebab.run(["list", "docs"])).lines();
    const id = line!.split(/\s+/)[0]!;
    expect((await kebab.runHere(["inspect", "doc", id])).stdout).toMatch(
      /^schema_version {3}document\.v1\ndoc_id +[0-9a-f]{32}\ndoc_path +a\.md\n/,
    );
    expect((await kebab.runHere(["fetch", "doc", id])).stdout).toBe("# Title a\n\ntext\n");
  });

  it("lists no tags with exit 1 and a word", async () => {
    expect(await kebab.runHere(["list", "tags"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "no document has a tag\n",
    });
  });

  it("lists sources with where they come from", async () => {
    await kebab.runHere(["note", "hello"]);
    const { sources } = await kebab.askHere("source_list.v1", ["list", "sources"]);
    expect(sources).toEqual([
      { source_id: "library", root: kebab.at(".local/share/kebab/library"), origin: "library", documents: 1 },
      { source_id: "notes", root: kebab.at("notes"), origin: "command", documents: 3 },
    ]);
  });

  it("keeps frontmatter keys it does not know", async () => {
    kebab.write("notes/d.md", "---\ntitle: D\nrating: 5\naliases: [dee]\ncreated: 2026-03-05\n---\ntext\n");
    await kebab.runHere(["ingest"]);
    expect(await kebab.askHere("document.v1", ["inspect", "doc", "d.md"])).toMatchObject({
      ...{
        title: "D",
        metadata: { rating: 5 },
        aliases: ["dee"],
        created_at: "2026-03-05T00:00:00.000Z",
        stale: false,
      },
    });
  });
});

describe("status", () => {
  it("counts what the index holds", async () => {
    kebab.write("notes/a.md", "# Alpha #x\n");
    kebab.write("notes/b.ts", "export const b = 1;\n");
    await kebab.runHere(["ingest", "notes"]);
    const status = await kebab.askHere("status.v1", ["status"]);
    expect(status).toMatchObject({
      ...{ documents: 2, by_type: { code: 1, markdown: 1 }, by_source: { notes: 2 }, failed: 0, skipped: 0 },
      ...{ data_dir: kebab.dataDir, config_file: null, schema: 3, vectors: [] },
    });
    const { stdout } = await kebab.runHere(["status"]);
    expect(stdout).toContain("documents    2 (code 1, markdown 1)\n");
    expect(stdout).toContain(`data         ${kebab.dataDir}\n`);
  });
});
