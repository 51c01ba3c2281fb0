import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headingChunker } from "../src/chunkers/heading/heading-chunker.ts";
import { SLACK } from "../src/chunkers/pack.ts";
import { pageChunker } from "../src/chunkers/page/page-chunker.ts";
import { unitChunker } from "../src/chunkers/unit/unit-chunker.ts";
import { windowChunker } from "../src/chunkers/window/window-chunker.ts";
import { assembleText, cutSpan } from "../src/core/assemble.ts";
import { parseCitationUri, toCitationUri } from "../src/core/citation.ts";
import { type Block, type Chunk, NO_METADATA, type ParsedDocument } from "../src/core/document.ts";
import { estimateTokens } from "../src/core/tokens.ts";
import { toChunks } from "../src/ingest/prepare.ts";
import { createCodeParser } from "../src/parsers/code/code-parser.ts";
import { createMarkdownParser } from "../src/parsers/markdown/markdown-parser.ts";
import { createNoteParser } from "../src/parsers/note/note-parser.ts";
import { createPdfParser } from "../src/parsers/pdf/pdf-parser.ts";
import type { Chunker, ChunkOptions } from "../src/ports/chunker.ts";
import type { Parser } from "../src/ports/parser.ts";
import { makePdf, textLines } from "./fixtures/pdf/make-pdf.ts";
import { anyMarkdown } from "./support/any-markdown.ts";

const PATH = "폴더 #1/a (b).md";

/** Half of the runs with the least a config may say, half with an overlap. */
const anyOptions: fc.Arbitrary<ChunkOptions> = fc.oneof(
  fc.record({ targetTokens: fc.integer({ min: 50, max: 120 }), overlapTokens: fc.constant(0) }),
  fc.record({
    targetTokens: fc.integer({ min: 50, max: 120 }),
    overlapTokens: fc.integer({ min: 1, max: 25 }),
  }),
  fc.record({
    targetTokens: fc.integer({ min: 16, max: 30 }),
    overlapTokens: fc.integer({ min: 0, max: 8 }),
  }),
);

async function parse(parser: Parser, path: string, content: string | Uint8Array): Promise<ParsedDocument> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const parsed = await parser.parse(path, bytes);
  if ("kind" in parsed) throw new Error(parsed.reason);
  return parsed;
}

function chunk(parsed: ParsedDocument, chunker: Chunker, options: ChunkOptions): Chunk[] {
  return toChunks(parsed, chunker.chunk(parsed, options), "document", chunker.version);
}

/** What must hold for the chunks of every document. */
function expectSound(parsed: ParsedDocument, chunker: Chunker, options: ChunkOptions, header = 0): void {
  const chunks = chunk(parsed, chunker, options);
  const { text } = parsed;
  const tail = text.slice(chunks.at(-1)?.end ?? 0);
  let covered = 0;
  for (const [index, each] of chunks.entries()) {
    expect(each.ordinal).toBe(index);
    expect(each.start).toBeGreaterThan(chunks[index - 1]?.start ?? -1);
    expect(each.end).toBeGreaterThan(covered);
    expect(each.text).toBe(text.slice(each.start, each.end));
    expect(each.text).not.toMatch(/^\n|\n$/);
    expect(each.lead).toBe(text.slice(covered, Math.max(covered, each.start)));
    expect(each.lead.slice(Math.max(0, header - covered)).trim()).toBe("");
    expect(each.tokens).toBe(estimateTokens(each.text));
    expect(each.tokens).toBeLessThanOrEqual(Math.floor(options.targetTokens * SLACK) + options.overlapTokens);
    covered = each.end;
  }
  expect(tail.slice(Math.max(0, header - covered)).trim()).toBe("");
  expect(assembleText(chunks, tail)).toBe(text);
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
  expect(chunks.map((each) => cite(chunks, tail, each))).toEqual(chunks.map((each) => each.text));
}

/** The text that a chunk's citation leads to. */
function cite(chunks: readonly Chunk[], tail: string, { span }: Chunk): string | null {
  const cited = parseCitationUri(toCitationUri(PATH, span));
  expect(cited?.path).toBe(PATH);
  return cited === null ? null : cutSpan(chunks, tail, cited.span);
}

describe("chunks of Markdown", () => {
  const parser = createMarkdownParser();

  it("hold the body in order and are what their citations name", async () => {
    await fc.assert(
      fc.asyncProperty(anyMarkdown, anyOptions, async ({ header, body }, options) => {
        expectSound(await parse(parser, "a.md", header + body), headingChunker, options, header.length);
      }),
      { numRuns: 200 },
    );
  });

  it("start at their headings and keep code and tables whole", async () => {
    const text = [
      "# Guide",
      "## Install",
      "Run this:",
      "```sh\nnpm ci\n\nnpm test\n```",
      "| a | b |\n|---|---|\n| 1 | 2 |",
      "## Use",
      "Ask.",
    ].join("\n\n");
    const chunks = chunk(await parse(parser, "a.md", text), headingChunker, {
      targetTokens: 50,
      overlapTokens: 0,
    });
    expect(
      chunks.map(({ headingPath, span, text: own }) => [
        headingPath.join(" > "),
        toCitationUri("a.md", span),
        own,
      ]),
    ).toEqual([
      ["Guide > Install", "a.md#L1-L15", text.slice(0, text.indexOf("\n\n## Use"))],
      ["Guide > Use", "a.md#L17-L19", "## Use\n\nAsk."],
    ]);
  });

  it("name a part of a line by its columns", async () => {
    const text = `---\ntitle: T\n---\n${"word ".repeat(400)}`;
    const chunks = chunk(await parse(parser, "a.md", text), headingChunker, {
      targetTokens: 50,
      overlapTokens: 0,
    });
    const uris = chunks.map(({ span }) => toCitationUri("a.md", span));
    const columns = uris.map((uri) => /^a\.md#L4C(\d+)-L4C(\d+)$/.exec(uri)?.slice(1).map(Number));
    expect(columns[0]?.[0]).toBe(1);
    expect(columns.at(-1)?.[1]).toBe(2000);
    expect(columns.slice(1).map((each) => each?.[0])).toEqual(
      columns.slice(0, -1).map((each) => (each?.[1] ?? 0) + 1),
    );
  });

  it("keep their ids when another section is edited, added or removed", async () => {
    const section = fc.array(
      fc.constantFrom("word", "단어", "a longer sentence here.\n\n", "\n- item", "`code`"),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    const sections = fc.array(section, { minLength: 2, maxLength: 6 });
    // The number makes every stretch of a section its own: among equal texts ids go by order.
    const toText = (parts: readonly string[], name: string): string =>
      `## Section ${name}\n\n${parts.map((part) => `${name} ${part} ${name}`).join(" ")}\n\n`;
    await fc.assert(
      fc.asyncProperty(sections, fc.nat(), section, anyOptions, async (bodies, at, other, options) => {
        const edited = at % bodies.length;
        const idsOf = async (texts: readonly string[]): Promise<string[]> => {
          const parsed = await parse(parser, "a.md", texts.join(""));
          return chunk(parsed, headingChunker, options).map(({ id }) => id);
        };
        const before = bodies.map((parts, index) => toText(parts, `n${index}`));
        const own = await idsOf(before.slice(edited, edited + 1));
        const others = await idsOf(before.filter((_, index) => index !== edited));
        const after = await idsOf(before.with(edited, toText(other, "changed")));
        expect(others.filter((id) => own.includes(id))).toEqual([]);
        expect((await idsOf(before)).filter((id) => !own.includes(id))).toEqual(others);
        expect(after.filter((id) => others.includes(id))).toEqual(others);
      }),
      { numRuns: 60 },
    );
  });

  it("have different ids for equal texts", async () => {
    const parsed = await parse(parser, "a.md", "# A\nsame\n# A\nsame\n# A\nsame");
    const chunks = chunk(parsed, headingChunker, { targetTokens: 50, overlapTokens: 0 });
    expect(chunks.map(({ text }) => text)).toEqual(["# A\nsame", "# A\nsame", "# A\nsame"]);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(3);
  });
});

describe("chunks of notes", () => {
  it("hold the text in order and are what their citations name", async () => {
    const parser = createNoteParser();
    await fc.assert(
      fc.asyncProperty(anyMarkdown, anyOptions, async ({ header, body }, options) => {
        expectSound(await parse(parser, "a.txt", header + body), windowChunker, options);
      }),
      { numRuns: 200 },
    );
  });
});

describe("chunks of code", () => {
  const units = [
    "import { a } from './a';",
    "// a comment\n// of two lines",
    "export const limit = 10;",
    "export function add(a: number, b: number): number {\n  return a + b;\n}",
    "class Parser {\n  #at = 0;\n\n  next() {\n    return this.#at++;\n  }\n\n  skip(count: number) {\n    this.#at += count;\n  }\n}",
    `export function long() {\n${Array.from({ length: 40 }, (_, line) => `  step${line}(); // 단계`).join("\n")}\n}`,
    `const data = [${"1, ".repeat(300)}];`,
    "interface Shape { kind: 'circle' }",
    "}} broken {{ (",
    "",
  ];
  const source = fc.array(fc.constantFrom(...units), { maxLength: 10 }).map((parts) => parts.join("\n\n"));

  it.each(["a.ts", "a.py", "a.yaml", "a.unknown"])(
    "hold %s in order and are what their citations name",
    async (path) => {
      const parser = createCodeParser();
      await fc.assert(
        fc.asyncProperty(source, anyOptions, async (text, options) => {
          expectSound(await parse(parser, path, text), unitChunker, options);
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe("chunks of a PDF", () => {
  const sentence = fc.array(fc.constantFrom("ranks", "fuse", "two", "lists", "into", "one."), {
    minLength: 1,
    maxLength: 8,
  });
  const paragraph = fc.array(
    sentence.map((words) => words.join(" ")),
    { minLength: 1, maxLength: 8 },
  );

  it("hold every page in order and are what their citations name", async () => {
    const parser = createPdfParser();
    const pages = fc.array(paragraph, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(pages, anyOptions, async (lines, options) => {
        const bytes = makePdf(lines.map((page) => textLines(page)));
        expectSound(await parse(parser, "a.pdf", bytes), pageChunker, options);
      }),
      { numRuns: 25 },
    );
  });

  it("hold pages of many paragraphs, also empty ones", () => {
    const pages = fc.array(
      fc.array(
        paragraph.map((lines) => lines.join("\n")),
        { maxLength: 6 },
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(pages.map(toPagedDocument), anyOptions, (parsed, options) => {
        expectSound(parsed, pageChunker, options);
      }),
    );
  });

  it("name a page, and the characters where a page has several chunks", () => {
    const words = Array.from({ length: 40 }, () => "word").join(" ");
    const parsed = toPagedDocument([["short page"], [words, words]]);
    const uris = chunk(parsed, pageChunker, { targetTokens: 50, overlapTokens: 0 }).map(({ span }) =>
      toCitationUri("a.pdf", span),
    );
    expect(uris).toEqual(["a.pdf#p=1", "a.pdf#p=2&char=1-199", "a.pdf#p=2&char=202-400"]);
  });
});

/** As the PDF parser composes them: a blank line between paragraphs and between pages. */
function toPagedDocument(pages: readonly (readonly string[])[]): ParsedDocument {
  const blocks: Block[] = [];
  let text = "";
  const ranges = pages.map((paragraphs) => {
    let start: number | null = null;
    for (const paragraph of paragraphs) {
      if (text !== "") text += "\n\n";
      start ??= text.length;
      blocks.push({ kind: "prose", start: text.length, end: text.length + paragraph.length });
      text += paragraph;
    }
    return { start: start ?? text.length, end: text.length };
  });
  return { text, blocks, pages: ranges, metadata: NO_METADATA, codeLang: null, notices: [] };
}
