import { decodeText } from "../../core/decode-text.ts";
import { type Block, NO_METADATA } from "../../core/document.ts";
import type { Parser } from "../../ports/parser.ts";
import { findInlineTags } from "../inline-tags.ts";

/** Plain text of any name: paragraphs between blank lines. Asked last, so it takes what no other parser wants. */
export function createNoteParser(): Parser {
  return {
    type: "note",
    version: "note-1",
    accepts: () => true,
    parse: async (_path, bytes) => {
      const decoded = decodeText(bytes);
      if ("kind" in decoded) return decoded;
      const { text } = decoded;
      const tags = [...new Set(findInlineTags(text))];
      return {
        text,
        metadata: { ...NO_METADATA, tags },
        blocks: toParagraphs(text),
        pages: null,
        codeLang: null,
        notices: [],
      };
    },
  };
}

function toParagraphs(text: string): Block[] {
  const blocks: Block[] = [];
  let start: number | null = null;
  let end = 0;
  for (let at = 0; at <= text.length; ) {
    const feed = text.indexOf("\n", at);
    const lineEnd = feed === -1 ? text.length : feed;
    if (text.slice(at, lineEnd).trim() === "") {
      if (start !== null) blocks.push({ kind: "prose", start, end });
      start = null;
    } else {
      start ??= at;
      end = lineEnd;
    }
    at = lineEnd + 1;
  }
  if (start !== null) blocks.push({ kind: "prose", start, end });
  return blocks;
}
