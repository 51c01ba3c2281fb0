import { createContext } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import type { Place } from "../place.ts";
import type { Hit } from "../wire.ts";

/** The hits on the page, so that the reader can go to the next one. */
export interface ShownHits {
  readonly hits: readonly Hit[];
  readonly show: (hits: readonly Hit[]) => void;
}

export const HitsContext = createContext<ShownHits>({ hits: [], show: () => undefined });
export const useShownHits = (): ShownHits => useContext(HitsContext);

export function useHitsHolder(): ShownHits {
  const [hits, show] = useState<readonly Hit[]>([]);
  return useMemo(() => ({ hits, show }), [hits]);
}

/** The part of a citation after the `#`. */
export const toFragment = (uri: string): string => uri.slice(uri.lastIndexOf("#") + 1);

export const toReading = (hit: Hit): Pick<Place, "doc" | "at"> => ({
  doc: hit.doc_id,
  at: toFragment(hit.citation.uri),
});

export const isOpen = (hit: Hit, place: Place): boolean =>
  hit.doc_id === place.doc && toFragment(hit.citation.uri) === place.at;
