import { useMemo, useState } from "preact/hooks";
import { readMap } from "../api.ts";
import { useSay } from "../i18n/text.ts";
import { usePlace } from "../place.ts";
import { Failure } from "../ui/failure.tsx";
import { PlaceLink } from "../ui/place-link.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import type { MapPoint } from "../wire.ts";
import { type GroupBy, toGroups, toPlaces } from "./map-groups.ts";

const SIZE = 640;

/** Documents near each other say similar things. The list beside it holds the same documents, for keyboard and screen reader. */
export function MapPanel() {
  const say = useSay();
  const { value, error } = useLoaded("map", readMap);
  const [by, setBy] = useState<GroupBy>("tag");
  if (error !== null) return <Failure error={error} />;
  if (value === null) return <p class="quiet">{say("loading")}</p>;
  if (value.points.length === 0) return <p class="empty">{say("noMap")}</p>;
  return (
    <div class="map-page">
      <fieldset class="modes">
        <legend>{say("colourBy")}</legend>
        {(["tag", "source", "type"] as const).map((each) => (
          <label key={each} class="mode">
            <input type="radio" name="colour" checked={each === by} onChange={() => setBy(each)} />
            <span>{say(`by-${each}`)}</span>
          </label>
        ))}
      </fieldset>
      {value.warnings.map((warning) => (
        <p key={warning} class="warning">
          {warning}
        </p>
      ))}
      <Plane points={value.points} by={by} />
    </div>
  );
}

function Plane({ points, by }: { readonly points: readonly MapPoint[]; readonly by: GroupBy }) {
  const say = useSay();
  const { place, go } = usePlace();
  const [hovered, setHovered] = useState<string | null>(null);
  const groups = useMemo(() => toGroups(points, by), [points, by]);
  const places = useMemo(() => toPlaces(points, SIZE), [points]);
  const shown = points.find(({ doc_id }) => doc_id === hovered) ?? null;
  const idOf = (event: Event): string | null =>
    event.target instanceof Element
      ? (event.target.closest("[data-doc]")?.getAttribute("data-doc") ?? null)
      : null;
  return (
    <div class="map-columns">
      <div class="map-holder">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list beside it opens the same documents by keyboard */}
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: the list beside it shows the same titles */}
        <svg
          class="map"
          viewBox={`0 0 ${SIZE} ${SIZE}`}
          role="img"
          aria-label={say("mapLabel", { n: points.length })}
          onMouseOver={(event) => setHovered(idOf(event))}
          onMouseLeave={() => setHovered(null)}
          onClick={(event) => {
            const doc = idOf(event);
            if (doc !== null) go({ doc, at: "" });
          }}
        >
          {points.map((point, index) => {
            const isShown = point.doc_id === hovered || point.doc_id === place.doc;
            return (
              <circle
                key={point.doc_id}
                data-doc={point.doc_id}
                class={`point group-${groups.indexOf(point)}${isShown ? " shown" : ""}`}
                cx={places[index]?.x}
                cy={places[index]?.y}
                r={isShown ? 9 : 6}
              />
            );
          })}
        </svg>
        <p class="map-caption" aria-hidden="true">
          {shown === null ? say("mapHint") : `${shown.title} · ${shown.doc_path}`}
        </p>
      </div>
      <section class="map-list" aria-label={say("tab-documents")}>
        {groups.list.map((group, index) => (
          <details key={group.name} open={index < 2}>
            <summary>
              <span class={`dot group-${group.colour}`} />{" "}
              {group.name === "" ? say("otherGroup") : group.name}{" "}
              <span class="count">{group.points.length}</span>
            </summary>
            <ul>
              {group.points.map((point) => (
                <li
                  key={point.doc_id}
                  onMouseEnter={() => setHovered(point.doc_id)}
                  onMouseLeave={() => setHovered(null)}
                  onFocusIn={() => setHovered(point.doc_id)}
                >
                  <PlaceLink change={{ doc: point.doc_id, at: "" }}>{point.title}</PlaceLink>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </section>
    </div>
  );
}
