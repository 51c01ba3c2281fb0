import { useEffect, useState } from "preact/hooks";
import { useSay } from "../i18n/text.ts";
import { toRequest, usePlace } from "../place.ts";
import { Failure } from "../ui/failure.tsx";
import { Icon } from "../ui/icon.tsx";
import { isTyping } from "../ui/keys.ts";
import type { Hit, Wire } from "../wire.ts";
import { Facets } from "./facets.tsx";
import { HitCard } from "./hit-card.tsx";
import { RankLists } from "./rank-lists.tsx";
import { SearchBox } from "./search-box.tsx";
import { toReading, useShownHits } from "./shown-hits.ts";
import { useSearch } from "./use-search.ts";
import { Welcome } from "./welcome.tsx";

export function SearchPage() {
  const { place, go } = usePlace();
  const { show } = useShownHits();
  const request = place.q.trim() === "" ? null : toRequest(place);
  const found = useSearch(request);
  const hits = found.response?.hits ?? NO_HITS;
  // Between a letter and its answer the hits are those of the query before.
  const isCurrent = found.response?.query === place.q && !found.isSearching;
  const [active, setActive] = useState(-1);
  useEffect(() => {
    show(hits);
    setActive(-1);
  }, [hits, show]);
  const move = (step: number): void => {
    const next = Math.max(-1, Math.min(hits.length - 1, active + step));
    setActive(next);
    const chosen = hits[next];
    if (chosen === undefined) focusField();
    else focusHit(chosen);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && hits.length > 0) {
      event.preventDefault();
      move(step);
    } else if (event.key === "Enter" && active === -1 && hits[0] !== undefined && isCurrent) {
      event.preventDefault();
      go(toReading(hits[0]));
    } else if (event.key === "Escape" && place.doc !== "") {
      event.preventDefault();
      go({ doc: "", at: "" });
    }
  };
  return (
    <div class="search-page">
      <SearchBox onKey={onKey} />
      <div class="search-columns">
        <Facets />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move the focus between the links inside */}
        <div
          class="results"
          onKeyDown={(event) => {
            if (!isTyping(event)) onKey(event);
          }}
          onFocusIn={(event) => setActive(indexOfFocus(event.target, hits))}
        >
          {request === null ? <Welcome /> : <Results found={found} active={active} />}
        </div>
      </div>
    </div>
  );
}

const NO_HITS: readonly Hit[] = [];

function Results({ found, active }: { found: ReturnType<typeof useSearch>; active: number }) {
  const say = useSay();
  const { place, go } = usePlace();
  const { response, error, isSearching, more } = found;
  return (
    <>
      <div class="results-head">
        <p role="status" aria-live="polite" class="quiet">
          {response === null ? (isSearching ? say("searching") : "") : toCount(response, say)}
        </p>
        <button
          type="button"
          class="button plain"
          aria-pressed={place.lists}
          onClick={() => go({ lists: !place.lists })}
        >
          <Icon name="lists" /> {say("lists")}
        </button>
      </div>
      {error !== null && <Failure error={error} />}
      {response?.warnings.map((warning) => (
        <p key={warning} class="warning">
          {warning}
        </p>
      ))}
      {place.lists && <RankLists />}
      {response !== null && response.hits.length === 0 && (
        <p class="empty">{say("noHits", { query: response.query })}</p>
      )}
      {!place.lists && response !== null && (
        <ol class="hits" aria-label={say("results")} aria-busy={isSearching}>
          {response.hits.map((hit, index) => (
            <HitCard key={hit.chunk_id} hit={hit} isActive={index === active} />
          ))}
        </ol>
      )}
      {!place.lists && response?.next_cursor != null && (
        <button type="button" class="button" onClick={more} disabled={isSearching}>
          {say("more")}
        </button>
      )}
    </>
  );
}

function toCount(response: Wire<"search_response.v1">, say: ReturnType<typeof useSay>): string {
  const count = say(response.next_cursor === null ? "hitCount" : "hitCountMore", { n: response.returned });
  const time = response.timing?.total_ms;
  return time === undefined ? count : `${count} · ${time.toFixed(time < 10 ? 1 : 0)} ms`;
}

const focusField = (): void => document.querySelector<HTMLElement>("[data-main-field]")?.focus();

const focusHit = (hit: Hit): void =>
  document.querySelector<HTMLElement>(`[data-chunk="${CSS.escape(hit.chunk_id)}"] .title`)?.focus();

function indexOfFocus(target: EventTarget | null, hits: readonly Hit[]): number {
  const chunk =
    target instanceof Element ? target.closest<HTMLElement>("[data-chunk]")?.dataset["chunk"] : undefined;
  return hits.findIndex(({ chunk_id }) => chunk_id === chunk);
}
