import type { Block, ParsedDocument } from "../../core/document.ts";
import { KebabError, toMessage } from "../../core/errors.ts";
import type { ParseFailure, Parser } from "../../ports/parser.ts";
import { type BreakHabits, joinLines, toBreakHabits } from "./join-lines.ts";
import { toMetadata } from "./metadata.ts";
import { toNotices } from "./notices.ts";
import { type Paragraph, toParagraphs } from "./paragraphs.ts";
import { PdfiumHost } from "./pdfium-host.ts";
import {
  type ReadDocument,
  type ReadLimits,
  readDocument,
  type UnreadableDocument,
} from "./read-document.ts";

const LIMITS: ReadLimits = { pages: 5_000, characters: 20_000_000 };

/** PDFium is loaded with the first document and kept for the next ones. */
export function createPdfParser(host = new PdfiumHost(), limits = LIMITS): Parser {
  return {
    type: "pdf",
    version: "pdf-1",
    accepts: (path) => /\.pdf$/i.test(path),
    async parse(path, bytes) {
      if (bytes.length === 0) return failed("empty file");
      if (!hasPdfHeader(bytes)) return failed("not a PDF: it has no %PDF header");
      try {
        const read = await host.use((pdfium) => readDocument(pdfium, bytes, limits));
        return read.kind === "unreadable" ? failed(REASONS[read.cause]) : toParsedDocument(path, read);
      } catch (error) {
        return failed(toReason(error));
      }
    },
  };
}

function toReason(error: unknown): string {
  const message = toMessage(error).replace(/\n.*/s, "");
  return error instanceof KebabError
    ? message
    : `PDFium gave up on this file, which is damaged or too large: ${message}`;
}

const REASONS: Record<UnreadableDocument["cause"], string> = {
  password: "password-protected PDF: remove the password, then ingest again",
  security: "PDF protected by an unsupported security handler: save an unprotected copy, then ingest again",
  size: "PDF too large to be held in memory",
  format: "damaged PDF: its structure cannot be read",
};

/** Some mailers and servers put lines of their own before it; readers search the first kilobyte. */
const HEADER_WITHIN_BYTES = 1024;

function hasPdfHeader(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, HEADER_WITHIN_BYTES)).includes("%PDF-");
}

function toParsedDocument(path: string, read: ReadDocument): ParsedDocument | ParseFailure {
  if (read.pageCount <= 0) return failed("PDF without pages");
  const paragraphs = read.pages.map((lines) => toParagraphs(lines ?? []));
  const { text, blocks, pages } = composeText(paragraphs, toBreakHabits(paragraphs.flat()));
  if (text === "") {
    const damaged = read.pages.every((lines) => lines === null);
    return failed(damaged ? "damaged PDF: no page can be read" : "no text layer (scanned?): needs OCR");
  }
  return {
    text,
    metadata: toMetadata(path, read.info, read.pages[0] ?? []),
    blocks,
    pages,
    codeLang: null,
    notices: toNotices(read, text),
  };
}

type ComposedText = Pick<ParsedDocument, "text" | "blocks"> & { pages: NonNullable<ParsedDocument["pages"]> };

/** Paragraphs and pages are a blank line apart; an empty page takes no room. */
function composeText(pageParagraphs: readonly Paragraph[][], habits: BreakHabits): ComposedText {
  const parts: string[] = [];
  const blocks: Block[] = [];
  let length = 0;
  const pages = pageParagraphs.map((paragraphs) => {
    let start: number | null = null;
    for (const paragraph of paragraphs) {
      if (parts.length > 0) length += BLANK_LINE.length;
      start ??= length;
      const text = joinLines(paragraph, habits);
      parts.push(text);
      blocks.push({ kind: "prose", start: length, end: length + text.length });
      length += text.length;
    }
    return { start: start ?? length, end: length };
  });
  return { text: parts.join(BLANK_LINE), blocks, pages };
}

const BLANK_LINE = "\n\n";

function failed(reason: string): ParseFailure {
  return { kind: "failed", reason };
}
