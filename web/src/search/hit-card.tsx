import { useState } from "preact/hooks";
import { useSay } from "../i18n/text.ts";
import { toQuery, usePlace } from "../place.ts";
import type { Hit } from "../wire.ts";
import { RankPicture } from "./rank-picture.tsx";
import { isOpen, toReading } from "./shown-hits.ts";
import { Snippet } from "./snippet.tsx";
import { Why } from "./why.tsx";

export function HitCard({ hit, isActive }: { readonly hit: Hit; readonly isActive: boolean }) {
  const say = useSay();
  const { place, go } = usePlace();
  const [isWhyOpen, setWhyOpen] = useState(false);
  const open = toReading(hit);
  const why = `why-${hit.chunk_id}`;
  const names = ["hit", isActive && "active", isOpen(hit, place) && "open"].filter(Boolean).join(" ");
  return (
    <li class={names} data-chunk={hit.chunk_id}>
      <div class="hit-head">
        <span class="rank" aria-hidden="true">
          {hit.rank}
        </span>
        <a
          class="title"
          href={toQuery({ ...place, ...open })}
          aria-current={isOpen(hit, place) ? "true" : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            go(open);
          }}
        >
          {hit.title}
        </a>
        <span class={`type ${hit.type}`}>{say(`type-${hit.type}`)}</span>
        {hit.stale && (
          <span class="stale" title={say("staleHint")}>
            {say("stale")}
          </span>
        )}
      </div>
      <p class="where">
        <span class="citation">{hit.citation.uri}</span>
        {hit.heading_path.length > 0 && <span class="headings">{hit.heading_path.join(" › ")}</span>}
      </p>
      <div class="hit-body">
        <Snippet text={hit.snippet} />
        <button
          type="button"
          class="why-button"
          aria-expanded={isWhyOpen}
          aria-controls={why}
          aria-label={say("whyOf", { title: hit.title })}
          onClick={() => setWhyOpen(!isWhyOpen)}
        >
          <RankPicture hit={hit} />
          <span aria-hidden="true">{say("why")}</span>
        </button>
      </div>
      {isWhyOpen && <Why hit={hit} id={why} />}
    </li>
  );
}
