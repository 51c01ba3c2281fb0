import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from "pdfjs-dist";
// oxlint-disable-next-line import/default -- Vite makes it the address of the file
import worker from "pdfjs-dist/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = worker;

/** Must be destroyed. Everything it needs comes from our own origin, and it makes no code from the file. */
export const openPdf = (data: ArrayBuffer) =>
  getDocument({
    data,
    cMapUrl: "/assets/pdf/cmaps/",
    cMapPacked: true,
    standardFontDataUrl: "/assets/pdf/standard_fonts/",
    wasmUrl: "/assets/pdf/wasm/",
    useWasm: false,
    isEvalSupported: false,
    enableXfa: false,
  });

export type { PDFDocumentProxy };

/** Draws a page as wide as its holder, with its text over it to select, to read out and to mark. */
export async function drawPage(page: PDFPageProxy, holder: HTMLElement): Promise<HTMLElement[]> {
  const natural = page.getViewport({ scale: 1 });
  const scale = holder.clientWidth / natural.width;
  const viewport = page.getViewport({ scale });
  const sharpness = Math.min(globalThis.devicePixelRatio || 1, 2);
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(viewport.width * sharpness);
  canvas.height = Math.floor(viewport.height * sharpness);
  const layer = document.createElement("div");
  layer.className = "text-layer";
  // The text lies over the picture at every width of the reader.
  const stretch = (): void =>
    layer.style.setProperty("--total-scale-factor", String(holder.clientWidth / natural.width));
  new ResizeObserver(stretch).observe(holder);
  stretch();
  holder.replaceChildren(canvas, layer);
  await page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] }).promise;
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport });
  await text.render();
  return text.textDivs;
}
