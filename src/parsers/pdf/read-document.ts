import { PDFIUM_ERROR, type PdfiumModule } from "./pdfium-module.ts";
import { readPageLines } from "./read-page.ts";
import type { TextLine } from "./text-line.ts";

export interface ReadLimits {
  readonly pages: number;
  readonly characters: number;
}

export interface DocumentInfo {
  readonly title: string | null;
  readonly created: string | null;
  readonly modified: string | null;
}

export interface ReadDocument {
  readonly kind: "read";
  readonly info: DocumentInfo;
  /** Null for a page that PDFium cannot load. */
  readonly pages: readonly (readonly TextLine[] | null)[];
  readonly pageCount: number;
  /** False when a limit cut off pages, or the end of the last one. */
  readonly complete: boolean;
}

export interface UnreadableDocument {
  readonly kind: "unreadable";
  readonly cause: "password" | "security" | "size" | "format";
}

/** Closes what it opens when it returns; after a throw the whole PDFium is given up (see PdfiumHost). */
export function readDocument(
  pdfium: PdfiumModule,
  bytes: Uint8Array,
  limits: ReadLimits,
): ReadDocument | UnreadableDocument {
  const memory = pdfium.wasmExports.malloc(bytes.length);
  if (memory === 0) return { kind: "unreadable", cause: "size" };
  pdfium.HEAPU8.set(bytes, memory);
  const document = pdfium._FPDF_LoadMemDocument(memory, bytes.length, 0);
  if (document === 0) {
    const code = pdfium._FPDF_GetLastError();
    pdfium.wasmExports.free(memory);
    return { kind: "unreadable", cause: toCause(code) };
  }
  const pageCount = pdfium._FPDF_GetPageCount(document);
  const contents = readPages(pdfium, document, { ...limits, pages: Math.min(pageCount, limits.pages) });
  const info = {
    title: readInfo(pdfium, document, "Title"),
    created: readInfo(pdfium, document, "CreationDate"),
    modified: readInfo(pdfium, document, "ModDate"),
  };
  pdfium._FPDF_CloseDocument(document);
  pdfium.wasmExports.free(memory);
  const complete = contents.complete && contents.pages.length >= pageCount;
  return { kind: "read", info, pages: contents.pages, pageCount, complete };
}

function toCause(code: number): UnreadableDocument["cause"] {
  if (code === PDFIUM_ERROR.password) return "password";
  return code === PDFIUM_ERROR.security ? "security" : "format";
}

function readPages(
  pdfium: PdfiumModule,
  document: number,
  limits: ReadLimits,
): { pages: (TextLine[] | null)[]; complete: boolean } {
  const pages: (TextLine[] | null)[] = [];
  let remaining = limits.characters;
  for (let index = 0; index < limits.pages && remaining > 0; index++) {
    const page = pdfium._FPDF_LoadPage(document, index);
    const textPage = page === 0 ? 0 : pdfium._FPDFText_LoadPage(page);
    pages.push(textPage === 0 ? null : readPageLines(pdfium, textPage, remaining));
    if (textPage !== 0) {
      remaining -= pdfium._FPDFText_CountChars(textPage);
      pdfium._FPDFText_ClosePage(textPage);
    }
    if (page !== 0) pdfium._FPDF_ClosePage(page);
  }
  return { pages, complete: remaining >= 0 };
}

const TAG_BYTES = 32;
/** A title of more than this is not one. */
const INFO_BYTES = 8192;

function readInfo(
  pdfium: PdfiumModule,
  document: number,
  tag: "Title" | "CreationDate" | "ModDate",
): string | null {
  const memory = pdfium.wasmExports.malloc(TAG_BYTES + INFO_BYTES);
  if (memory === 0) return null;
  pdfium.HEAPU8.fill(0, memory, memory + TAG_BYTES);
  pdfium.HEAPU8.set(new TextEncoder().encode(tag), memory);
  const buffer = memory + TAG_BYTES;
  const size = pdfium._FPDF_GetMetaText(document, memory, buffer, INFO_BYTES);
  const fits = size > 2 && size <= INFO_BYTES;
  const text = fits
    ? new TextDecoder("utf-16le").decode(pdfium.HEAPU8.slice(buffer, buffer + size - 2))
    : null;
  pdfium.wasmExports.free(memory);
  return text;
}
