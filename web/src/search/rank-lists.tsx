import { search } from "../api.ts";
import { useSay } from "../i18n/text.ts";
import { MODES, toRequest, usePlace } from "../place.ts";
import { Failure } from "../ui/failure.tsx";
import { PlaceLink } from "../ui/place-link.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import type { Hit, Mode, Wire } from "../wire.ts";
import { toReading } from "./shown-hits.ts";

const ROWS = 15;
/** Row height and gap width of the lists in CSS pixels; plots.css has the same. */
const ROW = 44;
const GAP = 56;

type Lists = Readonly<Record<Mode, Wire<"search_response.v1">>>;

/** The keyword list, the fused list and the meaning list; a line joins each chunk to itself. */
export function RankLists() {
  const say = useSay();
  const { place } = usePlace();
  const request = { ...toRequest(place), top: ROWS, explain: true };
  const { value, error } = useLoaded(JSON.stringify(request), async (signal): Promise<Lists> => {
    const [hybrid, lexical, vector] = await Promise.all(
      MODES.map((mode) => search({ ...request, mode }, signal)),
    );
    if (hybrid === undefined || lexical === undefined || vector === undefined) throw new Error("no list");
    return { hybrid, lexical, vector };
  });
  if (error !== null) return <Failure error={error} />;
  if (value === null) return <p class="quiet">{say("searching")}</p>;
  const { lexical, hybrid, vector } = value;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls sideways, by keyboard too
    <section class="rank-lists" aria-label={say("lists")} tabIndex={0}>
      <List side="lexical" found={lexical} />
      <Lines from={lexical.hits} to={hybrid.hits} side="lexical" />
      <List side="fused" found={hybrid} />
      <Lines from={hybrid.hits} to={vector.hits} side="vector" />
      <List side="vector" found={vector} />
    </section>
  );
}

function List({ side, found }: { side: "lexical" | "fused" | "vector"; found: Wire<"search_response.v1"> }) {
  const say = useSay();
  const { place } = usePlace();
  const silent = found.retrievers?.find(({ abstained }) => abstained !== null)?.abstained;
  return (
    <div class={`rank-list ${side}`}>
      <h2>
        <span class={`dot ${side}`} /> {say(`side-${side}`)}
      </h2>
      <ol>
        {found.hits.map((hit) => (
          <li key={hit.chunk_id} class={hit.doc_id === place.doc ? "open" : ""}>
            <span class="rank">{hit.rank}</span>
            <PlaceLink change={toReading(hit)}>
              <span class="name">{hit.title}</span>
              <span class="spot">{hit.heading_path.at(-1) ?? hit.citation.uri}</span>
            </PlaceLink>
          </li>
        ))}
      </ol>
      {found.hits.length === 0 && <p class="quiet">{silent ?? say("nothingHere")}</p>}
    </div>
  );
}

export interface Line {
  readonly chunk: string;
  readonly from: number;
  readonly to: number;
}

/** Positions, from 0, of the chunks that stand in both lists. */
export function toLines(from: readonly Hit[], to: readonly Hit[]): Line[] {
  const places = new Map(to.map(({ chunk_id }, index) => [chunk_id, index]));
  return from.flatMap(({ chunk_id }, index) => {
    const place = places.get(chunk_id);
    return place === undefined ? [] : [{ chunk: chunk_id, from: index, to: place }];
  });
}

function Lines({ from, to, side }: { from: readonly Hit[]; to: readonly Hit[]; side: "lexical" | "vector" }) {
  const height = Math.max(from.length, to.length, 1) * ROW;
  const middle = (index: number): number => index * ROW + ROW / 2;
  return (
    <svg class="rank-lines" width={GAP} height={height} viewBox={`0 0 ${GAP} ${height}`} aria-hidden="true">
      {toLines(from, to).map((line) => (
        <path
          key={line.chunk}
          class={`${side}-stroke`}
          d={`M0 ${middle(line.from)}C${GAP / 2} ${middle(line.from)} ${GAP / 2} ${middle(line.to)} ${GAP} ${middle(line.to)}`}
        />
      ))}
    </svg>
  );
}
