import type { MarkdownIt, Token } from "markdown-it";
import { decodeText } from "../../core/decode-text.ts";
import type { Block, ParsedDocument } from "../../core/document.ts";
import { createLineIndex, type LineIndex } from "../../core/lines.ts";
import type { ParseFailure, Parser } from "../../ports/parser.ts";
import { findInlineTags } from "../inline-tags.ts";
import { parseFrontmatter } from "./frontmatter.ts";

const EXTENSIONS = /\.(md|markdown|mdx|mkd|mdown)$/i;

interface Engines {
  /** Blocks only: chunks are cut from the source text, so inline markup need not be understood. */
  readonly blocks: MarkdownIt;
  /** For the markup inside headings. */
  readonly inline: MarkdownIt;
}

export function createMarkdownParser(): Parser {
  let engines: Promise<Engines> | null = null;
  return {
    type: "markdown",
    version: "markdown-1",
    accepts: (path) => EXTENSIONS.test(path),
    parse: async (_path, bytes) => {
      engines ??= loadEngines();
      return parseMarkdown(bytes, await engines);
    },
  };
}

async function loadEngines(): Promise<Engines> {
  const { default: createEngine } = await import("markdown-it");
  const blocks = createEngine({ html: true });
  blocks.core.ruler.enableOnly(["normalize", "block"]);
  return { blocks, inline: createEngine({ html: true }) };
}

async function parseMarkdown(bytes: Uint8Array, engines: Engines): Promise<ParsedDocument | ParseFailure> {
  const decoded = decodeText(bytes);
  if ("kind" in decoded) return decoded;
  const { text } = decoded;
  const frontmatter = await parseFrontmatter(text);
  const lines = createLineIndex(text);
  // A header that ends with the file, without a line break, leaves no line for a body.
  const isAllHeader = frontmatter.bodyStart === text.length && !text.endsWith("\n");
  const bodyLine = lines.lineAt(frontmatter.bodyStart) + (isAllHeader && frontmatter.bodyStart > 0 ? 1 : 0);
  // Empty lines in place of the header keep every line number true.
  const body = "\n".repeat(bodyLine - 1) + text.slice(frontmatter.bodyStart);
  const blocks = fillGaps(toBlocks(body, lines, engines), text, lines, frontmatter.isBroken ? 1 : bodyLine);
  const tags = blocks
    .filter((block) => block.kind === "prose" || block.kind === "heading")
    .flatMap((block) => findInlineTags(text.slice(block.start, block.end)));
  const heading = blocks.find((block) => block.kind === "heading" && block.title !== "");
  return {
    text,
    metadata: {
      ...frontmatter.metadata,
      title: frontmatter.metadata.title ?? (heading?.kind === "heading" ? heading.title : null),
      tags: [...new Set([...frontmatter.metadata.tags, ...tags])],
    },
    blocks,
    pages: null,
    codeLang: null,
    notices: frontmatter.notices,
  };
}

function toBlocks(body: string, lines: LineIndex, engines: Engines): Block[] {
  const blocks: Block[] = [];
  const tokens = engines.blocks.parse(body, {});
  tokens.forEach((token, position) => {
    const kind = toKind(token);
    if (kind === null || token.map === null || token.map === undefined) return;
    const first = token.map[0] + 1;
    const last = Math.min(token.map[1], lines.count);
    const start = lines.startOf(first);
    const end = lines.endOf(last);
    if (end <= start) return;
    if (kind === "heading") {
      const title = toPlainText(tokens[position + 1]?.content ?? "", engines.inline);
      blocks.push({ kind, level: Number(token.tag.slice(1)), title, start, end });
    } else {
      blocks.push({ kind, start, end });
    }
  });
  return blocks;
}

/** Only outermost blocks count, but a list counts by its items, so that a long one is cut between them. */
function toKind(token: Token): "heading" | "prose" | "code" | "table" | null {
  if (token.type === "list_item_open") return token.level === 1 ? "prose" : null;
  if (token.level !== 0 || token.nesting === -1) return null;
  switch (token.type) {
    case "heading_open":
      return "heading";
    case "fence":
    case "code_block":
      return "code";
    case "table_open":
      return "table";
    case "bullet_list_open":
    case "ordered_list_open":
    case "inline":
      return null;
    default:
      return "prose";
  }
}

const MAX_HEADING_CHARACTERS = 2000;

/** Heading text without its markup: "**Bold** `code`" → "Bold code". Wiki links stay as they are. */
function toPlainText(markup: string, inlineParser: MarkdownIt): string {
  // Far past any heading: the inline parser takes quadratic time on runs of brackets.
  const folded = markup.slice(0, MAX_HEADING_CHARACTERS).replace(/\s+/g, " ").trim();
  if (!/[*_`[\]<&\\!~]/.test(folded)) return folded;
  const children = inlineParser.parseInline(folded, {})[0]?.children ?? [];
  const text = children.map((child) => (child.type === "html_inline" ? "" : child.content)).join("");
  return text.replace(/\s+/g, " ").trim();
}

/** Lines no block holds (link definitions, what a nested rule swallowed) become prose: nothing is lost. */
function fillGaps(blocks: readonly Block[], text: string, lines: LineIndex, bodyLine: number): Block[] {
  const filled: Block[] = [];
  let next = bodyLine;
  const fillUpTo = (line: number): void => {
    for (let start = next; start < line; start++) {
      if (isBlank(text, lines, start)) continue;
      let end = start;
      while (end + 1 < line && !isBlank(text, lines, end + 1)) end++;
      filled.push({ kind: "prose", start: lines.startOf(start), end: lines.endOf(end) });
      start = end;
    }
  };
  for (const block of blocks) {
    const first = lines.lineAt(block.start);
    if (first < next) continue;
    fillUpTo(first);
    filled.push(block);
    next = lines.lineAt(Math.max(block.start, block.end - 1)) + 1;
  }
  fillUpTo(lines.count + 1);
  return filled;
}

function isBlank(text: string, lines: LineIndex, line: number): boolean {
  return text.slice(lines.startOf(line), lines.endOf(line)).trim() === "";
}
