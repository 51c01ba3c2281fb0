import { useEffect, useRef, useState } from "preact/hooks";
import { readFile, readSpan } from "../api.ts";
import { useSay } from "../i18n/text.ts";
import { Failure } from "../ui/failure.tsx";
import type { Wire } from "../wire.ts";
import type { PDFDocumentProxy } from "./pdf-document.ts";
import { findCitedItems } from "./pdf-marks.ts";
import { scrollTo } from "./scroll.ts";
import type { CitedSpan } from "./span.ts";

export interface PdfViewProps {
  readonly detail: Wire<"document.v1">;
  readonly span: CitedSpan | null;
  /** The citation, for the text it stands for. */
  readonly uri: string;
}

export function PdfView({ detail, span, uri }: PdfViewProps) {
  const say = useSay();
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const aborting = new AbortController();
    const opening = openDocument(detail.doc_id, aborting.signal);
    opening.then(
      (task) =>
        task.promise.then(
          (opened) => aborting.signal.aborted || setPdf(opened),
          (reason: unknown) => aborting.signal.aborted || setError(reason),
        ),
      (reason: unknown) => aborting.signal.aborted || setError(reason),
    );
    return () => {
      aborting.abort();
      opening.then(
        (task) => task.destroy(),
        () => undefined,
      );
    };
  }, [detail.doc_id]);
  if (error !== null) return <Failure error={error} />;
  if (pdf === null) return <p class="quiet">{say("loading")}</p>;
  const cited = span?.kind === "page" ? span.page : null;
  return (
    <div class="pages">
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <Page
          key={index}
          pdf={pdf}
          number={index + 1}
          cited={cited === index + 1 ? { uri, source: detail.source_id } : null}
        />
      ))}
    </div>
  );
}

/** The viewer is larger than all of the page: it is fetched with the first PDF. */
async function openDocument(id: string, signal: AbortSignal) {
  const [{ openPdf }, data] = await Promise.all([import("./pdf-document.ts"), readFile(id, signal)]);
  return openPdf(data);
}

interface PageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly cited: { readonly uri: string; readonly source: string } | null;
}

function Page({ pdf, number, cited }: PageProps) {
  const say = useSay();
  const frame = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [items, setItems] = useState<readonly HTMLElement[]>([]);
  const [isNear, setNear] = useState(false);
  const isCited = cited !== null;
  useEffect(() => {
    if (isCited) scrollTo(frame.current);
  }, [isCited]);
  useEffect(() => {
    if (frame.current === null) return;
    const watching = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: "600px" },
    );
    watching.observe(frame.current);
    return () => watching.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) return;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const [{ drawPage }, page] = await Promise.all([import("./pdf-document.ts"), pdf.getPage(number)]);
      if (isGone || sheet.current === null) return;
      const { width, height } = page.getViewport({ scale: 1 });
      sheet.current.style.aspectRatio = `${width} / ${height}`;
      const drawn = await drawPage(page, sheet.current);
      if (!isGone) setItems(drawn);
    };
    draw().catch((error: unknown) => {
      if (!isGone) sheet.current?.replaceChildren(String(error));
    });
    return () => {
      isGone = true;
    };
  }, [isNear, pdf, number]);
  useCitedItems(items, cited);
  return (
    <figure ref={frame} class={isCited ? "page cited" : "page"} data-page={number}>
      <div ref={sheet} class="sheet" />
      <figcaption>{say("page", { n: number, of: pdf.numPages })}</figcaption>
    </figure>
  );
}

function useCitedItems(items: readonly HTMLElement[], cited: PageProps["cited"]): void {
  const uri = cited?.uri;
  const source = cited?.source;
  useEffect(() => {
    if (uri === undefined || source === undefined || items.length === 0) return;
    const aborting = new AbortController();
    readSpan(uri, source, aborting.signal).then(
      ({ text }) => {
        const found = findCitedItems(
          items.map(({ textContent }) => textContent),
          text,
        );
        for (const index of found) items[index]?.classList.add("cited-text");
        const first = found[0];
        if (first !== undefined) scrollTo(items[first] ?? null);
      },
      // The page itself is marked; its text could not be fetched to mark it closer.
      () => undefined,
    );
    return () => {
      aborting.abort();
      for (const item of items) item.classList.remove("cited-text");
    };
  }, [items, uri, source]);
}
