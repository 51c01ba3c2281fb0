import { PDFiumModule } from "@hyzyla/pdfium";
import { KebabError, toMessage } from "../../core/errors.ts";

/**
 * PDFium's C functions as the WebAssembly build offers them; pointers are numbers.
 * The package's own classes are passed over: they never close a page (its memory is lost
 * until the process ends), and they reach neither metadata nor the place of a character.
 */
export interface PdfiumModule {
  /** Replaced when memory grows: ask for it again after every call that may allocate. */
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: {
    /** Gives 0 when there is no room. */
    malloc(bytes: number): number;
    free(pointer: number): void;
  };
  _FPDF_InitLibrary(): void;
  _FPDF_GetLastError(): number;
  /** Gives 0 when the document cannot be opened. The bytes must outlive it. */
  _FPDF_LoadMemDocument(bytes: number, size: number, password: number): number;
  _FPDF_CloseDocument(document: number): void;
  /** Bytes needed for the UTF-16LE text with its final zero; writes only when they fit. */
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, size: number): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(textPage: number): void;
  _FPDFText_CountChars(textPage: number): number;
  _FPDFText_GetUnicode(textPage: number, index: number): number;
  _FPDFText_IsHyphen(textPage: number, index: number): number;
  _FPDFText_GetFontSize(textPage: number, index: number): number;
  /** Writes two doubles. */
  _FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number;
  /** Writes four floats: left, top, right, bottom. */
  _FPDFText_GetLooseCharBox(textPage: number, index: number, rectangle: number): number;
  /** Writes six floats: a, b, c, d, e, f. */
  _FPDFText_GetMatrix(textPage: number, index: number, matrix: number): number;
}

export const PDFIUM_ERROR = { password: 4, security: 5 } as const;

export async function loadPdfium(): Promise<PdfiumModule> {
  // Emscripten prints to the console when it aborts; stdout belongs to results.
  const options: Parameters<typeof PDFiumModule>[0] & Record<"print" | "printErr", () => void> = {
    print: ignore,
    printErr: ignore,
  };
  try {
    const module = (await PDFiumModule(options)) as unknown as PdfiumModule;
    module._FPDF_InitLibrary();
    return module;
  } catch (error) {
    throw toLoadError(error);
  }
}

function toLoadError(error: unknown): KebabError {
  return new KebabError("internal", `Cannot load PDFium: ${toMessage(error)}`, {
    hint: "Install kebab again: its package @hyzyla/pdfium is incomplete",
    cause: error,
  });
}

function ignore(): undefined {
  return undefined;
}
