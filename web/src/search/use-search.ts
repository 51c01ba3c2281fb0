import { useEffect, useState } from "preact/hooks";
import { type SearchRequest, search } from "../api.ts";
import type { Wire } from "../wire.ts";

/** Long enough not to search every letter, short enough to feel at once. */
const PAUSE_MS = 120;
const PAGE_SIZE = 20;

export interface Found {
  readonly response: Wire<"search_response.v1"> | null;
  readonly error: unknown;
  readonly isSearching: boolean;
  readonly more: () => void;
}

/** Searches what stands in the place. A newer search aborts the one before; what was found stays until then. */
export function useSearch(request: SearchRequest | null): Found {
  const [state, setState] = useState<Omit<Found, "more">>({
    response: null,
    error: null,
    isSearching: false,
  });
  const [next, setNext] = useState<{ readonly key: string; readonly cursor: string | null } | null>(null);
  const key = JSON.stringify(request);
  // A cursor goes on with its own search alone.
  const cursor = next?.key === key ? next.cursor : null;
  useEffect(() => {
    if (request === null) {
      setState({ response: null, error: null, isSearching: false });
      return;
    }
    const aborting = new AbortController();
    const full = { ...request, top: PAGE_SIZE, explain: true, ...(cursor === null ? {} : { cursor }) };
    const timer = setTimeout(
      () => {
        setState((before) => ({ ...before, isSearching: true }));
        search(full, aborting.signal).then(
          (response) => {
            if (aborting.signal.aborted) return;
            setState((before) => ({
              response: cursor === null ? response : join(before.response, response),
              error: null,
              isSearching: false,
            }));
          },
          (error: unknown) => {
            if (!aborting.signal.aborted) setState({ response: null, error, isSearching: false });
          },
        );
      },
      cursor === null ? PAUSE_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [key, cursor]);
  return { ...state, more: () => setNext({ key, cursor: state.response?.next_cursor ?? null }) };
}

function join(
  before: Wire<"search_response.v1"> | null,
  next: Wire<"search_response.v1">,
): Wire<"search_response.v1"> {
  const hits = [...(before?.hits ?? []), ...next.hits];
  return { ...next, hits, returned: hits.length };
}
