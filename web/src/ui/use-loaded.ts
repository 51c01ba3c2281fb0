import { useEffect, useState } from "preact/hooks";

export interface Loaded<T> {
  readonly value: T | null;
  readonly error: unknown;
  readonly isLoading: boolean;
}

/**
 * Loads anew when the key changes, and aborts what it loaded before: the last one asked for wins.
 * What was shown stays until the next is here.
 */
export function useLoaded<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: null, error: null, isLoading: key !== null });
  useEffect(() => {
    if (key === null) {
      setState({ value: null, error: null, isLoading: false });
      return;
    }
    const aborting = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    load(aborting.signal).then(
      (value) => {
        if (!aborting.signal.aborted) setState({ value, error: null, isLoading: false });
      },
      (error: unknown) => {
        if (!aborting.signal.aborted) setState({ value: null, error, isLoading: false });
      },
    );
    return () => aborting.abort();
  }, [key]);
  return state;
}
