import type { ComponentChildren } from "preact";
import { type Place, toQuery, usePlace } from "../place.ts";

export interface PlaceLinkProps {
  readonly change: Partial<Place>;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly label?: string;
}

/** A true link, so that it opens in a new tab and can be copied; a plain click stays on the page. */
export function PlaceLink({ change, children, class: name, isCurrent = false, label }: PlaceLinkProps) {
  const { place, go } = usePlace();
  return (
    <a
      href={toQuery({ ...place, ...change })}
      class={name ?? ""}
      aria-label={label}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(change);
      }}
    >
      {children}
    </a>
  );
}
