import { headingChunker } from "../chunkers/heading/heading-chunker.ts";
import { pageChunker } from "../chunkers/page/page-chunker.ts";
import { unitChunker } from "../chunkers/unit/unit-chunker.ts";
import { windowChunker } from "../chunkers/window/window-chunker.ts";
import type { Format } from "../ingest/prepare.ts";
import { createCodeParser } from "../parsers/code/code-parser.ts";
import { createMarkdownParser } from "../parsers/markdown/markdown-parser.ts";
import { createNoteParser } from "../parsers/note/note-parser.ts";
import { createPdfParser } from "../parsers/pdf/pdf-parser.ts";

/** Asked in this order; the note parser takes every text the others leave. */
export function createFormats(): Format[] {
  return [
    { parser: createMarkdownParser(), chunker: headingChunker },
    { parser: createPdfParser(), chunker: pageChunker },
    { parser: createCodeParser(), chunker: unitChunker },
    { parser: createNoteParser(), chunker: windowChunker },
  ];
}
