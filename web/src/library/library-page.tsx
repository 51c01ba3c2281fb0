import { useSay } from "../i18n/text.ts";
import { LIBRARY_TABS, type LibraryTab, usePlace } from "../place.ts";
import { PlaceLink } from "../ui/place-link.tsx";
import { AddPanel } from "./add-panel.tsx";
import { Documents } from "./documents.tsx";
import { Health } from "./health.tsx";
import { MapPanel } from "./map-panel.tsx";

const PANELS: Readonly<Record<LibraryTab, () => preact.JSX.Element | null>> = {
  documents: Documents,
  map: MapPanel,
  add: AddPanel,
  health: Health,
};

export function LibraryPage() {
  const say = useSay();
  const { place } = usePlace();
  const Panel = PANELS[place.tab];
  return (
    <div class="plain-page">
      <nav class="tabs" aria-label={say("library")}>
        {LIBRARY_TABS.map((tab) => (
          <PlaceLink key={tab} change={{ tab }} isCurrent={tab === place.tab}>
            {say(`tab-${tab}`)}
          </PlaceLink>
        ))}
      </nav>
      <Panel />
    </div>
  );
}
