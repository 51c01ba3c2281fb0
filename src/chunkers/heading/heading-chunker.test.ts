import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, type ChunkDraft, NO_METADATA, type ParsedDocument } from "../../core/document.ts";
import { estimateTokens } from "../../core/tokens.ts";
import { headingChunker } from "./heading-chunker.ts";

/** Lines of Markdown without markup inside: "#" headings, "```" code, everything else prose by the line. */
function documentOf(text: string): ParsedDocument {
  const blocks: Block[] = [];
  for (const match of text.matchAll(/^```[\s\S]*?^```$|^(#+) *(.*)$|^.+$/gm)) {
    const place = { start: match.index, end: match.index + match[0].length };
    const [whole, signs, title = ""] = match;
    if (signs !== undefined) blocks.push({ kind: "heading", level: signs.length, title, ...place });
    else blocks.push({ kind: whole.startsWith("```") ? "code" : "prose", ...place });
  }
  return { text, blocks, metadata: NO_METADATA, pages: null, codeLang: null, notices: [] };
}

function chunk(text: string, targetTokens = 100, overlapTokens = 0): [string, string][] {
  const drafts = headingChunker.chunk(documentOf(text), { targetTokens, overlapTokens });
  return drafts.map(({ start, end, headingPath }) => [headingPath.join(" > "), text.slice(start, end)]);
}

const words = (word: string, count: number): string => Array.from({ length: count }, () => word).join(" ");

describe("headingChunker", () => {
  it("starts a chunk at every heading, small as the section may be", () => {
    expect(chunk("before\n# A\none\n## B\ntwo\n# C\nthree")).toEqual([
      ["", "before"],
      ["A", "# A\none"],
      ["A > B", "## B\ntwo"],
      ["C", "# C\nthree"],
    ]);
  });

  it("puts a heading with nothing under it before the first one below it", () => {
    expect(chunk("# A\n\n## B\n\n### C\ntext\n## D\nmore")).toEqual([
      ["A > B > C", "# A\n\n## B\n\n### C\ntext"],
      ["A > D", "## D\nmore"],
    ]);
  });

  it("lets an empty section stand alone before one of its own rank or above", () => {
    expect(chunk("## A\n## B\n# C\ntext")).toEqual([
      ["A", "## A"],
      ["B", "## B"],
      ["C", "# C\ntext"],
    ]);
    expect(chunk("# Last")).toEqual([["Last", "# Last"]]);
  });

  it("leaves levels that were skipped and headings without a text out of the path", () => {
    expect(chunk("# A\nx\n#### B\ny\n## C\nz\n### \nw")).toEqual([
      ["A", "# A\nx"],
      ["A > B", "#### B\ny"],
      ["A > C", "## C\nz"],
      ["A > C", "### \nw"],
    ]);
  });

  it("packs the blocks of a section about the target", () => {
    const [a, b, c] = [words("a", 6), words("b", 8), words("c", 8)];
    expect(chunk(`# A\n${a}\n${b}\n${c}`, 10)).toEqual([
      ["A", `# A\n${a}`],
      ["A", b],
      ["A", c],
    ]);
  });

  it("keeps code whole while it fits, and cuts it between lines when it does not", () => {
    const small = "```\nfirst line\n\nsecond line\n```";
    expect(chunk(`# A\n${words("a", 8)}\n${small}`, 10)).toEqual([
      ["A", `# A\n${words("a", 8)}`],
      ["A", small],
    ]);
    expect(chunk(`\`\`\`\n${words("a", 9)}\n\n${words("b", 9)}\n\`\`\``, 12)).toEqual([
      ["", `\`\`\`\n${words("a", 9)}`],
      ["", `${words("b", 9)}\n\`\`\``],
    ]);
  });

  it("repeats the end of a chunk within its section only", () => {
    const [a, b, c] = [words("a", 5), words("b", 5), words("c", 5)];
    expect(chunk(`# A\n${a}\n${b}\n${c}\n# B\n${a}`, 10, 5)).toEqual([
      ["A", `# A\n${a}`],
      ["A", `${a}\n${b}\n${c}`],
      ["B", `# B\n${a}`],
    ]);
  });

  it("says neither page nor symbol", () => {
    expect(headingChunker.chunk(documentOf("x"), { targetTokens: 9, overlapTokens: 0 })).toEqual([
      { start: 0, end: 1, headingPath: [], page: null, symbol: null } satisfies ChunkDraft,
    ]);
    expect(headingChunker.chunk(documentOf(""), { targetTokens: 9, overlapTokens: 0 })).toEqual([]);
  });
});

describe("headingChunker, for any document,", () => {
  const line = fc.constantFrom(
    "# A",
    "## B",
    "### C",
    "#",
    "## D",
    "prose of some words",
    "한국어 문장.",
    "",
    "```\ncode\n\nmore\n```",
    "long ".repeat(40),
  );
  const anyDocument = fc.array(line, { maxLength: 25 }).map((lines) => documentOf(lines.join("\n")));
  const limits = fc.record({
    targetTokens: fc.integer({ min: 16, max: 90 }),
    overlapTokens: fc.integer({ min: 0, max: 8 }),
  });

  it("has nothing but headings above a heading in its chunk, each of a higher rank", () => {
    fc.assert(
      fc.property(anyDocument, limits, (document, options) => {
        for (const { start, end } of headingChunker.chunk(document, options)) {
          const inside = document.blocks.filter((block) => start <= block.start && block.start < end);
          const last = inside.findLastIndex((block) => block.kind === "heading");
          const levels = inside
            .slice(0, last + 1)
            .map((block) => (block.kind === "heading" ? block.level : 0));
          expect(levels).toEqual([...new Set(levels)].sort((a, b) => a - b));
          expect(levels).not.toContain(0);
        }
      }),
    );
  });

  it("names the last heading before a chunk's own text at the path's end", () => {
    fc.assert(
      fc.property(anyDocument, limits, (document, options) => {
        for (const { end, headingPath } of headingChunker.chunk(document, options)) {
          const above = document.blocks.filter((block) => block.kind === "heading" && block.start < end);
          const last = above.at(-1);
          const { title, level } = last?.kind === "heading" ? last : { title: "", level: 0 };
          if (title !== "") expect(headingPath.at(-1)).toBe(title);
          expect(headingPath.length).toBeLessThanOrEqual(level);
        }
      }),
    );
  });

  it("keeps every block whole that fits the target", () => {
    fc.assert(
      fc.property(anyDocument, limits, (document, options) => {
        const drafts = headingChunker.chunk(document, options);
        for (const block of document.blocks) {
          const tokens = estimateTokens(document.text, block.start, block.end);
          if (tokens > options.targetTokens || tokens === 0) continue;
          expect(drafts.some(({ start, end }) => start <= block.start && block.end <= end)).toBe(true);
        }
      }),
    );
  });
});
