import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, relative } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { createMarkdownParser } from "../parsers/markdown/markdown-parser.ts";
import { copyIntoLibrary, type NoteRequest, writeNote } from "./library.ts";

const NOW = new Date("2026-03-04T23:59:58.123Z");

let folder: TemporaryFolder;
let library: string;
beforeEach(() => {
  folder = new TemporaryFolder();
  library = folder.at("data/library");
  return () => folder[Symbol.dispose]();
});

function note(request: NoteRequest): { name: string; text: string } {
  const path = writeNote(library, request, NOW);
  return { name: relative(library, path), text: readFileSync(path, "utf8") };
}

describe("writeNote()", () => {
  it("writes a plain Markdown file with a header that kebab reads back", async () => {
    const { name, text } = note({ text: "  Call the bank\n\nabout the #loan\n\n", tags: ["todo", "돈"] });
    expect(name).toBe("notes/2026-03-04-call-the-bank.md");
    expect(text).toBe(
      [
        "---",
        'title: "Call the bank"',
        'tags: ["todo","돈"]',
        "created: 2026-03-04T23:59:58.123Z",
        "source_type: note",
        "---",
        "Call the bank\n\nabout the #loan\n",
      ].join("\n"),
    );
    const parsed = await createMarkdownParser().parse(name, Buffer.from(text));
    expect("kind" in parsed ? parsed : parsed.metadata).toMatchObject({
      title: "Call the bank",
      tags: expect.arrayContaining(["todo", "돈"]),
      createdAt: NOW.getTime(),
      sourceType: "note",
    });
  });

  it.each<[what: string, request: NoteRequest, name: string, title: string]>([
    ["Hangul", { text: "회의록: 배포 일정" }, "2026-03-04-회의록-배포-일정.md", "회의록: 배포 일정"],
    [
      "decomposed Hangul",
      { text: "x", title: "회의".normalize("NFD") },
      "2026-03-04-회의.md",
      "회의".normalize("NFD"),
    ],
    ["a heading", { text: "## Plan B\n\ntext" }, "2026-03-04-plan-b.md", "Plan B"],
    [
      "a given title",
      { text: "text", title: ' Mine: it\'s "so" ' },
      "2026-03-04-mine-it-s-so.md",
      'Mine: it\'s "so"',
    ],
    ["an empty title", { text: "words", title: "  " }, "2026-03-04-words.md", "words"],
    ["a title of signs alone", { text: "x", title: "!?/../" }, "2026-03-04-note.md", "!?/../"],
    ["emoji alone", { text: "🎉🎉" }, "2026-03-04-note.md", "🎉🎉"],
    ["a rule before the text", { text: "---\nreal start" }, "2026-03-04-real-start.md", "real start"],
    ["path separators", { text: "a/b\\c:d" }, "2026-03-04-a-b-c-d.md", "a/b\\c:d"],
  ])("names a note by %s", (_, request, name, title) => {
    const made = note(request);
    expect(made.name).toBe(`notes/${name}`);
    expect(made.text).toContain(`title: ${JSON.stringify(title)}\n`);
  });

  it("cuts a very long title, and says so only then", () => {
    expect(note({ text: "가".repeat(80) }).text).toContain(`title: "${"가".repeat(80)}"\n`);
    expect(note({ text: "😀".repeat(60) }).text).toContain(`title: "${"😀".repeat(60)}"\n`);
    expect(note({ text: "나".repeat(81) }).text).toContain(`title: "${"나".repeat(79)}…"\n`);
  });

  it("gives a second note of the same name a number", () => {
    expect(
      [note({ text: "same" }), note({ text: "same" }), note({ text: "Same!" })].map(({ name }) => name),
    ).toEqual(["notes/2026-03-04-same.md", "notes/2026-03-04-same-2.md", "notes/2026-03-04-same-3.md"]);
  });

  it("refuses an empty note", () => {
    expect(() => note({ text: " \n " })).toThrow(expect.objectContaining({ code: "usage" }));
    expect(existsSync(library)).toBe(false);
  });

  it("finds a name the disk takes for every title, twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (title) => {
        const names = [0, 1].map(() => basename(writeNote(library, { text: "x", title }, NOW)));
        for (const name of names) {
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
          expect(name).toMatch(/^2026-03-04-[\p{L}\p{N}][\p{L}\p{N}-]*\.md$/u);
        }
        expect(names[0]).not.toBe(names[1]);
      }),
      { numRuns: 60, examples: [["𠀀".repeat(100)], ["가".repeat(300)]] },
    );
  });
});

describe("copyIntoLibrary()", () => {
  const add = (path: string): string => relative(library, copyIntoLibrary(library, folder.at(path)));
  const read = (name: string): string => readFileSync(`${library}/${name}`, "utf8");

  it("copies a file, so that it stays when the original goes", () => {
    folder.write("a/report.md", "first");
    expect(add("a/report.md")).toBe("files/report.md");
    rmSync(folder.at("a/report.md"));
    expect(read("files/report.md")).toBe("first");
  });

  it("brings the copy up to date when the file is added again", () => {
    folder.write("a/report.md", "first");
    add("a/report.md");
    folder.write("a/report.md", "second");
    expect(add("a/report.md")).toBe("files/report.md");
    expect(read("files/report.md")).toBe("second");
    expect(readdirSync(`${library}/files`)).toEqual(["report.md"]);
  });

  it("keeps files of one name from two places apart, each with its own copy", () => {
    folder.write("a/report.md", "of a");
    folder.write("b/report.md", "of b");
    expect([add("a/report.md"), add("b/report.md")]).toEqual(["files/report.md", "files/report-2.md"]);
    folder.write("a/report.md", "of a, later");
    folder.write("b/report.md", "of b, later");
    expect([add("b/report.md"), add("a/report.md")]).toEqual(["files/report-2.md", "files/report.md"]);
    expect([read("files/report.md"), read("files/report-2.md")]).toEqual(["of a, later", "of b, later"]);
  });

  it("makes a new copy when the old one was deleted", () => {
    folder.write("a/report.md", "first");
    add("a/report.md");
    rmSync(`${library}/files/report.md`);
    expect(add("a/report.md")).toBe("files/report.md");
    expect(read("files/report.md")).toBe("first");
  });

  it("gives a hidden file a name under which it is indexed and hides nothing", () => {
    folder.write("home/.bashrc", "alias");
    folder.write("home/.gitignore", "*.md");
    expect([add("home/.bashrc"), add("home/.gitignore")]).toEqual(["files/bashrc", "files/gitignore"]);
  });

  it("can bring a copy of a read-only file up to date", () => {
    chmodSync(folder.write("a/report.md", "first"), 0o444);
    add("a/report.md");
    expect(statSync(`${library}/files/report.md`).mode & 0o200).toBe(0o200);
    rmSync(folder.at("a/report.md"));
    folder.write("a/report.md", "second");
    add("a/report.md");
    expect(read("files/report.md")).toBe("second");
  });

  it("keeps apart two files whose name is as long as a name may be", () => {
    const name = `${"가".repeat(84)}.md`;
    folder.write(`a/${name}`, "of a");
    folder.write(`b/${name}`, "of b");
    const [first, second] = [add(`a/${name}`), add(`b/${name}`)];
    expect(basename(first)).toBe(name);
    expect(basename(second)).toMatch(/^가+-2\.md$/u);
    expect([read(first), read(second)]).toEqual(["of a", "of b"]);
  });

  it("copies bytes as they are", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    folder.write("a/data.pdf", bytes);
    expect(readFileSync(`${library}/${add("a/data.pdf")}`).equals(bytes)).toBe(true);
  });

  it("leaves nothing behind but the copies and where they came from", () => {
    folder.write("a/report.md", "first");
    add("a/report.md");
    expect(readdirSync(library).sort()).toEqual([".origins.json", "files"]);
    expect(readdirSync(`${library}/files`)).toEqual(["report.md"]);
  });

  it("says what is wrong with a path that is no file", () => {
    folder.folder("a");
    expect(() => add("a")).toThrow(
      expect.objectContaining({ code: "usage", hint: expect.stringContaining("kebab ingest") }),
    );
    expect(() => add("absent.md")).toThrow(expect.objectContaining({ code: "not-found" }));
  });
});
