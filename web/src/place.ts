import { createContext } from "preact";
import { useCallback, useContext, useEffect, useState } from "preact/hooks";
import type { SearchRequest } from "./api.ts";
import type { Mode } from "./wire.ts";

export const VIEWS = ["search", "ask", "library", "eval"] as const;
export type View = (typeof VIEWS)[number];
export const MODES = ["hybrid", "lexical", "vector"] as const satisfies readonly Mode[];
export const LIBRARY_TABS = ["documents", "map", "add", "health"] as const;
export type LibraryTab = (typeof LIBRARY_TABS)[number];

/** Where the reader of the page is. All of it stands in the URL, so that back, forward and a copied link work. */
export interface Place {
  readonly view: View;
  readonly q: string;
  readonly mode: Mode;
  readonly type: readonly string[];
  readonly tag: readonly string[];
  readonly source: readonly string[];
  readonly lang: readonly string[];
  readonly after: string;
  readonly before: string;
  /** The lists of both retrievers beside the fused one. */
  readonly lists: boolean;
  /** The document in the reader, and the cited part of it: `L12-L34`, `p=3`. */
  readonly doc: string;
  readonly at: string;
  readonly tab: LibraryTab;
  readonly a: string;
  readonly b: string;
}

export const HOME: Place = {
  ...{
    view: "search",
    q: "",
    mode: "hybrid",
    type: [],
    tag: [],
    source: [],
    lang: [],
    after: "",
    before: "",
  },
  ...{ lists: false, doc: "", at: "", tab: "documents", a: "", b: "" },
};

export function parsePlace(query: string): Place {
  const parameters = new URLSearchParams(query);
  const text = (name: string): string => parameters.get(name) ?? "";
  const list = (name: string): string[] => [
    ...new Set(parameters.getAll(name).filter((item) => item !== "")),
  ];
  const one = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === text(name)) ?? otherwise;
  return {
    view: one("view", VIEWS, HOME.view),
    q: text("q"),
    mode: one("mode", MODES, HOME.mode),
    type: list("type"),
    tag: list("tag"),
    source: list("source"),
    lang: list("lang"),
    after: text("after"),
    before: text("before"),
    lists: text("lists") === "1",
    doc: text("doc"),
    at: text("at"),
    tab: one("tab", LIBRARY_TABS, HOME.tab),
    a: text("a"),
    b: text("b"),
  };
}

/** The inverse of `parsePlace`; what is as at the start is left out. */
export function toQuery(place: Place): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(place) as [keyof Place, Place[keyof Place]][]) {
    if (typeof value === "boolean") {
      if (value) parameters.set(name, "1");
    } else if (typeof value !== "string") {
      for (const item of value) parameters.append(name, item);
    } else if (value !== HOME[name]) parameters.set(name, value);
  }
  // A server that is not on this machine's loopback lets the page in by it: a reload needs it again.
  if (TOKEN !== null) parameters.set("token", TOKEN);
  const query = parameters.toString();
  return query === "" ? "/" : `/?${query}`;
}

export function toRequest(place: Place): SearchRequest {
  const part = <Name extends string>(name: Name, value: string) =>
    value === "" ? {} : ({ [name]: value } as Record<Name, string>);
  return {
    query: place.q,
    mode: place.mode,
    ...part("type", place.type.join(",")),
    ...part("tags", place.tag.join(",")),
    ...part("source", place.source.join(",")),
    ...part("lang", place.lang.join(",")),
    ...part("after", place.after),
    ...part("before", place.before),
  };
}

const TOKEN = typeof location === "undefined" ? null : new URLSearchParams(location.search).get("token");

export type Go = (change: Partial<Place>, how?: "push" | "replace") => void;

export const PlaceContext = createContext<{ readonly place: Place; readonly go: Go }>({
  place: HOME,
  go: () => undefined,
});

export const usePlace = () => useContext(PlaceContext);

export function usePlaceOfUrl(): { place: Place; go: Go } {
  const [place, setPlace] = useState(() => parsePlace(location.search));
  useEffect(() => {
    const follow = (): void => setPlace(parsePlace(location.search));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const go = useCallback<Go>((change, how = "push") => {
    const next = { ...parsePlace(location.search), ...change };
    const url = toQuery(next);
    if (how === "replace") history.replaceState(null, "", url);
    else if (url !== location.pathname + location.search) history.pushState(null, "", url);
    setPlace(next);
  }, []);
  return { place, go };
}
