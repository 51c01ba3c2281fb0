import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyMarkdown } from "../../../test/support/any-markdown.ts";
import type { ParsedDocument } from "../../core/document.ts";
import { createLineIndex } from "../../core/lines.ts";
import { createMarkdownParser } from "./markdown-parser.ts";

const parser = createMarkdownParser();

async function parse(text: string | Uint8Array): Promise<ParsedDocument> {
  const parsed = await parser.parse("a.md", typeof text === "string" ? new TextEncoder().encode(text) : text);
  if ("kind" in parsed) throw new Error(parsed.reason);
  return parsed;
}

/** Each block as "kind first-last", its lines counted from 1. */
async function blocksOf(text: string): Promise<string[]> {
  const parsed = await parse(text);
  const lines = createLineIndex(parsed.text);
  return parsed.blocks.map((block) => {
    const name = block.kind === "heading" ? `h${block.level} ${block.title}` : block.kind;
    return `${name} ${lines.lineAt(block.start)}-${lines.lineAt(block.end - 1)}`;
  });
}

const titleOf = async (text: string): Promise<string | null> => (await parse(text)).metadata.title;
const tagsOf = async (text: string): Promise<readonly string[]> => (await parse(text)).metadata.tags;

describe("createMarkdownParser()", () => {
  it("accepts Markdown by its name alone", () => {
    expect(
      ["a.md", "B.MD", "c.markdown", "d.mdx", "e.mkd"].map((path) => parser.accepts(path)),
    ).not.toContain(false);
    expect(["md", "a.md.txt", "a.markdownx", "a.txt"].map((path) => parser.accepts(path))).not.toContain(
      true,
    );
  });

  it("finds headings, paragraphs, code, tables, rules and quotes at their lines", async () => {
    const text = [
      "# Title", // 1
      "",
      "A paragraph", // 3
      "of two lines.",
      "```js", // 5
      "# no heading",
      "",
      "```",
      "> quote", // 9
      "lazy",
      "",
      "| a | b |", // 12
      "|---|---|",
      "| 1 | 2 |",
      "", // 15
      "    indented",
      "***", // 17
      "## Sub",
    ].join("\n");
    expect(await blocksOf(text)).toEqual([
      "h1 Title 1-1",
      "prose 3-4",
      "code 5-8",
      "prose 9-10",
      "table 12-14",
      "code 16-16",
      "prose 17-17",
      "h2 Sub 18-18",
    ]);
  });

  it("cuts a list between its items, with what is nested in them", async () => {
    const text =
      "- one\n  - nested\n\n    ```\n    # code\n    ```\n- two\n\n  more\n\nafter\n1. first\n2. second";
    expect(await blocksOf(text)).toEqual([
      "prose 1-6",
      "prose 7-9",
      "prose 11-11",
      "prose 12-12",
      "prose 13-13",
    ]);
  });

  it("finds setext headings, and none in lists, quotes, code or HTML", async () => {
    expect(await blocksOf("Big\ntitle\n===\nSmall\n---\n")).toEqual(["h1 Big title 1-3", "h2 Small 4-5"]);
    expect(await blocksOf("- # item\n> # quote\n\n<div>\n# html\n</div>\n\n    # code")).toEqual([
      "prose 1-1",
      "prose 2-2",
      "prose 4-6",
      "code 8-8",
    ]);
  });

  it("takes HTML and comments for text, and keeps an unclosed fence to the end", async () => {
    expect(await blocksOf("<!-- a\n\nb -->\n\n```\ncode\n\nmore")).toEqual(["prose 1-3", "code 5-8"]);
  });

  it("covers link definitions and what stands right at them", async () => {
    expect(await blocksOf("[a]: https://x.y\n[b]: <c> 'd'\n\ntext [a]\n\n[e]: #f")).toEqual([
      "prose 1-1",
      "prose 2-2",
      "prose 4-4",
      "prose 6-6",
    ]);
  });

  it.each([
    ["# **Bold** `code` and _more_ #", "Bold code and more"],
    ["# [Link](https://x.y) ![alt](i.png) <b>html</b>", "Link alt html"],
    ["# A &amp; B \\* C", "A & B * C"],
    ["# [[Wiki link]] stays", "[[Wiki link]] stays"],
    ["# ~~old~~ new", "old new"],
    ["# 한국어   제목", "한국어 제목"],
    ["# snake_case and 2 * 3", "snake_case and 2 * 3"],
    ["# Line  one", "Line one"],
  ])("reads the heading %j as %j", async (text, title) => {
    expect(await titleOf(text)).toBe(title);
  });

  it("keeps wiki links in the text", async () => {
    const { text, blocks } = await parse("see [[Other note|shown]]");
    expect(text.slice(blocks[0]!.start, blocks[0]!.end)).toBe("see [[Other note|shown]]");
  });

  it("has no blocks for a text of blank lines", async () => {
    expect(await blocksOf("")).toEqual([]);
    expect(await blocksOf("\n \n\t\n")).toEqual([]);
  });

  it("refuses what is no text, with the reason", async () => {
    expect(await parser.parse("a.md", new Uint8Array([0, 1, 2, 3]))).toEqual({
      kind: "skipped",
      reason: "binary file",
    });
  });
});

describe("createMarkdownParser() behind a header", () => {
  it.each([
    ["YAML", "---\ntitle: T\ntags: [a]\n---\n"],
    ["TOML", '+++\ntitle = "T"\ntags = ["a"]\n+++\n'],
    ["YAML that ends in dots", "---\ntitle: T\ntags: [a]\n...\n"],
    ["YAML with blanks at its fences", "---  \ntitle: T\ntags: [a]\n---\t\n"],
  ])("counts lines from the file's first one after %s", async (_name, header) => {
    const parsed = await parse(`${header}# One\n\ntext\n`);
    expect(await blocksOf(`${header}# One\n\ntext\n`)).toEqual(["h1 One 5-5", "prose 7-7"]);
    expect(parsed.metadata).toMatchObject({ title: "T", tags: ["a"] });
    expect(parsed.notices).toEqual([]);
  });

  it("takes no notice of CRLF and of a byte order mark", async () => {
    const plain = "---\ntitle: T\n---\n# One\n\ntext\n";
    expect(await parse(plain.replaceAll("\n", "\r\n"))).toEqual(await parse(plain));
    expect(await parse(`\ufeff${plain}`)).toEqual(await parse(plain));
  });

  it.each(["---\ntitle: T\n---", "---\ntitle: T\n---\n", "---\ntitle: T\n---\n\n"])(
    "has no blocks for a file of nothing but the header %j",
    async (text) => {
      const { blocks, metadata } = await parse(text);
      expect(blocks).toEqual([]);
      expect(metadata.title).toBe("T");
    },
  );

  it("takes the line right behind the header for the body", async () => {
    expect(await blocksOf("---\na: 1\n---\ntext")).toEqual(["prose 4-4"]);
    expect(await blocksOf("---\n---\ntext")).toEqual(["prose 3-3"]);
    expect(await blocksOf("---\n# comment\n---\ntext")).toEqual(["prose 4-4"]);
  });

  it("ends an empty header at once, whatever rules come later", async () => {
    expect(await blocksOf("---\n---\nBody: text\n\n---\nmore")).toEqual([
      "prose 3-3",
      "prose 5-5",
      "prose 6-6",
    ]);
    expect(await blocksOf("+++\n+++\nbody\n+++\n")).toEqual(["prose 3-4"]);
  });

  it("keeps a broken header as text, and says so", async () => {
    const text = "---\ntitle: [oops\n---\n# Real\n";
    const { notices, metadata } = await parse(text);
    expect(await blocksOf(text)).toEqual(["prose 1-3", "h1 Real 4-4"]);
    expect(metadata.title).toBe("Real");
    expect(notices).toEqual([expect.stringMatching(/^frontmatter ignored, it is not valid YAML: ./)]);
    expect((await parse("+++\ntitle = \n+++\nx")).notices[0]).toMatch(
      /^frontmatter ignored, it is not valid TOML: ./,
    );
  });

  it("takes rules around text for rules, and a fence that nothing closes for a rule", async () => {
    expect(await blocksOf("---\nJust text\n\n---\nmore")).toEqual([
      "prose 1-1",
      "prose 2-2",
      "prose 4-4",
      "prose 5-5",
    ]);
    expect(await blocksOf("---\n\ntitle: T\n")).toEqual(["prose 1-1", "prose 3-3"]);
    expect(await blocksOf("text\n\n---\na: 1\n---\n")).toEqual(["prose 1-1", "prose 3-3", "h2 a: 1 4-5"]);
  });

  it("falls back on the first heading with a text, then on nothing", async () => {
    expect(await titleOf("---\ntitle: From header\n---\n# Heading")).toBe("From header");
    expect(await titleOf("---\ntitle: ''\n---\n# Heading")).toBe("Heading");
    expect(await titleOf("#\n\n## Second\n# Third")).toBe("Second");
    expect(await titleOf("no heading")).toBeNull();
  });
});

describe("tags of createMarkdownParser()", () => {
  it("come from the header and from the text, each once", async () => {
    expect(await tagsOf("---\ntags: [a, '#b']\n---\n# Head #c\n\ntext #b and #한글/하위")).toEqual([
      "a",
      "b",
      "c",
      "한글/하위",
    ]);
  });

  it("do not come from code, link targets or numbers", async () => {
    const text = [
      "`#span` and ``a ` #span`` issue #12, C#, a#b",
      "",
      "```sh",
      "#fenced",
      "```",
      "",
      "    #indented",
      "",
      "- item",
      "",
      "  ```",
      "  `x` #nested",
      "  ```",
      "",
      "> ~~~",
      "> #quoted",
      "> ~~~",
      "",
      "[top]: #top",
      "",
      "[text](#anchor) #real",
    ].join("\n");
    expect(await tagsOf(text)).toEqual(["real"]);
  });
});

describe("blocks of createMarkdownParser()", () => {
  it("are whole lines in order, apart, and hold every line of the body that is not blank", async () => {
    await fc.assert(
      fc.asyncProperty(anyMarkdown, async ({ header, body }) => {
        const { text, blocks } = await parse(header + body);
        const held = new Set<number>();
        let end = header.length;
        for (const block of blocks) {
          expect(block.start).toBeGreaterThanOrEqual(end);
          expect(block.end).toBeGreaterThan(block.start);
          expect(block.start === 0 || text[block.start - 1] === "\n").toBe(true);
          expect(block.end === text.length || text[block.end] === "\n").toBe(true);
          end = block.end;
          for (let at = block.start; at < block.end; at++) held.add(at);
        }
        expect(lostPlaces(text, header.length, held)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

function lostPlaces(text: string, from: number, held: ReadonlySet<number>): number[] {
  const places = Array.from({ length: text.length - from }, (_, index) => from + index);
  return places.filter((at) => !held.has(at) && /\S/.test(text.charAt(at)));
}
