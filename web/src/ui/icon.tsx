/** Drawn on a 16 × 16 grid; every icon stands beside or inside something that has a name. */
const PATHS = {
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zm3.6-1.4L14 14",
  close: "M3.5 3.5l9 9m0-9l-9 9",
  previous: "M10 3L5 8l5 5",
  next: "M6 3l5 5-5 5",
  copy: "M6 5.5h7v8H6zM3.5 10.5h-1v-8h7v1",
  editor: "M9.5 3.5l3 3-7 7-3.5.5.5-3.5zM8 5l3 3",
  light:
    "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1m8 8l1 1M3 13l1-1m8-8l1-1",
  dark: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.500z",
  auto: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12M8 5h4.800M8 8h6M8 11h4.8",
  lists: "M2 3h3M2 8h3M2 13h3M11 3h3M11 8h3M11 13h3M6 3l4 5M6 8l4-5M6 13h4",
  filter: "M2 3.500h12M4.5 8h7M7 12.500h2",
  check: "M3 8.500l3.5 3.500L13 4.5",
  stop: "M4 4h8v8H4z",
} as const;

export type IconName = keyof typeof PATHS | "skewer";

export function Icon({ name }: { readonly name: IconName }) {
  if (name === "skewer") return <Skewer />;
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

function Skewer() {
  return (
    <svg class="skewer" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 .5v15" />
      <rect class="fused-fill" x="3.5" y="2" width="9" height="3" rx="1.5" />
      <rect class="mark-fill" x="2.5" y="6.5" width="11" height="3" rx="1.5" />
      <rect class="vector-fill" x="4" y="11" width="8" height="3" rx="1.5" />
    </svg>
  );
}
