import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { listSources, readDocument, readText } from "../api.ts";
import { useSay } from "../i18n/text.ts";
import { usePlace } from "../place.ts";
import { isOpen, toReading, useShownHits } from "../search/shown-hits.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Icon } from "../ui/icon.tsx";
import { isTyping } from "../ui/keys.ts";
import { useLoaded } from "../ui/use-loaded.ts";
import type { Wire } from "../wire.ts";
import { toEditorUrl } from "./editor-url.ts";
import { LinesView } from "./lines-view.tsx";
import { MarkdownView } from "./markdown-view.tsx";
import { PdfView } from "./pdf-view.tsx";
import { type CitedSpan, parseSpan } from "./span.ts";

/** The document of the place, scrolled to what is cited. */
export function Reader() {
  const say = useSay();
  const { place, go } = usePlace();
  const { value: loaded, error } = useLoaded(place.doc, (signal) => loadDocument(place.doc, signal));
  // The document before it stays loaded until this one is here; it is not to be shown under its place.
  const value = loaded?.detail.doc_id === place.doc ? loaded : null;
  const [isSource, setSource] = useState(false);
  const pane = useRef<HTMLElement>(null);
  const span = useMemo(() => parseSpan(place.at), [place.at]);
  const close = (): void => go({ doc: "", at: "" });
  useReaderKeys(close);
  const cameFrom = useRef(document.activeElement);
  useEffect(() => {
    pane.current?.querySelector<HTMLElement>(".reader-body")?.focus({ preventScroll: true });
    return () => {
      const before = cameFrom.current;
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      (isThere ? before : document.querySelector<HTMLElement>("[data-main-field]"))?.focus();
    };
  }, []);
  const uri = value === null ? "" : value.detail.doc_path + (place.at === "" ? "" : `#${place.at}`);
  return (
    <aside ref={pane} class="reader" aria-label={say("reader")}>
      <header class="reader-head">
        <div class="reader-title">
          <h2>{value?.detail.title ?? "…"}</h2>
          <Neighbours />
          <button type="button" class="icon-button" aria-label={say("close")} title="Esc" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {value !== null && (
          <div class="reader-tools">
            <span class="citation">{uri}</span>
            <CopyButton text={uri} label={say("copyCitation")} />
            {value.text !== null && isMarkdown(value.detail) && (
              <button
                type="button"
                class="button plain"
                aria-pressed={isSource}
                onClick={() => setSource(!isSource)}
              >
                {say("source")}
              </button>
            )}
            <EditorLink detail={value.detail} span={span} />
          </div>
        )}
        {value?.detail.stale === true && <p class="warning">{say("staleHint")}</p>}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too */}
      <section class="reader-body" tabIndex={0} aria-label={say("text")}>
        {error !== null && <Failure error={error} />}
        {value !== null && <Body key={place.doc} {...value} {...{ span, uri, isSource }} />}
      </section>
    </aside>
  );
}

interface BodyProps {
  readonly detail: Wire<"document.v1">;
  readonly text: string | null;
  readonly span: CitedSpan | null;
  readonly uri: string;
  readonly isSource: boolean;
}

function Body({ detail, text, span, uri, isSource }: BodyProps) {
  if (text === null) return <PdfView {...{ detail, span, uri }} />;
  if (isMarkdown(detail) && !isSource) return <MarkdownView {...{ text, span }} />;
  const kind = detail.type === "code" || isSource ? "code" : "prose";
  return <LinesView {...{ text, span, kind }} codeLang={detail.code_lang} />;
}

const isMarkdown = ({ type, doc_path }: Wire<"document.v1">): boolean =>
  type === "markdown" || /[.](?:md|markdown)$/i.test(doc_path);

async function loadDocument(
  id: string,
  signal: AbortSignal,
): Promise<{ detail: Wire<"document.v1">; text: string | null }> {
  const detail = await readDocument(id, signal);
  return { detail, text: detail.type === "pdf" ? null : (await readText(id, signal)).text };
}

/** Only when the API says where the source lies: a link that leads nowhere is worse than none. */
function EditorLink({ detail, span }: { detail: Wire<"document.v1">; span: CitedSpan | null }) {
  const say = useSay();
  const { value } = useLoaded("sources", listSources);
  const root = value?.sources.find(({ source_id }) => source_id === detail.source_id)?.root;
  const url = root === undefined ? null : toEditorUrl(root, detail.doc_path, span);
  if (url === null) return null;
  return (
    <a class="button plain" href={url}>
      <Icon name="editor" /> {say("openInEditor")}
    </a>
  );
}

function Neighbours() {
  const say = useSay();
  const { place, go } = usePlace();
  const { hits } = useShownHits();
  const index = hits.findIndex((hit) => isOpen(hit, place));
  if (index === -1 || hits.length < 2) return null;
  return (
    <span class="neighbours">
      {([-1, 1] as const).map((step) => {
        const hit = hits[index + step];
        const label = say(step === -1 ? "previousHit" : "nextHit");
        return (
          <button
            key={step}
            type="button"
            class="icon-button"
            aria-label={label}
            title={label}
            disabled={hit === undefined}
            onClick={() => hit !== undefined && go(toReading(hit), "replace")}
          >
            <Icon name={step === -1 ? "previous" : "next"} />
          </button>
        );
      })}
      <span class="quiet">
        {index + 1}/{hits.length}
      </span>
    </span>
  );
}

/** Esc closes; [ and ] go to the hit before and after. */
function useReaderKeys(close: () => void): void {
  const { place, go } = usePlace();
  const { hits } = useShownHits();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]") !== null)
        return;
      if (event.key === "Escape") close();
      const step = event.key === "]" ? 1 : event.key === "[" ? -1 : 0;
      const index = hits.findIndex((hit) => isOpen(hit, place));
      const hit = index === -1 || step === 0 ? undefined : hits[index + step];
      if (hit !== undefined) go(toReading(hit), "replace");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [hits, place, go]);
}
