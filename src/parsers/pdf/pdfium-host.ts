import { loadPdfium, type PdfiumModule } from "./pdfium-module.ts";

/** WebAssembly memory never shrinks: after a document that took more than this, start afresh. */
const KEPT_HEAP_BYTES = 256 * 1024 * 1024;

/** Keeps one PDFium for many documents, and replaces it when it has failed. */
export class PdfiumHost {
  #loading: Promise<PdfiumModule> | null = null;
  readonly #load: () => Promise<PdfiumModule>;

  constructor(load: () => Promise<PdfiumModule> = loadPdfium) {
    this.#load = load;
  }

  /**
   * Whatever `work` throws leaves PDFium in an unknown state, a trap in the midst of a
   * document above all. It is dropped with everything open in it, so `work` need not
   * clean up before it throws.
   */
  async use<Result>(work: (pdfium: PdfiumModule) => Result): Promise<Result> {
    this.#loading ??= this.#load();
    const loading = this.#loading;
    try {
      const pdfium = await loading;
      const result = work(pdfium);
      if (pdfium.HEAPU8.length > KEPT_HEAP_BYTES) this.#drop(loading);
      return result;
    } catch (error) {
      this.#drop(loading);
      throw error;
    }
  }

  #drop(loading: Promise<PdfiumModule>): void {
    if (this.#loading === loading) this.#loading = null;
  }
}
