import { useEffect, useState } from "preact/hooks";
import { listDocuments } from "../api.ts";
import { useLanguage, useSay } from "../i18n/text.ts";
import { toRequest, usePlace } from "../place.ts";
import { Facets } from "../search/facets.tsx";
import { Failure } from "../ui/failure.tsx";
import { PlaceLink } from "../ui/place-link.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import type { DocumentSummary } from "../wire.ts";

const PAGE_SIZE = 50;

export function Documents() {
  const say = useSay();
  const { place } = usePlace();
  const [words, setWords] = useState("");
  const [offset, setOffset] = useState(0);
  const { query: _query, mode: _mode, explain: _explain, ...filter } = toRequest(place);
  const parameters = { ...filter, ...toPath(words), top: PAGE_SIZE, offset };
  const filterKey = JSON.stringify([filter, words]);
  useEffect(() => setOffset(0), [filterKey]);
  const { value, error, isLoading } = useLoaded(JSON.stringify(parameters), (signal) =>
    listDocuments(parameters, signal),
  );
  return (
    <div class="search-columns">
      <Facets />
      <div class="results">
        <div class="results-head">
          <label class="field small">
            <span class="unseen">{say("filterPath")}</span>
            <input
              type="search"
              value={words}
              placeholder={say("filterPath")}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          </label>
          <p role="status" aria-live="polite" class="quiet">
            {value !== null && say("documentCount", { n: value.total })}
          </p>
        </div>
        {error !== null && <Failure error={error} />}
        {value !== null && (
          <ul class="documents" aria-busy={isLoading}>
            {value.documents.map((document) => (
              <Row key={document.doc_id} document={document} />
            ))}
          </ul>
        )}
        {value !== null && value.total > PAGE_SIZE && (
          <Pager total={value.total} offset={offset} onMove={setOffset} />
        )}
      </div>
    </div>
  );
}

function Row({ document }: { readonly document: DocumentSummary }) {
  const say = useSay();
  const language = useLanguage();
  const { place, go } = usePlace();
  return (
    <li class={document.doc_id === place.doc ? "open" : ""}>
      <PlaceLink class="title" change={{ doc: document.doc_id, at: "" }}>
        {document.title}
      </PlaceLink>
      <span class={`type ${document.type}`}>{say(`type-${document.type}`)}</span>
      <span class="citation">{document.doc_path}</span>
      <span class="tags">
        {document.tags.map((tag) => (
          <button
            key={tag}
            type="button"
            class="chip"
            aria-pressed={place.tag.includes(tag)}
            onClick={() =>
              go({
                tag: place.tag.includes(tag) ? place.tag.filter((each) => each !== tag) : [...place.tag, tag],
              })
            }
          >
            {tag}
          </button>
        ))}
      </span>
      <time class="quiet" dateTime={document.updated_at}>
        {new Date(document.updated_at).toLocaleDateString(language)}
      </time>
      {document.stale && (
        <span class="stale" title={say("staleHint")}>
          {say("stale")}
        </span>
      )}
    </li>
  );
}

function Pager({
  total,
  offset,
  onMove,
}: {
  total: number;
  offset: number;
  onMove: (offset: number) => void;
}) {
  const say = useSay();
  const last = Math.min(offset + PAGE_SIZE, total);
  return (
    <nav class="pager" aria-label={say("pagesOfDocuments")}>
      <button type="button" class="button" disabled={offset === 0} onClick={() => onMove(offset - PAGE_SIZE)}>
        {say("previous")}
      </button>
      <span class="quiet">{`${offset + 1}–${last} / ${total}`}</span>
      <button
        type="button"
        class="button"
        disabled={last >= total}
        onClick={() => onMove(offset + PAGE_SIZE)}
      >
        {say("next")}
      </button>
    </nav>
  );
}

/** Words become a glob that finds them anywhere in the path; what is a glob already stays one. */
export function toPath(words: string): { path?: string } {
  const trimmed = words.trim();
  if (trimmed === "") return {};
  if (/[*?{[]/.test(trimmed)) return { path: trimmed };
  return { path: `{**/*${trimmed}*,**/*${trimmed}*/**}` };
}
